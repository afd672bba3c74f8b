"""What makes a draw impossible."""

from collections.abc import Sequence

from scoring.text import Text


class SeatingError(ValueError):
    """A plan that cannot be made: every reason, in both languages."""

    def __init__(self, *reasons: Text) -> None:
        self.reasons: Sequence[Text] = reasons
        self.message = Text("".join(r.zh for r in reasons), " ".join(r.en for r in reasons))
        super().__init__(self.message.en)


class SeatingCancelledError(SeatingError):
    """Somebody has stopped the search."""

    def __init__(self) -> None:
        super().__init__(Text("编排已停止。", "The draw was stopped."))
