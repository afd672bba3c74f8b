"""麻将番数计算全部番型: Guobiao's fans with other exclusions."""

from scoring.rulesets.guobiao_variant_full_table.payout import GuobiaoVariant

__all__ = ["GuobiaoVariant"]
