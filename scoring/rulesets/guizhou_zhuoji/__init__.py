"""贵州捉鸡麻将 (Guizhou Zhuoji): hands in 番 added up, kongs called 豆."""

from scoring.rulesets.guizhou_zhuoji.payout import GuizhouZhuoji

__all__ = ["GuizhouZhuoji"]
