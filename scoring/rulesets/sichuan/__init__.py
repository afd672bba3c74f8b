"""四川麻将 (Sichuan): 血战到底, 普通场 and 血流成河."""

from scoring.rulesets.sichuan.games import Plain, Xueliu, Xuezhan

__all__ = ["Plain", "Xueliu", "Xuezhan"]
