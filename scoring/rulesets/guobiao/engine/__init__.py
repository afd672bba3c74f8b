"""The tile engine of Guobiao: what a hand is worth, from its tiles and the facts of the win."""
