"""A winning hand for each row, in the notation of `scoring.example_hands`,
with the wild faces of that hand."""

from scoring.example_hands import read_examples

_HANDS = """
ti_liu         | 123m777p99s111z4p5s +6p | draw wild=5s6s
zhuo_wu        | 46m123p789s77z111z +5m | draw wild=5s6s
long           | 123456789m11z77p +7p | draw wild=5s6s
ben_hun_long   | 12m56789m44m999p5z +5z | draw wild=3m4m
su             | 234m567p99s78p111z +9p | draw wild=5s6s
hun_diao       | 234m567p789p111z5s +9s | draw wild=5s6s
shuang_hun_diao | 123p777p999s22z5s6s +5m | draw wild=5s6s
"""
EXAMPLES = read_examples(_HANDS)
