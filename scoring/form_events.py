"""Events of entry forms that several games have, to be put into `FormFacts.events`."""

from collections.abc import Mapping

from scoring.form_facts import Ask, Choice, FormEvent, StateForm, States, When
from scoring.text import Text

FLOWER_NAME = Text("补花", "Flower")
WILD_NAME = Text("翻混", "Wild tiles")
SEAT = Ask("seat", "seat", Text("谁", "Who"))
TILE = Ask("tile", "tile", Text("哪张牌", "Which tile"))
KONG_NAMES = {
    "exposed": Text("直杠", "Exposed kong"),
    "added": Text("补杠", "Added kong"),
    "concealed": Text("暗杠", "Concealed kong"),
}
SUITS = (
    Choice("m", Text("万", "Characters")),
    Choice("p", Text("饼", "Dots")),
    Choice("s", Text("条", "Bamboos")),
)
DIRECTIONS = (
    Choice("next", Text("给下家", "To the next seat")),
    Choice("across", Text("给对家", "To the seat opposite")),
    Choice("prev", Text("给上家", "To the seat before")),
)
STATE_NAMES = {
    "won": Text("已胡", "Has won"),
    "ready": Text("听牌", "Ready"),
    "not_ready": Text("未听", "Not ready"),
    "hua_zhu": Text("花猪", "Three suits"),
}


def kong_events(
    *kinds: str,
    names: Mapping[str, Text] | None = None,
    linked: bool = False,
    late: When | None = None,
    pung_from: When | None = None,
    extra: Mapping[str, tuple[Ask, ...]] | None = None,
    rare: bool = False,
) -> tuple[FormEvent, ...]:
    """Return one event per kind of kong (``exposed``, ``added``, ``concealed``).

    ``linked`` asks for ``after`` (a kong on the replacement tile of the same seat's kong);
    ``late`` and ``pung_from`` ask for those keys of added kongs under these options (``()``:
    always). ``extra`` are further asks of a kind. ``rare``: kongs carry no money and
    are entered only where a win speaks of one.
    """
    events = []
    for kind in kinds or tuple(KONG_NAMES):
        asks = [SEAT]
        if kind == "exposed":
            asks.append(Ask("from", "seat", Text("谁打的", "Discarded by"), apart_from="seat"))
        asks.append(TILE)
        if linked and kind != "exposed":
            asks.append(
                Ask(
                    "after",
                    "event_ref",
                    Text("接着自己的杠", "On the replacement tile of the own kong"),
                    required=False,
                    of="kong",
                )
            )
        if late is not None and kind == "added":
            label = Text("摸到后没有马上杠", "Not at once after drawing the tile")
            asks.append(Ask("late", "switch", label, required=False, when=late))
        if pung_from is not None and kind == "added":
            label = Text("碰的是谁的", "The pung was from")
            asks.append(
                Ask("pung_from", "seat", label, required=False, apart_from="seat", when=pung_from)
            )
        asks += (extra or {}).get(kind, ())
        name = (names or {}).get(kind, KONG_NAMES[kind])
        events.append(
            FormEvent(f"kong_{kind}", "kong", name, tuple(asks), fixed={"kind": kind}, rare=rare)
        )
    return tuple(events)


def penalty_events(*kinds: Choice, amount: bool | None = True) -> tuple[FormEvent, ...]:
    """Return one event per kind of penalty.

    ``amount``: must be given (True), may be given, or (None) is never asked because the rules
    alone say it. A kind's ``option`` or ``amount`` stands in the box from the start.
    """
    each = Text("付每家", "To each other seat")
    against = Ask("against", "seats", Text("只付给", "Only to"), required=False, apart_from="seat")
    events = []
    for kind in kinds:
        asks = [SEAT]
        if amount is not None:
            asks.append(
                Ask(
                    "amount",
                    "number",
                    each,
                    required=amount,
                    default=kind.amount,
                    default_option=kind.option,
                )
            )
        events.append(
            FormEvent(
                f"penalty_{kind.id}",
                "penalty",
                kind.name,
                (*asks, against),
                phase="any",
                fixed={"kind": kind.id},
                rare=True,
                when=kind.when,
            )
        )
    return tuple(events)


def stake_event(
    kind: str,
    name: Text,
    *,
    role: str = "",
    low: int = 1,
    high: int | None = 1,
    choices: tuple[Choice, ...] = (),
    required: bool = False,
    when: When = (),
    extra: tuple[Ask, ...] = (),
) -> FormEvent:
    """Return a stake before the deal: of the dealer, of the others, or (``role=""``) of anybody.

    Its value is one of ``choices``, else a number from ``low`` to ``high``.
    """
    if choices:
        value = Ask("value", "choice", name, choices)
    else:
        label = Text("多少", "How many")
        value = Ask("value", "number", label, default=low, minimum=low, maximum=high)
    seat = Ask("seat", "seat", Text("谁", "Who"), role=role)
    once = "hand" if role == "dealer" else "seat"
    if extra:
        once = ""
    return FormEvent(
        f"stake_{kind}", "stake", name, (seat, *extra, value), "before", {"kind": kind}, once,
        required, when=when,
    )  # fmt: skip


def ready_events(*kinds: Choice) -> tuple[FormEvent, ...]:
    """Return one event per kind of declared ready hand (报听, 亮倒 …), once for each seat."""
    return tuple(
        FormEvent(
            f"ready_{k.id}", "ready", k.name, (SEAT,), fixed={"kind": k.id}, once="seat",
            when=k.when,
        )
        for k in kinds
    )  # fmt: skip


