"""Which games exist, and where to find each part of a game.

A game is a folder whose package has an `ENTRY`. The registry scans the folder `claimant/games/`;
other packages register their games through the entry point group `claimant.games`. An entry names
modules instead of importing them, so listing the games imports none of them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, invalidate_caches, metadata, resources
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from claimant.i18n.catalogues import add_catalogues, forget_translations
from claimant.i18n.text import Text

if TYPE_CHECKING:
    from claimant.game import Game

FOLDER: Final = "claimant.games"
GROUP: Final = "claimant.games"
"""The entry point group of games in other packages; each entry point is a `GameEntry`."""


@dataclass(frozen=True)
class GameEntry:
    """A game by its parts, each written `package.module:name` and imported when first used."""

    name: str
    """As records name it, in lower case with hyphens."""
    package: str
    """The package whose folder has `texts/`, `locale/` and other files of the game."""
    rules: tuple[str, ...]
    """A `Game` class per version of the rules, the newest last. Old ones stay, so that old records
    replay under their own rules."""
    bots: str = ""
    """A `bots.Levels`: how each level plays this game. Without one, all levels play at random."""
    judge: str = ""
    """A `judge.Judge`: what positions are worth, for hints, reviews and puzzles. Without one the
    game has none of these."""
    tally: str = ""
    """A `tally.GameTally`: what is counted about each player's part in a game, for people's own
    figures. Without one only wins are counted."""
    puzzles: str = ""
    """A `puzzles.PuzzleMaker`: finds positions with a single best decision. Without one the game
    has no puzzles."""
    study: str = ""
    """A `study.GameStudy`: what self-play says about the balance of the game. Without one there is
    no such page."""
    environment: str = ""
    """An `environment.Environment`: observations and chance for PettingZoo, Gymnasium and
    OpenSpiel. Without one the game cannot be used there."""
    presentation: str = ""
    """A `presentation.Presentation`: title, words and pictures. There is a plain default."""
    page: str = ""
    """A `components.GamePage`: the game's part of the web app. There is a plain default."""
    commands: str = ""
    """A function that returns Click commands for `claimant`, given the language and a function that
    opens a Rich console. It is called for every `--help`, so import the rules only when a command
    runs."""
    rank: int = 100
    """Its position in lists of games; games of equal rank are sorted by name."""
    kernels: tuple[str, ...] = ()
    """Packages and modules with kernels. A change to any of them triggers a fresh compile."""


def entries() -> Mapping[str, GameEntry]:
    """Every game by name."""
    if not _entries:
        _find()
    return _entries


def entry(name: str) -> GameEntry:
    """A game by name; `Illegal` if there is none."""
    found = entries().get(name)
    if found is None:
        from claimant.game import Illegal

        known = ", ".join(entries())
        raise Illegal(
            "game", Text("there is no game “{name}”, only: {known}", name=name[:40], known=known)
        )
    return found


def register(game: GameEntry) -> None:
    """Add a game for this process, in place of one with the same name. (A package that is installed
    announces its game by an entry point instead.)"""
    entries()
    _entries[game.name] = game
    forget_translations()


def unregister(name: str) -> None:
    """Remove a game that was registered for this process."""
    _entries.pop(name, None)
    forget_translations()


def refresh() -> None:
    """Look for games again, for a package that was installed or removed while this process runs.
    What was only registered is forgotten."""
    invalidate_caches()
    _entries.clear()
    _set_up.cache_clear()
    forget_translations()


_entries: Final[dict[str, GameEntry]] = {}


def _find() -> None:
    ours = import_module(FOLDER)
    found = [
        import_module(f"{FOLDER}.{module.name}").ENTRY
        for module in pkgutil.iter_modules(ours.__path__)
    ]
    found += [point.load() for point in metadata.entry_points(group=GROUP)]
    _entries.update({one.name: one for one in sorted(found, key=lambda one: (one.rank, one.name))})


def part(name: str) -> Any:
    """What `package.module:name` refers to."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def games() -> dict[str, type[Game]]:
    """Every game by name, with its newest rules."""
    return {name: part(one.rules[-1]) for name, one in entries().items()}


def game_class(name: str) -> type[Game]:
    """A game's newest rules; `Illegal` if there is no such game."""
    found: type[Game] = part(entry(name).rules[-1])
    return found


def game_of(name: str, rules: int, players: int, options: Mapping[str, str]) -> Game:
    """The set-up that these headers of a record describe; `Illegal`, with the bad header's name
    as its code."""
    versions = {part(one).rules: one for one in entry(name).rules}
    if rules not in versions:
        from claimant.game import Illegal

        raise Illegal(
            "rules",
            Text(
                "this program does not know version {version} of the rules, only: {known}",
                version=rules,
                known=", ".join(map(str, sorted(versions))),
            ),
        )
    return _set_up(versions[rules], players, tuple(options.items()))


@lru_cache(256)
def _set_up(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """Tables with the same set-up share it, and everything derived from it."""
    found: Game = part(game).set_up(players, dict(options))
    return found


# Sources of kernels, for the compile cache.


def kernel_packages(module: str) -> tuple[str, ...]:
    """The packages and modules that a kernel of this module may depend on."""
    owners = [
        one for one in entries().values() if module == one.package or _within(module, one.package)
    ]
    return (
        "claimant.kernels",
        *(name for one in owners or entries().values() for name in one.kernels),
    )


def _within(module: str, package: str) -> bool:
    return module.startswith(f"{package}.")


def sources(name: str) -> list[Path]:
    """The source files of a package or module, found without importing it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    if spec.submodule_search_locations is None:
        return [Path(spec.origin)]
    return sorted(Path(spec.origin).parent.rglob("*.py"))


# The catalogues of games belong to those that `Text` translates with.
add_catalogues(lambda: [resources.files(one.package) / "locale" for one in entries().values()])
