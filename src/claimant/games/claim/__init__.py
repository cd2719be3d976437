"""Claim: two phases of tricks, with 17 factions and their powers."""

from claimant.registry import GameEntry

_HERE = "claimant.games.claim"

ENTRY = GameEntry(
    name="claim",
    package=_HERE,
    rules=(f"{_HERE}.game:Claim",),
    bots=f"{_HERE}.bots:LEVELS",
    environment=f"{_HERE}.environment:ENVIRONMENT",
    presentation=f"{_HERE}.presentation:PRESENTATION",
    page=f"{_HERE}.page:PAGE",
    commands=f"{_HERE}.commands:commands",
    rank=2,
    kernels=(f"{_HERE}.rules", f"{_HERE}.search", f"{_HERE}.solver", f"{_HERE}.worlds"),
)
