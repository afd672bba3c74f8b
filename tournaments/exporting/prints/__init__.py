"""Printed pages, A4, drawn from plain values: nothing in this room reads the database."""
