"""A winning hand for each row, in the notation of `scoring.example_hands`; no ghost is played."""

from scoring.example_hands import read_examples

_HANDS = """
ji_hu          | 234m567p88s45m [555s] +6m | draw
peng_peng_hu   | 333m77p55s [222s] [888m] +7p
hun_yi_se      | 123p55z67p345p [444z] +8p
qing_yi_se     | 234m99m67m345m [111m] +8m
qi_dui         | 1133m5577p2299s6z +6z
hao_hua_qi_dui | 1111m5577p2299s6z +6z
hun_yao_jiu    | 111m99p33z [999s] [444z] +9p
xiao_san_yuan  | 555z66z34m789p [777z] +5m
xiao_si_xi     | 22z111z45p [333z] [444z] +6p
zi_yi_se       | 111z55z33z [222z] [666z] +3z
qing_yao_jiu   | 111m99p99s [999m] [111s] +9p
shi_san_yao    | 19m19p19s1234567z +1m
da_san_yuan    | 555z23m99p [666z] [777z] +4m
da_si_xi       | 111z5p [222z] [333z] [444z] +5p
"""
EXAMPLES = read_examples(_HANDS)
