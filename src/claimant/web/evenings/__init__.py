"""Evenings: series of games with the same people, and small tournaments."""
