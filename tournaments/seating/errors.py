"""What makes a draw impossible."""

from collections.abc import Callable, Sequence

from scoring.text import Text


class SeatingError(ValueError):
    """A plan that cannot be made: every reason, in both languages."""

    def __init__(self, *reasons: Text) -> None:
        self.reasons: Sequence[Text] = reasons
        self.message = Text("".join(r.zh for r in reasons), " ".join(r.en for r in reasons))
        super().__init__(self.message.en)


class NotApartError(SeatingError):
    """People meet who must not: ``pairs`` are their numbers in the plan, ``more`` what else is
    to be known of it."""

    def __init__(self, pairs: Sequence[tuple[int, int]], *more: Text) -> None:
        self.pairs, self.more = pairs, more
        reasons = [
            Text(
                f"{p}号和{q}号不能同桌，但找不到这样的编排。",
                f"Numbers {p} and {q} must not meet, and no such plan was found.",
            )
            for p, q in pairs
        ]
        super().__init__(*reasons, *more)

    def named(self, who: Callable[[int], str]) -> SeatingError:
        """Return the same refusal with people's own words in place of the plan's numbers."""
        reasons = [
            Text(
                f"{who(p)}和{who(q)}不能同桌，但找不到这样的编排。",
                f"{who(p)} and {who(q)} must not meet, and no such plan was found.",
            )
            for p, q in self.pairs
        ]
        return SeatingError(*reasons, *self.more)


class SeatingCancelledError(SeatingError):
    """Somebody has stopped the search."""

    def __init__(self) -> None:
        super().__init__(Text("编排已停止。", "The draw was stopped."))
