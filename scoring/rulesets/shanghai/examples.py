"""A winning hand for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
ping_hu      | 234m55p67s [444s] [789p] +8s
peng_peng_hu | 333m77p55s [222s] [888m] +7p
hun_yi_se    | 123p55z67p [444z] [345p] +8p
qing_yi_se   | 234m99m67m [345m] [111m] +8m
hun_peng     | 333p44z88p [222p] [666p] +8p
qing_peng    | 333s77s99s [222s] [555s] +7s
feng_yi_se   | 1112335566677z +4z
feng_peng    | 111z22z55z [333z] [666z] +5z
da_diao_che  | 5m [111p] [222s] [666p] [777m] +5m
men_qing     | 123p55z67p444z345p +8p
"""
EXAMPLES = read_examples(_HANDS)
