"""Claim: two phases of tricks, with 17 factions and their powers."""

from claimant.registry import GameEntry

_HERE = "claimant.games.claim"

ENTRY = GameEntry(
    name="claim",
    package=_HERE,
    rules=(f"{_HERE}.game:Claim",),
    bots=f"{_HERE}.bots:LEVELS",
    judge=f"{_HERE}.judge:JUDGE",
    tally=f"{_HERE}.tally:TALLY",
    environment=f"{_HERE}.environment:ENVIRONMENT",
    presentation=f"{_HERE}.presentation:PRESENTATION",
    page=f"{_HERE}.page:PAGE",
    puzzles=f"{_HERE}.puzzles:PUZZLES",
    study=f"{_HERE}.study:STUDY",
    commands=f"{_HERE}.commands:commands",
    rank=2,
    kernels=(
        f"{_HERE}.batch",
        f"{_HERE}.network",
        f"{_HERE}.rules",
        f"{_HERE}.search",
        f"{_HERE}.single",
        f"{_HERE}.solver",
        f"{_HERE}.worlds",
    ),
)
