"""Claim It!: dice, a board of 6 by 6 spaces, and how far to push one's luck."""

from claimant.registry import GameEntry

_HERE = "claimant.games.claim_it"

ENTRY = GameEntry(
    name="claim-it",
    package=_HERE,
    rules=(f"{_HERE}.game:ClaimIt",),
    bots=f"{_HERE}.bots:LEVELS",
    judge=f"{_HERE}.judge:JUDGE",
    tally=f"{_HERE}.tally:TALLY",
    environment=f"{_HERE}.environment:ENVIRONMENT",
    presentation=f"{_HERE}.presentation:PRESENTATION",
    page=f"{_HERE}.page:PAGE",
    puzzles=f"{_HERE}.puzzles:PUZZLES",
    study=f"{_HERE}.study:STUDY",
    rank=1,
    kernels=(
        f"{_HERE}.batch",
        f"{_HERE}.board_net",
        f"{_HERE}.last_turn",
        f"{_HERE}.rules",
        f"{_HERE}.odds",
        f"{_HERE}.single",
        f"{_HERE}.turn_search",
        f"{_HERE}.value_net",
    ),
)
