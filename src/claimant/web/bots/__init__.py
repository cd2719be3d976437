"""Bots at tables: the processes they run in."""
