"""A winning hand for each row, in the notation of `scoring.example_hands`.

The 精 are 4s and 5s; a natural hand (德国) does without them."""

from scoring.example_hands import read_examples

_HANDS = """
ping_hu            | 123m456m789p55z7s4s +8s | draw wild=4s5s
xiao_qi_dui        | 1133m5577p2299s4s +6z | draw wild=4s5s
da_qi_dui          | 333m77p5z4s [222p] [888m] +5z | draw wild=4s5s
shi_san_lan        | 147m258p39s1234z4s +6z | draw wild=4s5s
qi_xing            | 147m258p4s123456z +3s | draw wild=4s5s
de_guo             | 123m456m789p55z67s +8s | draw wild=4s5s
de_guo_xiao_qi_dui | 1133m5577p2299s6z +6z | draw wild=4s5s
de_guo_da_qi_dui   | 333m77p55z [222p] [888m] +7p | draw wild=4s5s
de_guo_shi_san_lan | 147m258p39s12346z +6s | draw wild=4s5s
de_guo_qi_xing     | 147m258p3s123456z +7z | draw wild=4s5s
"""
EXAMPLES = read_examples(_HANDS)
