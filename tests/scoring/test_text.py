"""Words in three scripts."""

from scoring.text import Text


def test_a_name_that_is_put_in_keeps_its_characters() -> None:
    words = Text("{above}排在{below}之前。", "{above} stands above {below}.")
    filled = words.format(above="图04", below="发哥")
    assert filled == ("图04排在发哥之前。", "图04 stands above 发哥.")
    assert filled.in_language("zh-hant") == "图04排在发哥之前。"
    assert filled.in_language("zh-hans") == filled.zh
    assert filled.in_language("en") == filled.en


def test_words_of_the_house_that_are_put_in_are_converted() -> None:
    words = Text("{key}：{name} {n}。", "{key}: {name} {n}.")
    filled = words.format(key=Text("标准分", "Table points"), name="图04", n=4)
    assert filled.in_language("zh-TW") == "標準分：图04 4。"
    outer = Text("“{inner}”", "“{inner}”").format(inner=filled)
    assert outer.in_language("zh-hant") == "「標準分：图04 4。」"


def test_tables_and_the_green_dragon_are_called_by_their_names() -> None:
    for plain, shown in (
        ("看表格", "看表格"),
        ("只影响显示", "只影響顯示"),
        ("白发中", "白發中"),
        ("三只鸡", "三隻雞"),
        ("“他说‘好’”", "「他說『好』」"),
    ):
        assert Text(plain, "").in_language("zh-hant") == shown
