"""广东麻将 推倒胡 (Cantonese, 推倒胡): wild ghosts, kong money and horses."""

from scoring.rulesets.guangdong_tuidaohu.payout import GuangdongTuidaohu

__all__ = ["GuangdongTuidaohu"]
