"""Options that several house games have in the same words; each names its own source."""

from scoring.options import Option, switch
from scoring.text import Text

DRAWN = Text("荒庄时的杠分", "Kong money of a drawn hand")
STANDS = Text("照付", "Stands")


def base(source: str) -> Option:
    """What one unit is worth."""
    return Option("base", 1, Text("底分", "Base"), minimum=1, maximum=10_000, source=source)


def kongs_on_draw(
    source: str, label: Text = DRAWN, stands: Text = STANDS, *, house_value: bool = True
) -> Option:
    """Whether kong money is paid when nobody wins (`scoring.kong_money` books it)."""
    return Option(
        "kongs_on_draw",
        "keep",
        label,
        choices=("keep", "void"),
        choice_labels={"keep": stands, "void": Text("不算", "Void")},
        house_value=house_value,
        source=source,
    )


def kong_dealer_double(source: str) -> Option:
    """Whether kong money to or from the dealer is doubled."""
    label = Text("庄家杠分加倍", "Kong money doubled for the dealer")
    return switch("kong_dealer_double", False, label, house_value=True, source=source)
