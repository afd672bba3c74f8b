"""湖北麻将（卡五星） (Hubei Kawuxing): three or two players, 84 tiles, patterns that multiply."""

from scoring.rulesets.hubei_kawuxing.payout import HubeiKawuxing

__all__ = ["HubeiKawuxing"]