def flower_event(name: Text = FLOWER_NAME, tile: str = "") -> FormEvent:
    """Return the flower laid down; ``tile`` where there is only one."""
    return FormEvent(
        "flower",
        "flower",
        name,
        (SEAT,) if tile else (SEAT, TILE),
        fixed={"tile": tile} if tile else {},
    )


def wild_event(
    name: Text = WILD_NAME,
    *,
    count: int = 2,
    required: bool = False,
    when: When = (),
) -> FormEvent:
    """Return the indicator and the faces that are wild in this hand."""
    asks = (
        Ask("indicator", "tile", Text("翻出的牌", "Tile turned up")),
        Ask("tiles", "tiles", Text("哪些是混", "Wild tiles"), count=count),
    )
    return FormEvent(
        "wild", "wild", name, asks, "before", once="hand", required=required, when=when
    )


def dice_event(
    purpose: str, name: Text, *, by: bool = False, count: int = 2, when: When = ()
) -> FormEvent:
    """Return a throw of dice; ``by`` asks who threw."""
    asks = [Ask("by", "seat", Text("谁掷的", "Thrown by"))] if by else []
    asks.append(Ask("values", "numbers", Text("点数", "Pips"), minimum=1, maximum=6, count=count))
    return FormEvent(
        f"dice_{purpose}", "dice", name, tuple(asks), "before", {"purpose": purpose}, "hand",
        when=when,
    )  # fmt: skip


def exchange_event(*, when: When = (), required: bool = False) -> FormEvent:
    """Return the exchange of three tiles before play (换三张)."""
    asks = (
        Ask("direction", "choice", Text("给谁", "To whom"), DIRECTIONS, required=False),
        Ask("given", "per_seat_tiles", Text("各家给出", "Given away"), count=3),
        Ask("received", "per_seat_tiles", Text("各家拿到", "Received"), count=3, required=False),
    )
    name = Text("换三张", "Exchange of three")
    return FormEvent(
        "exchange", "exchange", name, asks, "before", once="hand", required=required, when=when
    )


def unseen_ask(*, when: When = ()) -> Ask:
    """Return the ask for the faces that nobody has seen all of: only waits on these count."""
    label = Text("还没见完的牌（死叫不算）", "Tiles not all seen (dead waits do not count)")
    return Ask("unseen", "tile_text", label, required=False, ways=("tiles",), when=when)


def void_event(*, when: When = (), required: bool = True) -> FormEvent:
    """Return the suit that a seat does without (定缺)."""
    asks = (SEAT, Ask("suit", "choice", Text("缺哪门", "Without"), SUITS))
    return FormEvent(
        "void", "void", Text("定缺", "Void suit"), asks, "before", once="seat", required=required,
        when=when,
    )  # fmt: skip


def leave_event() -> FormEvent:
    """Return a player's leaving for good."""
    return FormEvent(
        "leave", "leave", Text("离场", "Leaves the game"), (SEAT,), "any", once="seat", rare=True
    )


def reveal_event(
    kind: str,
    name: Text,
    *,
    seat: bool = False,
    count: int = 0,
    phase: str = "after",
    once: str = "",
    when: When = (),
) -> FormEvent:
    """Return tiles turned up: after the hand (买马, 翻鸡) or, by ``phase``, in it."""
    asks = [Ask("seat", "seat", Text("谁的", "Whose"))] if seat else []
    asks.append(Ask("tiles", "tiles", Text("哪些牌", "Which tiles"), count=count))
    return FormEvent(
        f"reveal_{kind}", "reveal", name, tuple(asks), phase, {"kind": kind}, once, when=when
    )


def declared_number(
    key: str,
    label: Text,
    *,
    maximum: int | None = None,
    required: bool = False,
    ways: tuple[str, ...] = ("patterns",),
    with_event: str = "",
    counts: str = "",
    counts_when: When = (),
    when: When = (),
) -> Ask:
    """Return an ask of `FormFacts.winner` for a number inside ``declared`` (``gen``, ``hua`` …)."""
    return Ask(
        f"declared.{key}", "number", label, required=required, default=0, maximum=maximum,
        ways=ways, with_event=with_event, counts=counts, counts_when=counts_when, when=when,
    )  # fmt: skip


def states(
    *ids: str,
    price: Mapping[str, tuple[str, ...]] | None = None,
    optional: tuple[str, ...] = (),
    names: Mapping[str, Text] | None = None,
    asks: Mapping[str, tuple[Ask, ...]] | None = None,
    when: When = (),
    unless: When = (),
) -> States:
    """Return the states of the seats at an exhausted wall.

    ``price`` says how the hand of a state is priced (default: ``ready`` by one number or tiles),
    ``optional`` those whose price may be left out, ``asks`` what else is asked of a state. Under
    the options of ``unless`` nobody is asked.
    """
    prices = {"ready": ("max_fan", "tiles")} if price is None else price
    return States(
        tuple(
            StateForm(
                i,
                (names or {}).get(i, STATE_NAMES[i]),
                prices.get(i, ()),
                i not in optional,
                (asks or {}).get(i, ()),
            )
            for i in ids or tuple(STATE_NAMES)
        ),
        when,
        unless,
    )
