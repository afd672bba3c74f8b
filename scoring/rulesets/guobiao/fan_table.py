"""The 81 fans of Guobiao and 明暗杠 as one text: a row for each, with what it excludes.

Number (1998), id, points, times where more than one, kind | Chinese | English | exclusions. An
exclusion is the id of the other fan, with a mark in front for its reason and reach:

* no mark: 不重复, the fan always contains it; ``~`` the same for the sets that it uses already,
  ``%`` for one of several;
* ``/``: 不拆移, the sets it uses are not taken apart for it;
* ``^``: 就高不就低, the same tiles have it in another reading only;
* ``!``: the list of 1998 names it, though it need not be contained;
* ``-``: the definition bars it already, the list says so once more.
"""

TABLE = """
1 da_si_xi 88 honours | 大四喜 | Big Four Winds
    | peng_peng_hu san_feng_ke quan_feng_ke men_feng_ke yao_jiu_ke
2 da_san_yuan 88 honours | 大三元 | Big Three Dragons | shuang_jian_ke jian_ke ~yao_jiu_ke
3 lv_yi_se 88 tiles | 绿一色 | All Green | !hun_yi_se
4 jiu_lian_bao_deng 88 special | 九莲宝灯 | Nine Gates
    | qing_yi_se wu_zi men_qian_qing bu_qiu_ren %yao_jiu_ke
5 si_gang 88 kongs | 四杠 | Four Kongs
    | san_gang shuang_ming_gang shuang_an_gang ming_an_gang ming_gang an_gang peng_peng_hu
    dan_diao_jiang
6 lian_qi_dui 88 special | 连七对 | Seven Shifted Pairs
    | qi_dui qing_yi_se wu_zi men_qian_qing bu_qiu_ren dan_diao_jiang
7 shi_san_yao 88 special | 十三幺 | Thirteen Orphans
    | hun_yao_jiu wu_men_qi men_qian_qing bu_qiu_ren -dan_diao_jiang
8 qing_yao_jiu 64 tiles | 清幺九 | All Terminals
    | hun_yao_jiu peng_peng_hu quan_dai_yao !shuang_tong_ke yao_jiu_ke wu_zi
9 xiao_si_xi 64 honours | 小四喜 | Little Four Winds | san_feng_ke ~yao_jiu_ke
10 xiao_san_yuan 64 honours | 小三元 | Little Three Dragons | shuang_jian_ke jian_ke ~yao_jiu_ke
11 zi_yi_se 64 tiles | 字一色 | All Honors
    | hun_yao_jiu peng_peng_hu quan_dai_yao yao_jiu_ke -hun_yi_se -que_yi_men
12 si_an_ke 64 concealed | 四暗刻 | Four Concealed Pungs
    | san_an_ke shuang_an_ke peng_peng_hu men_qian_qing bu_qiu_ren
13 yi_se_shuang_long_hui 64 chows | 一色双龙会 | Pure Terminal Chows
    | qing_yi_se ^qi_dui ping_hu yi_ban_gao lao_shao_fu wu_zi
14 yi_se_si_tong_shun 48 chows | 一色四同顺 | Quadruple Chow
    | yi_se_san_tong_shun yi_ban_gao si_gui_yi ^yi_se_san_jie_gao
15 yi_se_si_jie_gao 48 pungs | 一色四节高 | Four Pure Shifted Pungs
    | yi_se_san_jie_gao peng_peng_hu ^yi_se_san_tong_shun
16 yi_se_si_bu_gao 32 chows | 一色四步高 | Four Pure Shifted Chows
    | yi_se_san_bu_gao /lian_liu /lao_shao_fu
17 san_gang 32 kongs | 三杠 | Three Kongs
    | shuang_ming_gang shuang_an_gang ming_an_gang ming_gang an_gang
18 hun_yao_jiu 32 tiles | 混幺九 | All Terminals and Honors | peng_peng_hu quan_dai_yao yao_jiu_ke
19 qi_dui 24 special | 七对 | Seven Pairs | men_qian_qing bu_qiu_ren dan_diao_jiang
20 qi_xing_bu_kao 24 special | 七星不靠 | Greater Honors and Knitted Tiles
    | -quan_bu_kao wu_men_qi men_qian_qing bu_qiu_ren -dan_diao_jiang
21 quan_shuang_ke 24 every_set | 全双刻 | All Even Pungs | peng_peng_hu duan_yao wu_zi
22 qing_yi_se 24 tiles | 清一色 | Full Flush | wu_zi
23 yi_se_san_tong_shun 24 chows | 一色三同顺 | Pure Triple Chow | ~yi_ban_gao ^yi_se_san_jie_gao
24 yi_se_san_jie_gao 24 pungs | 一色三节高 | Pure Shifted Pungs | ^yi_se_san_tong_shun
25 quan_da 24 tiles | 全大 | Upper Tiles | da_yu_wu wu_zi
26 quan_zhong 24 tiles | 全中 | Middle Tiles | duan_yao wu_zi
27 quan_xiao 24 tiles | 全小 | Lower Tiles | xiao_yu_wu wu_zi
28 qing_long 16 chows | 清龙 | Pure Straight | ~lian_liu ~lao_shao_fu
29 san_se_shuang_long_hui 16 chows | 三色双龙会 | Three-Suited Terminal Chows
    | ping_hu xi_xiang_feng lao_shao_fu wu_zi
30 yi_se_san_bu_gao 16 chows | 一色三步高 | Pure Shifted Chows |
31 quan_dai_wu 16 every_set | 全带五 | All Fives | duan_yao wu_zi
32 san_tong_ke 16 pungs | 三同刻 | Triple Pung | ~shuang_tong_ke
33 san_an_ke 16 concealed | 三暗刻 | Three Concealed Pungs | shuang_an_ke
34 quan_bu_kao 12 special | 全不靠 | Lesser Honors and Knitted Tiles
    | wu_men_qi men_qian_qing bu_qiu_ren -dan_diao_jiang
35 zu_he_long 12 special | 组合龙 | Knitted Straight |
36 da_yu_wu 12 tiles | 大于五 | Upper Four | wu_zi
37 xiao_yu_wu 12 tiles | 小于五 | Lower Four | wu_zi
38 san_feng_ke 12 honours | 三风刻 | Big Three Winds | ~yao_jiu_ke
39 hua_long 8 chows | 花龙 | Mixed Straight |
40 tui_bu_dao 8 tiles | 推不倒 | Reversible Tiles | !que_yi_men
41 san_se_san_tong_shun 8 chows | 三色三同顺 | Mixed Triple Chow | ~xi_xiang_feng
42 san_se_san_jie_gao 8 pungs | 三色三节高 | Mixed Shifted Pungs |
43 wu_fan_hu 8 nothing | 无番和 | Chicken Hand |
44 miao_shou_hui_chun 8 moment | 妙手回春 | Last Tile Draw | zi_mo
45 hai_di_lao_yue 8 moment | 海底捞月 | Last Tile Claim |
46 gang_shang_kai_hua 8 moment | 杠上开花 | Out with Replacement Tile | zi_mo
47 qiang_gang_hu 8 moment | 抢杠和 | Robbing the Kong | hu_jue_zhang
48 peng_peng_hu 6 every_set | 碰碰和 | All Pungs |
49 hun_yi_se 6 tiles | 混一色 | Half Flush |
50 san_se_san_bu_gao 6 chows | 三色三步高 | Mixed Shifted Chows |
51 wu_men_qi 6 tiles | 五门齐 | All Types |
52 quan_qiu_ren 6 open | 全求人 | Melded Hand | dan_diao_jiang
53 shuang_an_gang 6 kongs | 双暗杠 | Two Concealed Kongs | an_gang shuang_an_ke
54 shuang_jian_ke 6 honours | 双箭刻 | Two Dragon Pungs | jian_ke ~yao_jiu_ke
55 quan_dai_yao 4 every_set | 全带幺 | Outside Hand |
56 bu_qiu_ren 4 open | 不求人 | Fully Concealed Hand | -men_qian_qing zi_mo
57 shuang_ming_gang 4 kongs | 双明杠 | Two Melded Kongs | ming_gang
58 hu_jue_zhang 4 moment | 和绝张 | Last Tile |
59 jian_ke 2 honours | 箭刻 | Dragon Pung | ~yao_jiu_ke
60 quan_feng_ke 2 honours | 圈风刻 | Prevalent Wind | ~yao_jiu_ke
61 men_feng_ke 2 honours | 门风刻 | Seat Wind | ~yao_jiu_ke
62 men_qian_qing 2 open | 门前清 | Concealed Hand |
63 ping_hu 2 every_set | 平和 | All Chows | wu_zi
64 si_gui_yi 2 x3 tiles | 四归一 | Tile Hog |
65 shuang_tong_ke 2 x2 pungs | 双同刻 | Double Pung |
66 shuang_an_ke 2 concealed | 双暗刻 | Two Concealed Pungs |
67 an_gang 2 kongs | 暗杠 | Concealed Kong |
68 duan_yao 2 tiles | 断幺 | All Simples | wu_zi
69 yi_ban_gao 1 x2 chows | 一般高 | Pure Double Chow |
70 xi_xiang_feng 1 x2 chows | 喜相逢 | Mixed Double Chow |
71 lian_liu 1 x2 chows | 连六 | Short Straight |
72 lao_shao_fu 1 x2 chows | 老少副 | Two Terminal Chows |
73 yao_jiu_ke 1 x4 honours | 幺九刻 | Pung of Terminals or Honors |
74 ming_gang 1 kongs | 明杠 | Melded Kong |
75 que_yi_men 1 tiles | 缺一门 | One Voided Suit |
76 wu_zi 1 tiles | 无字 | No Honors |
77 bian_zhang 1 wait | 边张 | Edge Wait |
78 kan_zhang 1 wait | 坎张 | Closed Wait |
79 dan_diao_jiang 1 wait | 单钓将 | Single Wait |
80 zi_mo 1 moment | 自摸 | Self-Drawn |
81 hua_pai 1 x8 moment | 花牌 | Flower Tiles |
82 ming_an_gang 5 kongs | 明暗杠 | Concealed Kong and Melded Kong | an_gang ming_gang
"""
