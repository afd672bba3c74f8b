"""A winning hand for each fan of Guobiao, in the notation of `scoring.patterns.parse_example`.

Some of the hands are worth less than the eight fan that a win needs: they show one fan each.
"""

from scoring.patterns import Example, parse_example

_HANDS = """
da_si_xi               | 111z9m [222z] [333z] [444z] +9m
da_san_yuan            | 555z78s22m [666z] [777z] +9s
lv_yi_se               | 234s34s66z [666s] [888s] +2s
jiu_lian_bao_deng      | 1112345678999p +4p
si_gang                | 7m [3333m] [5555z] (8888p) [2222s] +7m
lian_qi_dui            | 2233445566778m +8m
shi_san_yao            | 119m19p19s123456z +7z
qing_yao_jiu           | 111m99p99s [111s] [999m] +9p
xiao_si_xi             | 222z34p11z [333z] [444z] +5p
xiao_san_yuan          | 666z45m55z [777z] [888s] +6m
zi_yi_se               | 111z22z55z [333z] [666z] +2z
si_an_ke               | 222m555p777s88s33z +3z | draw
yi_se_shuang_long_hui  | 1122335577899p +8p
yi_se_si_tong_shun     | 333444555m9s [345m] +9s
yi_se_si_jie_gao       | 444s66s22p [333s] [555s] +6s
yi_se_si_bu_gao        | 234p99m34p [456p] [567p] +5p
san_gang               | 34m55p [1111z] [8888s] (2222p) +5m
hun_yao_jiu            | 111m99p33z [999s] [222z] +3z
qi_dui                 | 1133m4477p2288s6z +6z
qi_xing_bu_kao         | 147m58p36s123456z +7z
quan_shuang_ke         | 222m66p44s [444p] [888s] +6p
qing_yi_se             | 24m55m999m [123m] [678m] +3m
yi_se_san_tong_shun    | 667788m9p [678m] [222s] +9p
yi_se_san_jie_gao      | 777p22m88p [666p] [345s] +8p
quan_da                | 789m99s78s [777p] [888m] +9s
quan_zhong             | 456m44s56s [666p] [456p] +4s
quan_xiao              | 123m11p23p [222s] [333s] +1p
qing_long              | 123s56s88p [789s] [222m] +4s
san_se_shuang_long_hui | 123m789m13p789p55s +2p
yi_se_san_bu_gao       | 234m67m99s [456m] [555p] +8m
quan_dai_wu            | 345m55p56s [456p] [567m] +7s
san_tong_ke            | 444m44p22z [444s] [789m] +4p
san_an_ke              | 222m777p666s8s [345s] +8s
quan_bu_kao            | 17m258p369s12456z +7z
zu_he_long             | 258m369p14s33z [456m] +7s
da_yu_wu               | 678m99p67s [789p] [999m] +8s
xiao_yu_wu             | 234m11p23s [123p] [444s] +1s
san_feng_ke            | 111z67m33p [222z] [444z] +8m
hua_long               | 123m56p33s [789s] [777m] +4p
tui_bu_dao             | 234p99p45s [888p] [555z] +6s
san_se_san_tong_shun   | 567m67s22p [567p] [999s] +5s
san_se_san_jie_gao     | 333m44p11z [555s] [678m] +4p
wu_fan_hu              | 67p33z [345m] [678s] [222p] +5p
miao_shou_hui_chun     | 234m678p55s67s [888m] +8s | draw last
hai_di_lao_yue         | 345p678m44s23s [999p] +1s | last
gang_shang_kai_hua     | 234m66p45s [789m] (3333s) +6s | draw kong
qiang_gang_hu          | 123m45p88s [678m] [234s] +3p | rob
peng_peng_hu           | 222m88p77s [555s] [999m] +7s
hun_yi_se              | 123p67p22z [345p] [555z] +8p
san_se_san_bu_gao      | 234m34p88m [456s] [111p] +5p
wu_men_qi              | 123m55z67p [789s] [333z] +8p
quan_qiu_ren           | 5s [234m] [678p] [111z] [999s] +5s
shuang_an_gang         | 234m78p55s (2222p) (9999s) +6p
shuang_jian_ke         | 555z23m99p [777z] [456s] +1m
quan_dai_yao           | 123m99s78p [789s] [222z] +9p
bu_qiu_ren             | 234m567p99s345s78m +9m | draw
shuang_ming_gang       | 34p77m234s [8888p] [1111m] +5p
hu_jue_zhang           | 345m24p99s [678m] [777s] +3p | fourth
jian_ke                | 666z34m22p [789p] [567s] +5m
quan_feng_ke           | 222z45s88m [123p] [678p] +3s | round=S seat=E
men_feng_ke            | 333z67m11s [345s] [789p] +5m | seat=W round=E
men_qian_qing          | 123m567p888s55z67m +8m
ping_hu                | 234m678p44p56s [123s] +7s
si_gui_yi              | 333m34m77p [567s] [678p] +5m
shuang_tong_ke         | 777m34s11p [777p] [456s] +5s
shuang_an_ke           | 222m888p45s99m [123p] +6s
an_gang                | 345m66p78s [123m] (5555z) +9s
duan_yao               | 345m66p67s [234p] [888m] +5s
yi_ban_gao             | 33445m99p [678p] [222s] +5m
xi_xiang_feng          | 456m45s88p [123p] [777m] +6s
lian_liu               | 234p56p99m [123s] [888m] +7p
lao_shao_fu            | 123s78s44m [567p] [222m] +9s
yao_jiu_ke             | 999m34p55s [345s] [678p] +2p
ming_gang              | 45m22s678p [3333s] [234m] +3m
que_yi_men             | 123p67p44m [555m] [789m] +8p
wu_zi                  | 123m67p99s [456s] [888m] +5p
bian_zhang             | 12m55p678s [345p] [777m] +3m
kan_zhang              | 24s77p123m [678m] [999p] +3s
dan_diao_jiang         | 345m678p123s5z [222m] +5z
zi_mo                  | 345m67s22p [789m] [555p] +8s | draw
hua_pai                | 123m56p88s [789s] [444m] +4p | flowers=3
ming_an_gang           | 234m78p55s [1111z] (6666m) +9p
"""


def _examples() -> dict[str, Example]:
    found = {}
    for row in _HANDS.strip().split("\n"):
        name, hand, *facts = (part.strip() for part in row.split("|"))
        found[name] = parse_example(hand, facts[0] if facts else "")
    return found


EXAMPLES: dict[str, Example] = _examples()
