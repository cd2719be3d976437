"""`claimant arena` as people run it: on all cores, on a cluster, stopped and resumed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.terminal import CTRL_C, on_a_terminal
from support.usage import refused_in_a_line

from claimant.arena.cluster import cluster
from claimant.arena.executor import WorkersLost
from claimant.arena.matches import Contest
from claimant.arena.results_file import ResultsFile
from claimant.arena.standings import standings
from claimant.arena.tournament import compete
from claimant.cli import main
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS

Output = pytest.CaptureFixture[str]
Process = subprocess.Popen[str]

ARENA = ["arena", "--game", "claim", "random", "easy", "--seed", "5"]
DECK = SCENARIOS["the old kingdom"].factions


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("CLAIMANT_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The result of 30 games on this machine, without interruption."""
    file = tmp_path_factory.mktemp("here") / "here.json"
    assert main([*ARENA, "--games", "30", "--workers", "2", "--json", str(file)]) == 0
    return without_time(file)


def without_time(file: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(file.read_text())
    del data["thinking"]
    return data


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("arena", "Missing argument 'BOT...' (see claimant arena --help)"),
        ("arena random easy", "which game? There are claim-it, claim"),
        ("arena --game chess random easy", "there is no game “chess”"),
        ("arena --game claim random", "an arena is for two bots or more"),
        ("arena --game claim random clever", "there is no bot called clever; there are random"),
        ("arena --game claim random open_spiel:chance", "open_spiel:chance"),
        ("arena --game claim random hard@soon", "give the seconds per decision after @"),
        ("arena --game claim --players 5 random easy", "Claim is for 2 to 4 players"),
        ("arena --game claim --games 0 random easy", "--games must be at least 1"),
        (
            "arena --game claim --games x random easy",
            "'--games' / '-n': 'x' is not a valid",
        ),
        ("arena --game claim --workers 0 random easy", "--workers must be at least 1"),
        (
            "arena --game claim --workers 1 --cluster tcp://127.0.0.1:9 random easy",
            "--workers and --cluster exclude each other",
        ),
        (
            "arena --game claim --plot a.gif random easy",
            "a.gif: a plot must be a .png",
        ),
        ("arena --game claim --json no/a.json random easy", "no: no such folder"),
        ("arena --game claim --cluster nowhere:x random easy", "no Dask cluster answers at nowh"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(command: str, said: str, capsys: Output) -> None:
    refused_in_a_line(command, said, capsys)


@pytest.mark.parametrize(
    ("module", "option", "said"),
    [
        ("matplotlib", "--plot=a.png", "--plot needs Matplotlib: pip install 'claimant[study]'"),
        ("distributed", "--cluster=x:1", "--cluster needs Dask: pip install 'claimant[cluster]'"),
    ],
)
def test_a_missing_package_is_reported(module: str, option: str, said: str) -> None:
    program = (
        f"import sys; sys.modules[{module!r}] = None; from claimant.cli import main; "
        f"sys.exit(main({[*ARENA, option]!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"claimant: {said}\n"


def test_a_table_and_everything_that_can_be_written(tmp_path: Path, capsys: Output) -> None:
    files = ["--json", "a.json", "--plot", "a.png", "--plot", "a.svg", "--records", "kept"]
    assert main([*ARENA, "--games", "3", "--workers", "1", *files]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "95% interval" in out
    assert "Games: 4, in matches with the same luck: 2." in out
    assert re.search(r"^random +4 +\d+\.\d +\d+\.\d \.\. \d+\.\d", out, re.MULTILINE)
    data = json.loads((tmp_path / "a.json").read_text())
    assert (data["entrants"], data["games"]) == (["random", "easy"], 4)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    picture = ET.parse(tmp_path / "a.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    kept = sorted(str(path) for path in (tmp_path / "kept").iterdir())
    assert len(kept) == 4
    assert main(["verify", *kept]) == 0
    assert not list(tmp_path.glob("*.jsonl"))  # nothing is left of an arena that is finished


def test_a_bot_that_fails_is_named(tmp_path: Path, capsys: Output) -> None:
    bots = ["random", "open_spiel:ismcts=2"]  # which knows no dice
    assert main(["arena", "--game", "claim-it", *bots, "--workers", "1"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    # (Two matches are on their way at a time; either may fail first.)
    said = "open_spiel:ismcts=2 failed in match [12]: open_spiel:ismcts plays Claim only"
    assert re.fullmatch(f"claimant: {said}\n", err)
    assert not list(tmp_path.iterdir())


def test_in_german_with_teams(capsys: Output) -> None:
    four = ["arena", "--lang", "de", "--game", "claim", "--players", "4", "random", "random"]
    assert main([*four, "--games", "2", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "Spiele: 2, in Begegnungen mit gleichem Glück: 1." in out
    assert out.count(" 50.0 ") == 2


def test_a_file_of_another_arena_is_one_line_and_status_2(capsys: Output) -> None:
    saved = ["--games", "2", "--workers", "1", "--save", "results"]
    ResultsFile(Path("results"), Contest.of(Claim(2, DECK), ["hard", "easy"], 1)).__exit__()
    assert main([*ARENA, *saved]) == 2
    assert capsys.readouterr().err == "claimant: results contains the results of something else\n"


def stopped(
    *arguments: str, file: Path, matches: int, how: str | signal.Signals
) -> tuple[int, str]:
    """Stop the command once the file has this many matches. The progress bar is drawn ten times per
    second, and the file is checked each time."""
    done = False

    def look(screen: bytes) -> str | signal.Signals | None:
        nonlocal done
        if done or not file.exists() or file.read_bytes().count(b"\n") <= matches:
            return None
        done = True
        return how

    return on_a_terminal(*arguments, look=look)


def test_the_same_command_continues_after_a_kill_or_a_stop(
    tmp_path: Path, here: dict[str, Any], capsys: Output
) -> None:
    file = tmp_path / "results"
    arena = [*ARENA, "--workers", "1", "--save", str(file)]
    many = [*arena, "--games", "20000"]  # they never get to the end
    status, _ = stopped(*many, file=file, matches=1, how=signal.SIGKILL)
    assert status == -signal.SIGKILL
    status, screen = stopped(*many, file=file, matches=5, how=CTRL_C)
    assert status == 130
    assert "Traceback" not in screen
    assert "95% interval" in screen  # the standings so far
    assert re.search(r"\d+/10000 \S*\d:\d\d:\d\d", re.sub(r"\x1b\[[0-9;?]*\w", "", screen))
    said = re.search(r"claimant: interrupted; (\d+) of 10000 matches are in", screen)
    assert said
    assert int(said[1]) == file.read_bytes().count(b"\n") - 1 >= 5
    assert main([*arena, "--games", "30", "--json", "resumed.json"]) == 0
    assert capsys.readouterr().err == ""
    assert without_time(Path("resumed.json")) == here


@contextmanager
def started(program: str, *arguments: str, until: str) -> Iterator[tuple[Process, str]]:
    """A process of a Dask cluster, and the rest of the line that announces it."""
    command = [sys.executable, "-c", program, *arguments, "--no-dashboard"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            line = next(line for line in process.stderr if until in line)
            yield process, line.partition(until)[2].strip()
        finally:
            process.kill()


def scheduler() -> AbstractContextManager[tuple[Process, str]]:
    program = "from distributed.cli.dask_scheduler import main; main()"
    return started(program, "--host", "127.0.0.1", "--port", "0", until="Scheduler at:")


def worker(address: str, before: str = "") -> AbstractContextManager[tuple[Process, str]]:
    program = f"{before}\nfrom distributed.cli.dask_worker import main; main()"
    return started(program, address, "--nthreads", "1", "--no-nanny", until="Registered to:")


def test_a_cluster_with_a_killed_worker_gives_the_same(
    tmp_path: Path, here: dict[str, Any], capsys: Output
) -> None:
    contest = Contest.of(Claim(2, DECK), ["random", "easy"], 5)
    with scheduler() as (house, address), worker(address) as (unlucky, _), worker(address):
        with cluster(address) as workers, ResultsFile(tmp_path / "killed", contest) as results:
            for _ in compete(contest, 15, results, workers):
                unlucky.kill()
        # The other worker is still there.
        play = [*ARENA, "--games", "30", "--cluster", address, "--json", "cluster.json"]
        assert main(play) == 0
        with cluster(address) as workers:
            numbers = workers.run(abs, range(100_000))
            next(numbers)
            house.kill()
            with pytest.raises(WorkersLost) as lost:
                list(numbers)
    assert unlucky.returncode == -signal.SIGKILL
    killed = standings(contest, results.matches.values()).as_data()
    del killed["thinking"]
    assert killed == here
    assert without_time(Path("cluster.json")) == here
    assert str(lost.value.text) == f"the Dask cluster at {address} is gone"
    assert capsys.readouterr().err == ""


def test_an_unusable_cluster_is_reported_in_one_line(capsys: Output) -> None:
    with scheduler() as (_, address):
        assert main([*ARENA, "--cluster", address]) == 2
        said = f"claimant: the Dask cluster at {address} has no workers\n"
        assert capsys.readouterr() == ("", said)
        with worker(address, before="import sys; sys.modules['claimant'] = None"):
            assert main([*ARENA, "--cluster", address]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"claimant: all workers of the Dask cluster at {address} need claimant")
    assert err.count("\n") == 1
