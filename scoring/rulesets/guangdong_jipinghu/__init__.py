"""广东麻将 鸡平胡 (Cantonese, 鸡平胡): fan as doublings with a limit."""

from scoring.rulesets.guangdong_jipinghu.payout import GuangdongJipinghu

__all__ = ["GuangdongJipinghu"]
