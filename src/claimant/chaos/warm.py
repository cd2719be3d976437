"""Imported once, by the process that the servers under test are forked from. With the compiled
rules in memory a server starts at once, and minutes of testing do what would take an hour."""

from claimant.play import warm_up

warm_up()
