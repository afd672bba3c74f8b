"""A winning hand for each row of the common fan table, in the notation of `parse_example`."""

from scoring.patterns import Example, parse_example

_HANDS = """
tian_hu              | 234m678m345p88s55p +5p | draw heavenly
di_hu                | 123m567p345s78s22m +9s | earthly
shi_san_yao          | 19m19p1s12345677z +9s
quan_feng_qi_dui     | 11z22z33z44z55z66z7z +7z
quan_feng_dui_dui_hu | 44z55z [111z] [222z] [333z] +4z
da_si_xi             | 5m [111z] [222z] [333z] [444z] +5m
da_san_yuan          | 55z99m [666z] [777z] [123p] +5z
xiao_si_xi           | 44z12m [111z] [222z] [333z] +3m
shi_san_bu_kao       | 147m258p36s12344z +9s
xiao_san_yuan        | 77z34m [555z] [666z] [123p] +5m
qing_yi_se           | 23m88m [567m] [111m] [999m] +4m
quan_dai_wu          | 45m55s [345p] [555p] [567s] +6m
qi_dui               | 1133m5577s2299p7p +7p
san_jie_mei          | 2m333s [567p] [567p] [567p] +2m
san_xiang_ci         | 44s22m777p999m [345p] +4s | draw
yi_tiao_long         | 12345678m55z [111p] +9m
hun_yi_se            | 23m22z [567m] [111m] [999m] +4m
bu_qiu_ren           | 23m567m345p666s99s +4m | draw
dui_dui_hu           | 55m22z [222m] [888p] [777s] +5m
xiao_yu_wu           | 13s22m [234m] [444p] [123p] +2s
da_yu_wu             | 78s66m [678m] [777p] [999p] +9s
qiong_hu             | 23m55z [666z] [567p] [123s] +4m
xi_xiang_feng        | 12s99m [123m] [123p] [789p] +3s
quan_dai_yao         | 12s99m [123m] [123p] [789p] +3s
wu_men_qi            | 23m55z [111z] [567p] [123s] +4m
men_qing             | 23m567m345p666s99s +4m
duan_yao             | 45m66s [345p] [555p] [567s] +6m
que_men              | 23m88m [567m] [111p] [999m] +4m
que_zi               | 23m88m [567m] [111p] [999m] +4m
dan_diao             | 5z [111p] [234m] [567p] [888s] +5z
wu_jiang             | 45m55s [345p] [222p] [567s] +6m
"""


def _example(line: str) -> tuple[str, Example]:
    name, text, *facts = (part.strip() for part in line.split("|"))
    return name, parse_example(text, facts[0] if facts else "")


# 扣听 is told by an event, so no hand shows it.
EXAMPLES: dict[str, Example] = dict(_example(line) for line in _HANDS.strip().splitlines())
