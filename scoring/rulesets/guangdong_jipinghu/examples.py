"""A winning hand for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
ji_hu            | 234m55p67s [444s] [789p] +8s
ping_hu          | 234m55p67s [345s] [789p] +8s
peng_peng_hu     | 333m77p55s [222s] [888m] +7p
hun_yi_se        | 123p55z67p [444z] [345p] +8p
hun_peng         | 333p44z88p [222p] [666p] +8p
qing_yi_se       | 234m99m67m [345m] [111m] +8m
qing_peng        | 333s77s99s [222s] [555s] +7s
hun_yao_jiu      | 111m99p33z [999s] [444z] +9p
xiao_san_yuan    | 555z66z34m [777z] [789p] +5m
xiao_si_xi       | 22z111z45p [333z] [444z] +6p
zi_yi_se         | 111z55z33z [222z] [666z] +3z
qing_yao_jiu     | 111m99p99s [999m] [111s] +9p
da_san_yuan      | 555z23m99p [666z] [777z] +4m
da_si_xi         | 111z5p [222z] [333z] [444z] +5p
jiu_lian_bao_deng | 1112345678999s +5s
shi_san_yao      | 19m19p19s1234567z +1m
men_qing         | 234m567p345s88s67p +8p
san_yuan_ke      | 234m88p56s [777z] [345p] +7s
quan_feng_ke     | 234m88p56s [111z] [345p] +7s | round=E seat=S
men_feng_ke      | 234m88p56s [222z] [345p] +7s | round=E seat=S
"""
EXAMPLES = read_examples(_HANDS)
