"""An 18th faction without a power is one line in the card list, and every bot plays it.

The line is added to a copy of the package, because the card list is read at import.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import claimant
from claimant.bots import LEVELS
from claimant.games.claim import heuristic_weights
from claimant.games.claim.rules.cards import FACTIONS

LAST_LINE = '    Faction("vikings", "viking", _TEN),\n'
NEW_LINE = '    Faction("orcs", "orc", _TEN),\n'

PLAY = """
import json
from dataclasses import replace

from claimant.game import CHANCE
from claimant.games.claim import bots, heuristic_weights
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTION_IDS
from claimant.luck import Seeded

# As they are, except for how long they search: here the rules are plain Python.
for level, parameters in bots.PARAMETERS.items():
    bots.PARAMETERS[level] = replace(
        parameters,
        simulations=min(parameters.simulations, 2),
        solve_tricks=min(parameters.solve_tricks, 2),
    )

tables = {
    ("hard", "master"): ("knights", "goblins", "orcs", "dwarves", "griffins"),
    ("novice", "easy", "normal"): (
        "giants", "gnomes", "seers", "orcs", "undead", "dragons", "raccoons"
    ),
    ("expert", "novice", "normal", "easy"): (
        "kings", "peasants", "trolls", "vikings", "bards", "automatons", "orcs"
    ),
}
played = set()
for levels, factions in tables.items():
    game = Claim(len(levels), factions)
    table = [bots.create(level, seat, 60.0) for seat, level in enumerate(levels)]
    state, luck = game.start(), Seeded(1)
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.play(table[state.actor].choose(state.view(state.actor)))
    assert "orcs" in state.outcome.factions
    played.update(levels)
print(json.dumps({
    "id": FACTION_IDS["orcs"],
    "weights": heuristic_weights.load_weights("tuned").of("orcs"),
    "played": sorted(played),
}))
"""


def test_every_level_plays_whole_games_with_a_new_faction(tmp_path: Path) -> None:
    package = Path(claimant.__file__).parent
    copy = tmp_path / "claimant"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    cards = copy / "games" / "claim" / "rules" / "cards.py"
    assert LAST_LINE in cards.read_text("utf-8")
    cards.write_text(cards.read_text("utf-8").replace(LAST_LINE, LAST_LINE + NEW_LINE), "utf-8")
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    command = [sys.executable, "-c", PLAY]
    found = json.loads(subprocess.check_output(command, env=environment, text=True))
    assert found["id"] == len(FACTIONS)
    assert found["played"] == sorted(LEVELS)
    known = [heuristic_weights.load_weights("tuned").of(faction.name) for faction in FACTIONS]
    for n, weight in enumerate(found["weights"]):  # an average faction
        assert min(row[n] for row in known) < weight < max(row[n] for row in known)


def test_every_faction_of_the_box_has_tuned_weights_of_its_own() -> None:
    weights = heuristic_weights.load_weights("tuned")
    assert set(weights.factions) == {faction.name for faction in FACTIONS}
    for row in weights.factions.values():
        assert tuple(row) == heuristic_weights.FACTION_WEIGHTS
    assert tuple(weights.general) == heuristic_weights.GENERAL_WEIGHTS
