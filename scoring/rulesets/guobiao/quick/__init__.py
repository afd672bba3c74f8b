"""The quick core of the tile engine: sets of fans as integers, and tables that fill themselves.

A hand is read by a handful of look-ups. Nothing is built at import: an entry of a table is worked
out by the readable function behind it when it is first asked for (`Table`).
"""
