"""Sorts of patterns that several games tell apart: what the tiles make, and what the moment brings.

The form offers those of the tiles to be ticked; the others come from the events of the record.
"""

from scoring.patterns import Kind
from scoring.text import Text

SHAPE = Kind("shape", Text("牌型", "Hand"))
BESIDE = Kind("beside", Text("另加", "Counted beside"), beside=True)
MOMENT = Kind("moment", Text("和牌的时机", "Moment of the win"), of_tiles=False)
TABLE = Kind("table", Text("桌上的情况", "What stands at the table"), of_tiles=False)
FLOWER = Kind("flower", Text("花", "Flowers"), of_tiles=False)
