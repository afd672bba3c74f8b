"""The rows that house tables add to Guobiao's in words, and hands that have them."""

from scoring.patterns import Example, parse_example
from scoring.text import Text

NAMES: dict[str, Text] = {
    "hun_si_jie": Text("混四节", "Four Mixed Stepped Pungs"),
    "hun_si_bu": Text("混四步", "Four Mixed Stepped Chows"),
    "hun_san_jie": Text("混三节", "Three Mixed Stepped Pungs"),
    "hun_san_bu": Text("混三步", "Three Mixed Stepped Chows"),
    "er_wu_ba_jiang": Text("258将", "Pair of 2, 5 or 8"),
    "yao_jiu_tou": Text("幺九头", "Pair of 1 or 9"),
    "tian_ting": Text("天听", "Ready as Dealt"),
}
DEFINITIONS: dict[str, Text] = {
    "si_fang_da_fa": Text(
        "东南西北四副刻子或杠，发作将。",
        "Pungs or kongs of all four winds and a pair of Green.",
    ),
    "hun_si_jie": Text(
        "两种或三种花色（照选项），四副刻子依次递增一位。",
        "Four pungs of two or three suits (by option), each one rank higher than the last.",
    ),
    "hun_si_bu": Text(
        "两种或三种花色（照选项），四副顺子依次递增一位。",
        "Four chows of two or three suits (by option), each one rank higher than the last.",
    ),
    "hun_san_jie": Text(
        "恰好两种花色，三副刻子依次递增一位。",
        "Three pungs of exactly two suits, each one rank higher than the last.",
    ),
    "hun_san_bu": Text(
        "恰好两种花色，三副顺子依次递增一位。",
        "Three chows of exactly two suits, each one rank higher than the last.",
    ),
    "er_wu_ba_jiang": Text(
        "将牌是序数牌的2、5、8；七对不算。",
        "The pair is a 2, 5 or 8 of a suit; not in seven pairs.",
    ),
    "yao_jiu_tou": Text(
        "将牌是序数牌的1、9；七对不算。", "The pair is a 1 or 9 of a suit; not in seven pairs."
    ),
}

# Hands that have a row by their tiles, and Guobiao's rows that the tables show otherwise.
HOUSE_EXAMPLES: dict[str, Example] = {
    name: parse_example(text, facts)
    for name, text, facts in (
        ("si_fang_da_fa", "66z44z [111z] [222z] [333z] +4z", ""),
        ("hun_si_jie", "55m88s [222m] [333p] [444s] +5m", ""),
        ("hun_si_bu", "123m234p345p45s99p +6s", ""),
        ("hun_san_jie", "44m99s [222m] [333p] [777p] +4m", ""),
        ("hun_san_bu", "34m234p123m777s99p +5m", ""),
        ("er_wu_ba_jiang", "45m22p [456p] [456s] [888s] +6m", ""),
        ("yao_jiu_tou", "12s99s [123m] [123p] [789m] +3s", ""),
        ("tian_hu", "234m678m345p88s55p +5p", "draw heavenly"),
        ("di_hu", "123m567p345s78s22m +9s", "draw earthly"),
        ("ren_hu", "123m567p345s78s22m +9s", "human"),
        # A pair of honours: the rows of the pair would be something else to count.
        ("wu_fan_hu", "44m22z [678p] [123s] [789m] +4m", ""),
    )
}
