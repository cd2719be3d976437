"""Loaded once, by the process that servers under torture are forked from: with what they all need
in memory they are there at once, and as much happens in minutes as else would in an hour."""

from claimant.play import warm_up

warm_up()
