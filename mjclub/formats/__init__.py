"""How days and moments are written for readers of each language: one form on all pages."""
