"""The 81 fans of Guobiao and 明暗杠, as a table (guobiao.md; numbers and order of 1998)."""

from dataclasses import dataclass

from scoring.rulesets.guobiao.fan_words import DEFINITIONS
from scoring.text import NO_TEXT, Text


@dataclass(frozen=True, slots=True)
class Fan:
    """One row. ``times`` is how often it may count; ``excludes`` never stand beside it;
    ``excludes_used`` only not for the sets that it uses already."""

    no: int
    id: str
    name: Text
    points: int
    excludes: tuple[str, ...] = ()
    excludes_used: tuple[str, ...] = ()
    times: int = 1
    definition: Text = NO_TEXT


def _fan(
    no: int,
    id: str,
    points: int,
    zh: str,
    en: str,
    excludes: str = "",
    used: str = "",
    times: int = 1,
) -> Fan:
    """A row whose exclusions are ids with spaces between them."""
    words = DEFINITIONS[id]
    return Fan(
        no, id, Text(zh, en), points, tuple(excludes.split()), tuple(used.split()), times, words
    )


FANS: tuple[Fan, ...] = (
    _fan(
        1,
        "da_si_xi",
        88,
        "大四喜",
        "Big Four Winds",
        "peng_peng_hu san_feng_ke quan_feng_ke men_feng_ke yao_jiu_ke",
    ),
    _fan(
        2, "da_san_yuan", 88, "大三元", "Big Three Dragons", "shuang_jian_ke jian_ke", "yao_jiu_ke"
    ),
    _fan(3, "lv_yi_se", 88, "绿一色", "All Green", "hun_yi_se"),
    _fan(
        4,
        "jiu_lian_bao_deng",
        88,
        "九莲宝灯",
        "Nine Gates",
        "qing_yi_se wu_zi men_qian_qing bu_qiu_ren",
        "yao_jiu_ke",
    ),
    _fan(
        5,
        "si_gang",
        88,
        "四杠",
        "Four Kongs",
        "san_gang shuang_ming_gang shuang_an_gang ming_an_gang "
        "ming_gang an_gang peng_peng_hu dan_diao_jiang",
    ),
    _fan(
        6,
        "lian_qi_dui",
        88,
        "连七对",
        "Seven Shifted Pairs",
        "qi_dui qing_yi_se wu_zi men_qian_qing bu_qiu_ren dan_diao_jiang",
    ),
    _fan(
        7,
        "shi_san_yao",
        88,
        "十三幺",
        "Thirteen Orphans",
        "hun_yao_jiu wu_men_qi men_qian_qing bu_qiu_ren dan_diao_jiang",
    ),
    _fan(
        8,
        "qing_yao_jiu",
        64,
        "清幺九",
        "All Terminals",
        "hun_yao_jiu peng_peng_hu quan_dai_yao shuang_tong_ke yao_jiu_ke wu_zi",
    ),
    _fan(9, "xiao_si_xi", 64, "小四喜", "Little Four Winds", "san_feng_ke", "yao_jiu_ke"),
    _fan(
        10,
        "xiao_san_yuan",
        64,
        "小三元",
        "Little Three Dragons",
        "shuang_jian_ke jian_ke",
        "yao_jiu_ke",
    ),
    _fan(
        11,
        "zi_yi_se",
        64,
        "字一色",
        "All Honors",
        "hun_yao_jiu peng_peng_hu quan_dai_yao yao_jiu_ke hun_yi_se que_yi_men",
    ),
    _fan(
        12,
        "si_an_ke",
        64,
        "四暗刻",
        "Four Concealed Pungs",
        "san_an_ke shuang_an_ke peng_peng_hu men_qian_qing bu_qiu_ren",
    ),
    _fan(
        13,
        "yi_se_shuang_long_hui",
        64,
        "一色双龙会",
        "Pure Terminal Chows",
        "qing_yi_se qi_dui ping_hu yi_ban_gao lao_shao_fu wu_zi",
    ),
    _fan(
        14,
        "yi_se_si_tong_shun",
        48,
        "一色四同顺",
        "Quadruple Chow",
        "yi_se_san_tong_shun yi_ban_gao si_gui_yi",
    ),
    _fan(
        15,
        "yi_se_si_jie_gao",
        48,
        "一色四节高",
        "Four Pure Shifted Pungs",
        "yi_se_san_jie_gao peng_peng_hu",
    ),
    _fan(
        16,
        "yi_se_si_bu_gao",
        32,
        "一色四步高",
        "Four Pure Shifted Chows",
        "yi_se_san_bu_gao",
        "lian_liu lao_shao_fu",
    ),
    _fan(
        17,
        "san_gang",
        32,
        "三杠",
        "Three Kongs",
        "shuang_ming_gang shuang_an_gang ming_an_gang ming_gang an_gang",
    ),
    _fan(
        18,
        "hun_yao_jiu",
        32,
        "混幺九",
        "All Terminals and Honors",
        "peng_peng_hu quan_dai_yao yao_jiu_ke",
    ),
    _fan(19, "qi_dui", 24, "七对", "Seven Pairs", "men_qian_qing bu_qiu_ren dan_diao_jiang"),
    _fan(
        20,
        "qi_xing_bu_kao",
        24,
        "七星不靠",
        "Greater Honors and Knitted Tiles",
        "quan_bu_kao wu_men_qi men_qian_qing bu_qiu_ren dan_diao_jiang",
    ),
    _fan(21, "quan_shuang_ke", 24, "全双刻", "All Even Pungs", "peng_peng_hu duan_yao wu_zi"),
    _fan(22, "qing_yi_se", 24, "清一色", "Full Flush", "wu_zi"),
    _fan(23, "yi_se_san_tong_shun", 24, "一色三同顺", "Pure Triple Chow", used="yi_ban_gao"),
    _fan(24, "yi_se_san_jie_gao", 24, "一色三节高", "Pure Shifted Pungs"),
    _fan(25, "quan_da", 24, "全大", "Upper Tiles", "da_yu_wu wu_zi"),
    _fan(26, "quan_zhong", 24, "全中", "Middle Tiles", "duan_yao wu_zi"),
    _fan(27, "quan_xiao", 24, "全小", "Lower Tiles", "xiao_yu_wu wu_zi"),
    _fan(28, "qing_long", 16, "清龙", "Pure Straight", used="lian_liu lao_shao_fu"),
    _fan(
        29,
        "san_se_shuang_long_hui",
        16,
        "三色双龙会",
        "Three-Suited Terminal Chows",
        "ping_hu xi_xiang_feng lao_shao_fu wu_zi",
    ),
    _fan(30, "yi_se_san_bu_gao", 16, "一色三步高", "Pure Shifted Chows"),
    _fan(31, "quan_dai_wu", 16, "全带五", "All Fives", "duan_yao wu_zi"),
    _fan(32, "san_tong_ke", 16, "三同刻", "Triple Pung", used="shuang_tong_ke"),
    _fan(33, "san_an_ke", 16, "三暗刻", "Three Concealed Pungs", "shuang_an_ke"),
    _fan(
        34,
        "quan_bu_kao",
        12,
        "全不靠",
        "Lesser Honors and Knitted Tiles",
        "wu_men_qi men_qian_qing bu_qiu_ren dan_diao_jiang",
    ),
    _fan(35, "zu_he_long", 12, "组合龙", "Knitted Straight"),
    _fan(36, "da_yu_wu", 12, "大于五", "Upper Four", "wu_zi"),
    _fan(37, "xiao_yu_wu", 12, "小于五", "Lower Four", "wu_zi"),
    _fan(38, "san_feng_ke", 12, "三风刻", "Big Three Winds", used="yao_jiu_ke"),
    _fan(39, "hua_long", 8, "花龙", "Mixed Straight"),
    _fan(40, "tui_bu_dao", 8, "推不倒", "Reversible Tiles", "que_yi_men"),
    _fan(41, "san_se_san_tong_shun", 8, "三色三同顺", "Mixed Triple Chow", used="xi_xiang_feng"),
    _fan(42, "san_se_san_jie_gao", 8, "三色三节高", "Mixed Shifted Pungs"),
    _fan(43, "wu_fan_hu", 8, "无番和", "Chicken Hand"),
    _fan(44, "miao_shou_hui_chun", 8, "妙手回春", "Last Tile Draw", "zi_mo"),
    _fan(45, "hai_di_lao_yue", 8, "海底捞月", "Last Tile Claim"),
    _fan(46, "gang_shang_kai_hua", 8, "杠上开花", "Out with Replacement Tile", "zi_mo"),
    _fan(47, "qiang_gang_hu", 8, "抢杠和", "Robbing the Kong", "hu_jue_zhang"),
    _fan(48, "peng_peng_hu", 6, "碰碰和", "All Pungs"),
    _fan(49, "hun_yi_se", 6, "混一色", "Half Flush"),
    _fan(50, "san_se_san_bu_gao", 6, "三色三步高", "Mixed Shifted Chows"),
    _fan(51, "wu_men_qi", 6, "五门齐", "All Types"),
    _fan(52, "quan_qiu_ren", 6, "全求人", "Melded Hand", "dan_diao_jiang"),
    _fan(53, "shuang_an_gang", 6, "双暗杠", "Two Concealed Kongs", "an_gang shuang_an_ke"),
    _fan(54, "shuang_jian_ke", 6, "双箭刻", "Two Dragon Pungs", "jian_ke", "yao_jiu_ke"),
    _fan(55, "quan_dai_yao", 4, "全带幺", "Outside Hand"),
    _fan(56, "bu_qiu_ren", 4, "不求人", "Fully Concealed Hand", "men_qian_qing zi_mo"),
    _fan(57, "shuang_ming_gang", 4, "双明杠", "Two Melded Kongs", "ming_gang"),
    _fan(58, "hu_jue_zhang", 4, "和绝张", "Last Tile"),
    _fan(59, "jian_ke", 2, "箭刻", "Dragon Pung", used="yao_jiu_ke"),
    _fan(60, "quan_feng_ke", 2, "圈风刻", "Prevalent Wind", used="yao_jiu_ke"),
    _fan(61, "men_feng_ke", 2, "门风刻", "Seat Wind", used="yao_jiu_ke"),
    _fan(62, "men_qian_qing", 2, "门前清", "Concealed Hand"),
    _fan(63, "ping_hu", 2, "平和", "All Chows", "wu_zi"),
    _fan(64, "si_gui_yi", 2, "四归一", "Tile Hog", times=3),
    _fan(65, "shuang_tong_ke", 2, "双同刻", "Double Pung", times=2),
    _fan(66, "shuang_an_ke", 2, "双暗刻", "Two Concealed Pungs"),
    _fan(67, "an_gang", 2, "暗杠", "Concealed Kong"),
    _fan(68, "duan_yao", 2, "断幺", "All Simples", "wu_zi"),
    _fan(69, "yi_ban_gao", 1, "一般高", "Pure Double Chow", times=2),
    _fan(70, "xi_xiang_feng", 1, "喜相逢", "Mixed Double Chow", times=2),
    _fan(71, "lian_liu", 1, "连六", "Short Straight", times=2),
    _fan(72, "lao_shao_fu", 1, "老少副", "Two Terminal Chows", times=2),
    _fan(73, "yao_jiu_ke", 1, "幺九刻", "Pung of Terminals or Honors", times=4),
    _fan(74, "ming_gang", 1, "明杠", "Melded Kong"),
    _fan(75, "que_yi_men", 1, "缺一门", "One Voided Suit"),
    _fan(76, "wu_zi", 1, "无字", "No Honors"),
    _fan(77, "bian_zhang", 1, "边张", "Edge Wait"),
    _fan(78, "kan_zhang", 1, "坎张", "Closed Wait"),
    _fan(79, "dan_diao_jiang", 1, "单钓将", "Single Wait"),
    _fan(80, "zi_mo", 1, "自摸", "Self-Drawn"),
    _fan(81, "hua_pai", 1, "花牌", "Flower Tiles", times=8),
    _fan(82, "ming_an_gang", 5, "明暗杠", "Concealed Kong and Melded Kong", "an_gang ming_gang"),
)
BY_ID = {fan.id: fan for fan in FANS}
