"""Checks of the events in their order that every rule system shares (EVENTS §4-§6)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scoring.errors import Problem
from scoring.fields import Winner
from scoring.hand import HandTiles, copies_problems, flower_problems, hand_problems
from scoring.record import Event, Record
from scoring.text import Text
from scoring.tiles import HONOURS, TileSet, tile_name

SEAT_NAMES = (Text("东", "East"), Text("南", "South"), Text("西", "West"), Text("北", "North"))
ENDS = ("exhaust", "abort")
Flags = Mapping[str, tuple[tuple[str, ...], bool, tuple[str, ...]]]


@dataclass(slots=True)
class Walk:
    """The events of a record with the questions that all rules ask of them."""

    record: Record

    @property
    def players(self) -> int:
        return self.record.context.players

    @property
    def wins(self) -> tuple[Event, ...]:
        return self.record.of_type("win")

    @property
    def ending(self) -> Event | None:
        """The ``exhaust`` or ``abort`` event."""
        return next(iter(self.record.of_type(*ENDS)), None)

    @property
    def kongs(self) -> tuple[Event, ...]:
        return self.record.of_type("kong")

    def kong(self, kong_id: str | None) -> Event | None:
        return next((k for k in self.kongs if kong_id and k.get("id") == kong_id), None)

    def robbed(self) -> set[int]:
        """Return the indices of the kongs that were robbed, and so are void."""
        found = (self.kong(w.get("kong")) for w in self.wins if w["by"] == "rob_kong")
        return {kong.index for kong in found if kong is not None}

    def standing_kongs(self) -> list[Event]:
        robbed = self.robbed()
        return [kong for kong in self.kongs if kong.index not in robbed]

    def flowers_of(self, seat: int) -> int:
        return sum(event.seat == seat for event in self.record.of_type("flower"))

    def shown_hands(self) -> dict[int, HandTiles]:
        """Return the last hand that each seat shows, at a win or at the end."""
        shown: dict[int, HandTiles] = {}
        for event in self.record.of_type("win", "exhaust"):
            for winner in event.get("winners", ()):
                if winner.hand is not None:
                    shown[winner.seat] = winner.hand
            for seat, state in enumerate(event.get("states", ())):
                if state.hand is not None:
                    shown[seat] = state.hand
        return shown

    def problems(
        self,
        *,
        after_end: Collection[str],
        flags: Flags,
        tile_set: TileSet,
        hand_length: int,
        penalty_kinds: Collection[str] | None,
        ends_on_first_win: bool,
        robbable: Collection[str] = ("added",),
        unfinished: bool = False,
        flowers_in_hand: bool = False,
    ) -> Iterator[Problem]:
        """Yield what is wrong with the events, in their order; ``unfinished``: the hand needs no
        end yet; ``flowers_in_hand``: flowers may stand in the hand, as wild tiles."""
        yield from self._ids()
        if ends_on_first_win:
            yield from self._order(after_end, unfinished)
        for event in self.record.events:
            if event.type == "win":
                yield from self._win(event, flags, robbable)
            elif event.type in ("kong", "pung", "chow"):
                yield from self._claim(event)
            elif event.type == "adjust" and event["from"] == event["to"]:
                yield _problem("bad_seat", "自己不能付给自己。", "A seat cannot pay itself.", event)
            elif event.type == "penalty":
                yield from self._penalty(event, penalty_kinds)
            yield from self._hands(event, tile_set, hand_length, flowers_in_hand)
        yield from self._tiles(tile_set)

    def _hands(
        self, event: Event, tile_set: TileSet, length: int, flowers_in_hand: bool
    ) -> Iterator[Problem]:
        for winner in event.get("winners", ()):
            if winner.hand is not None:
                yield from self.hand_problems(winner.hand, event, winner, tile_set, length)
                if tile_set.flowers and not flowers_in_hand:
                    yield from self._no_flowers(winner, event)
        for seat, state in enumerate(event.get("states", ())):
            if state.hand is not None:
                yield from self.shape_problems(state.hand, event, seat, tile_set, length)

    def _ids(self) -> Iterator[Problem]:
        seen: set[str] = set()
        for event in self.record.events:
            name = event.get("id")
            if name is not None and name in seen:
                yield _problem(
                    "bad_reference",
                    f"事件名“{name}”用了两次。",
                    f"The event id “{name}” is used twice.",
                    event,
                )
            seen.add(name)

    def _order(self, after_end: Collection[str], unfinished: bool) -> Iterator[Problem]:
        ended = False
        for event in self.record.events:
            if ended and event.type not in after_end:
                yield _problem(
                    "after_end",
                    "这一盘已经结束，后面不能再有这个事件。",
                    f"The hand is over; “{event.type}” cannot follow.",
                    event,
                )
            ended = ended or event.type == "win" or event.type in ENDS
        if not ended and not unfinished:
            yield _problem(
                "incomplete",
                "这一盘还没有结束：没有人和牌，也没有荒牌。",
                "The hand has no end: nobody won and the wall is not used up.",
            )

    def _win(self, event: Event, flags: Flags, robbable: Collection[str]) -> Iterator[Problem]:
        winners: tuple[Winner, ...] = event["winners"]
        seats = [winner.seat for winner in winners]
        by, giver = event["by"], event.giver
        if by == "self_draw":
            if giver is not None:
                yield _problem(
                    "bad_flags", "自摸没有点炮的人。", "A self-draw has no discarder.", event
                )
            if len(winners) > 1:
                yield _problem(
                    "bad_seat", "自摸只有一家和牌。", "Only one seat can self-draw.", event
                )
        elif giver is None:
            yield _problem("bad_seat", "没有说是谁点的炮。", "The discarder is not named.", event)
        elif giver in seats:
            yield _problem(
                "bad_seat",
                f"{SEAT_NAMES[giver].zh}家不能给自己点炮。",
                f"{SEAT_NAMES[giver].en} cannot win on the own discard.",
                event,
                seat=giver,
            )
        else:
            order = [(seat - giver) % self.players for seat in seats]
            if order != sorted(set(order)):
                yield _problem(
                    "bad_seat",
                    "和牌的几家要从点炮者的下家依次写，不能重复。",
                    "The winners stand in turn order from the discarder, each once.",
                    event,
                )
        yield from self._flags(event, flags)
        yield from self._kong_of_win(event, flags, robbable)

    def _flags(self, event: Event, flags: Flags) -> Iterator[Problem]:
        given: tuple[str, ...] = event.get("flags", ())
        for flag in sorted({f for f in given if given.count(f) > 1}):
            yield _problem("bad_flags", f"“{flag}”写了两次。", f"“{flag}” stands twice.", event)
        for flag in dict.fromkeys(given):
            if flag not in flags:
                yield _problem(
                    "bad_flags", f"这种玩法没有“{flag}”。", f"This game has no “{flag}”.", event
                )
                continue
            by, _kong, not_with = flags[flag]
            if event["by"] not in by:
                yield _problem(
                    "bad_flags",
                    f"“{flag}”和这种和法不合。",
                    f"“{flag}” does not go with this kind of win.",
                    event,
                )
            for other in not_with:
                if other in given and flag < other:
                    yield _problem(
                        "bad_flags",
                        f"“{flag}”和“{other}”不能同时有。",
                        f"“{flag}” and “{other}” exclude each other.",
                        event,
                    )

    def _kong_of_win(
        self, event: Event, flags: Flags, robbable: Collection[str]
    ) -> Iterator[Problem]:
        wanting = [f for f in event.get("flags", ()) if f in flags and flags[f][1]]
        name = event.get("kong")
        if event["by"] != "rob_kong" and not wanting:
            if name is not None:
                yield _problem(
                    "bad_reference", "这里不该指明杠。", "No kong is to be named here.", event
                )
            return
        kong = self.kong(name)
        if kong is None or kong.index > event.index:
            yield _problem(
                "bad_reference",
                "没有指明是哪一个杠，或者没有这个杠。",
                "The kong is not named, or there is no such kong before this win.",
                event,
            )
            return
        before = [e for e in self.record.of_type("kong", "win") if e.index < event.index]
        if kong is not before[-1]:
            yield _problem(
                "bad_reference",
                "这个杠之后还有别的杠或和牌。",
                "Another kong or win came after this kong.",
                event,
            )
        if event["by"] == "rob_kong":
            if kong.seat != event.giver or (
                event.get("tile") is not None and kong["tile"] != event["tile"]
            ):
                yield _problem(
                    "bad_reference",
                    "抢的不是这一家的这个杠。",
                    "The robbed kong is not of this seat and tile.",
                    event,
                )
            if kong["kind"] not in robbable:
                yield _problem(
                    "not_allowed", "这种杠不能抢。", "This kind of kong cannot be robbed.", event
                )
        elif event["by"] == "self_draw" and kong.seat != event["winners"][0].seat:
            yield _problem(
                "bad_reference",
                "这个杠不是和牌者开的。",
                "The winner did not make this kong.",
                event,
            )
        elif event["by"] == "discard" and kong.seat != event.giver:
            yield _problem(
                "bad_reference",
                "这个杠不是点炮者开的。",
                "The discarder did not make this kong.",
                event,
            )

    def _claim(self, event: Event) -> Iterator[Problem]:
        kind = event.get("kind")
        after = self.kong(event.get("after"))
        if event.get("after") is not None and (
            after is None or after.index >= event.index or after.seat != event.seat
        ):
            yield _problem(
                "bad_reference",
                "连杠指的不是这一家前面的杠。",
                "“after” names no earlier kong of this seat.",
                event,
            )
        if event.type == "kong" and kind != "exposed" and event.giver is not None:
            yield _problem(
                "bad_flags", "这种杠没有引杠的人。", "This kind of kong has no giver.", event
            )
        if event.type == "kong" and kind == "exposed" and event.giver is None:
            yield _problem(
                "bad_seat",
                "直杠没有写引杠的人。",
                "An exposed kong names who gave the tile.",
                event,
            )
        if event.giver == event.seat:
            yield _problem(
                "bad_seat", "不能吃碰杠自己打的牌。", "A seat cannot claim its own discard.", event
            )
        elif event.type == "chow" and event.giver not in (None, (event.seat - 1) % self.players):
            yield _problem(
                "not_allowed", "只能吃上家的牌。", "A chow is only from the seat before.", event
            )
        if event.get("pung_from") == event.seat:
            yield _problem(
                "bad_seat", "碰的牌不是自己打的。", "A pung is not of the own discard.", event
            )
        if event.type == "chow" and event["tile"] in HONOURS:
            yield _problem("not_allowed", "字牌不能吃。", "Honours make no run.", event)

    def _penalty(self, event: Event, kinds: Collection[str] | None) -> Iterator[Problem]:
        if kinds is not None and event["kind"] not in kinds:
            yield _problem(
                "not_allowed",
                f"没有“{event['kind']}”这种处罚。",
                f"There is no penalty “{event['kind']}” in this game.",
                event,
            )
        against = event.get("against")
        if against is not None and (event.seat in against or len(set(against)) != len(against)):
            yield _problem(
                "bad_seat",
                "受罚的人不能付给自己，每家只写一次。",
                "The offender is not among the payees; each payee stands once.",
                event,
                seat=event.seat,
            )
        amount = event.get("amount")
        if amount is not None and amount < 0:
            yield _problem("bad_record", "罚分不能小于0。", "A penalty is not less than 0.", event)

    def hand_problems(
        self, hand: HandTiles, event: Event, winner: Winner, tile_set: TileSet, length: int
    ) -> Iterator[Problem]:
        """Yield what is wrong with the tiles of a winner, whatever they are worth."""
        if event.get("tile") is None:
            yield _problem("incomplete", "没有写和的牌。", "The winning tile is missing.", event)
        yield from self.shape_problems(hand, event, winner.seat, tile_set, length)

    def shape_problems(
        self, hand: HandTiles, event: Event, seat: int, tile_set: TileSet, length: int
    ) -> Iterator[Problem]:
        """Yield what is wrong with a shown hand: its size, its melds, flowers among its tiles."""
        for problem in hand_problems(hand, length, seat=seat, players=self.players):
            yield problem._replace(event=event.index, field="")

    def _no_flowers(self, winner: Winner, event: Event) -> Iterator[Problem]:
        """A flower is laid aside; it does not stand in a hand."""
        if winner.hand is not None:
            for problem in flower_problems(winner.hand):
                yield problem._replace(event=event.index, field="", seat=winner.seat)

    def _tiles(self, tile_set: TileSet) -> Iterator[Problem]:
        """Count the tiles of each shown hand, then every tile of the record once."""
        found = False
        for event, seat, tiles in self._hands_with_tiles():
            for problem in copies_problems(tiles, tile_set):
                found = True
                yield problem._replace(event=event.index, seat=seat, field="")
        flowers = [event["tile"] for event in self.record.of_type("flower")]
        for problem in copies_problems(flowers, tile_set):
            yield problem._replace(field="")
        konged: set[int] = set()
        for kong in self.kongs:
            if kong["tile"] in konged:
                found = True
                yield _problem(
                    "too_many_tiles",
                    f"{tile_name(kong['tile']).zh}已经杠过了。",
                    f"There has been a kong of {tile_name(kong['tile']).en} already.",
                    kong,
                    seat=kong.seat,
                )
            konged.add(kong["tile"])
        if not found:
            for problem in copies_problems(self._tiles_of_record(), tile_set):
                yield problem._replace(field="")

    def _hands_with_tiles(self) -> Iterator[tuple[Event, int, list[int]]]:
        """Yield every hand shown: its event, its seat, its tiles with the winning one."""
        for event in self.record.of_type("win", "exhaust"):
            drawn = [event["tile"]] if event.get("tile") is not None else []
            for winner in event.get("winners", ()):
                if winner.hand is not None:
                    yield event, winner.seat, [*winner.hand.all_tiles(), *drawn]
            for seat, state in enumerate(event.get("states", ())):
                if state.hand is not None:
                    yield event, seat, list(state.hand.all_tiles())

    def _tiles_of_record(self) -> list[int]:
        """Return what the record needs at least: the last hand of each seat, a tile for each win,
        the kongs of seats whose hands are not shown."""
        shown = self.shown_hands()
        tiles = [tile for hand in shown.values() for tile in hand.all_tiles()]
        tiles += [event["tile"] for event in self.wins if event.get("tile") is not None]
        robbed = self.robbed()
        for kong in self.kongs:
            if kong.seat not in shown:
                tiles += [kong["tile"]] * (3 if kong.index in robbed else 4)
        return tiles


def _problem(
    code: str, zh: str, en: str, event: Event | None = None, *, seat: int | None = None
) -> Problem:
    return Problem(code, Text(zh, en), event.index if event else None, seat=seat)
