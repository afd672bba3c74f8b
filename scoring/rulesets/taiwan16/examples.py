"""A winning hand of seventeen tiles for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
men_qing      | 234m567p345s88s67p123m +8p
men_feng_ke   | 234m88p56s [222z] [345p] [678m] +7s | round=E seat=S
quan_feng_ke  | 234m88p56s [111z] [345p] [678m] +7s | round=E seat=S
san_yuan_ke   | 234m88p56s [777z] [345p] [678m] +7s
du_ting       | 234m88p57s [345p] [678m] [999s] +6s
ban_qiu       | 8p [345p] [678m] [999s] [234m] [222s] +8p | draw
quan_qiu      | 8p [345p] [678m] [999s] [234m] [222s] +8p
ping_hu       | 234m567p88s67p [345s] [123m] +8p
san_an_ke     | 222m777p555s34p88m [123s] +5p
si_an_ke      | 222m777p555s999m34p88m +5p
wu_an_ke      | 222m777p555s999m333p8m +8m
peng_peng_hu  | 222m77p55s [999m] [333p] [444s] +7p
hun_yi_se     | 234p44z56p [333z] [345p] [789p] +7p
xiao_san_yuan | 234m66z56s [555z] [777z] [345p] +7s
da_san_yuan   | 234m88p56s [555z] [666z] [777z] +7s
xiao_si_xi    | 234m22z56s [111z] [333z] [444z] +7s
da_si_xi      | 88p56s [111z] [222z] [333z] [444z] +7s
qing_yi_se    | 234p11p56p [345p] [789p] [999p] +7p
zi_yi_se      | 111z22z55z [333z] [666z] [777z] +5z
"""
EXAMPLES = read_examples(_HANDS)
