"""A winning hand for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
ping_hu       | 234m55p67s123p [444s] +8s | draw
da_dui_zi     | 333m77p55s [222s] [888m] +7p | draw
qi_dui        | 1133m5577p2299s6s +6s | draw
long_qi_dui   | 1111m5577p2299s6s +6s | draw
qing_yi_se    | 234m99m67m345m [111m] +8m | draw
qing_da_dui   | 333s77s99s [222s] [555s] +7s | draw
qing_qi_dui   | 1133557788996m +6m | draw
qing_long_bei | 1111557788996m +6m | draw
"""
EXAMPLES = read_examples(_HANDS)
