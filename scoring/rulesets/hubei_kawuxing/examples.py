"""A winning hand for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
pi_hu              | 123p456s78s66z [222p] +9s
peng_peng_hu       | 333p88s66z [222s] [777p] +8s
ming_si_gui_yi     | 12p456789s66z [333p] +3p
an_si_gui_yi       | 44456p123789s55z +4p
qi_dui             | 1133557p2299s66z +7p
long_qi_dui        | 1111557p2299s66z +7p
shuang_long_qi_dui | 11115577p2222s6z +6z
san_long_qi_dui    | 11112222p3333s6z +6z
da_san_yuan        | 23p99s [555z] [666z] [777z] +4p
xiao_san_yuan      | 77z23p789s [555z] [666z] +4p
qing_yi_se         | 23p99p456p678p [111p] +4p
shou_zhua_yi       | 9p [222p] [444s] [666z] [888s] +9p
ka_wu_xing         | 46s123p789s66z [222p] +5s
"""
EXAMPLES = read_examples(_HANDS)
