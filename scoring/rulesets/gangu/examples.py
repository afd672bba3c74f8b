"""A winning hand under the commonest rule of the hand (口子)."""

from scoring.example_hands import read_examples

_KOUZI = {"type": "stake", "seat": 0, "kind": "kouzi", "value": "hu_chi_luan_peng"}
EXAMPLES = read_examples("ban_dao_hu | 234m345p55m67s [999m] +8s | draw", before=(_KOUZI,))
