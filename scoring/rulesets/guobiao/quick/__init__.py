"""The quick core of the tile engine: sets of fans as integers, and tables that fill themselves.

A hand is read by a handful of look-ups. Nothing is built at import: an entry of a table is worked
out by the readable function behind it when it is first asked for (`Table`). The doors:

* `count.counter_for(options).of_hand(hand)`: what a hand is worth; `shape.shape_of`: its reading;
* `many.score_many(hands, options)`: many hands, as objects or arrays (`many_hands.Hands`);
* `ready.waits`: what a ready hand waits on, with the fans of each win;
* `distance.distance`: how far tiles are from ready, and which tiles bring them nearer.
"""
