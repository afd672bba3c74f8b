"""A winning hand for each row, in the notation of `scoring.example_hands`."""

from scoring.example_hands import read_examples

_HANDS = """
ping_hu       | 123m55z67m [222z] [345m] +8m
duan_yao      | 234m55m67m [345m] [678m] +8m
men_qing      | 123m456m11z67m789m +8m
jian_ke       | 123m22z67m [555z] [345m] +8m
yi_tiao_long  | 12345678m55z [333z] +9m
hun_yi_se     | 234m22z67m [444z] [345m] +8m
peng_peng_hu  | 333m55m22z [777m] [444z] +5m
qi_dui        | 1133557799m22z6z +6z
xiao_san_yuan | 555z66z34m [777z] [789m] +5m
qing_yi_se    | 234m99m67m [345m] [111m] +8m
xiao_si_xi    | 22z111z45m [333z] [444z] +6m
shi_san_yao   | 19m19p19s1234567z +1m
da_si_xi      | 111z5m [222z] [333z] [444z] +5m
da_san_yuan   | 555z23m99m [666z] [777z] +4m
zi_yi_se      | 111z55z33z [222z] [666z] +3z
qing_yao_jiu  | 111m99p99s [999m] [111s] +9p
lv_yi_se      | 234s66s88s [666z] [333s] +8s
jiu_lian_bao_deng | 1112345678999m +5m
si_an_ke      | 222m555m777m333z9m +9m
si_gang       | 9m [2222m] (5555m) (7777m) [3333z] +9m
"""
EXAMPLES = read_examples(_HANDS)
