"""The games on a GPU, compared bit for bit with the CPU, and their speed:

    python -m bench.gpu [--json FILE] [--write-docs]
    python -m bench.gpu --from FILE --write-docs

It needs an NVIDIA GPU, numba-cuda, and for the peers pgx. Everything is compiled at the same time,
in a process per kernel, and measured one after the other. `--tiny` plays a few games and says
nothing about speed: with NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1 it runs without a GPU.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import queue
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda asks for it, and NumPy 2.5 has it no more
    np.row_stack = np.vstack

Row = dict[str, Any]
DECISIONS: Final = "random decisions"
STEPS: Final = "observations and masks"
PEER: Final = "pgx"
DIGEST: Final = "digest"
COMPARED: Final = (256, 150)
"""With how many games and steps GPU and CPU are compared."""
TINY: Final = (2, 12)
SET_UPS: Final[dict[tuple[str, str], list[dict[str, Any]]]] = {
    (DECISIONS, "claim-it"): [{"players": 2}, {"players": 5, "squatters_return": True}],
    (DECISIONS, "claim"): [{"players": 2}, {"players": 4}],
    (STEPS, "claim-it"): [{"players": 2}, {"players": 5, "squatters_return": True}],
    (STEPS, "claim"): [{"players": 2}, {"players": 2, "decks": "random"}, {"players": 4}],
}
PEERS: Final = ("backgammon", "sparrow_mahjong", "2048")
PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
MARKS: Final = ("<!-- gpu measured: begin -->", "<!-- gpu measured: end -->")
GOALS: Final = {
    (DECISIONS, "claim-it"): 8e9,
    (DECISIONS, "claim"): 5e9,
    (STEPS, "claim-it"): 1e9,
    (STEPS, "claim"): 4e8,
}
"""For two players and the usual set-up, the first of `SET_UPS`."""


class Scale:
    """How much is played."""

    def __init__(self, games: int, tiny: bool) -> None:
        self.games = min(games, 4) if tiny else games
        self.compared = TINY if tiny else COMPARED
        self.threads = (2,) if tiny else (32, 64, 128)
        self.resident = (2,) if tiny else (256, 512, 1024, 2048)
        """Threads per multiprocessor."""
        self.seconds = 0.0 if tiny else 0.5
        self.processors = 1
        if not tiny:
            device = import_module("numba.cuda").get_current_device()
            self.processors = device.MULTIPROCESSOR_COUNT


def best_of(
    choices: Iterator[tuple[int, int]], run: Callable[[int, int, int], float], seconds: float
) -> Row:
    """The launch with the best rate, measured again in three rounds of these seconds. `run` is
    called with a launch and a number of repetitions, and returns a rate."""
    tried: dict[tuple[int, int], float] = {}
    for choice in choices:
        try:
            run(*choice, 1)
            tried[choice] = run(*choice, 4)
        except Exception as error:  # such as too many registers for this many threads
            print(choice, error, file=sys.stderr)
    best = max(tried, key=lambda choice: tried[choice])
    took = time.perf_counter()
    run(*best, 8)
    took = (time.perf_counter() - took) / 8
    repetitions = max(1, int(seconds / max(took, 1e-6)))
    rates = [run(*best, repetitions) for _ in range(3)]
    launches = {f"{first} x {second}": round(rate) for (first, second), rate in tried.items()}
    return {"per_second": round(max(rates)), "launch": list(best), "launches": launches}


def decisions(name: str, scale: Scale, device: str, lock: Any) -> Iterator[Row]:
    """Random games in every thread."""
    from bench.gpu_playouts import KERNELS, Playouts

    kernel = KERNELS[name]() if device == "cuda" else None
    for parameters in SET_UPS[DECISIONS, name]:
        playouts = Playouts(kernel, name, parameters)
        row: Row = {**parameters, DIGEST: playouts.digest(device, min(scale.compared[0], 32), 3)}
        if device == "cuda":
            run = partial(play_out, playouts, scale.processors)
            with lock:
                row |= best_of(product(scale.resident, scale.threads), run, scale.seconds)
        yield row


def play_out(
    playouts: Any, processors: int, resident: int, threads: int, repetitions: int
) -> float:
    """Decisions per second with `resident` threads per multiprocessor, in blocks of `threads`."""
    cuda: Any = import_module("numba.cuda")
    n = processors * resident
    random, counts = cuda.to_device(playouts.random(n, 7)), cuda.to_device(np.zeros(n, np.int64))
    cuda.synchronize()
    started = time.perf_counter()
    playouts.play(random, counts, 4 * repetitions, threads)
    cuda.synchronize()
    passed = time.perf_counter() - started
    return float(counts.copy_to_host().sum()) / passed


def steps(name: str, scale: Scale, device: str, lock: Any) -> Iterator[Row]:
    """Steps of batch environments: a random decision, rewards, observation, mask, new games."""
    from claimant.envs.batch import make

    for parameters in SET_UPS[STEPS, name]:
        row: Row = {**parameters, DIGEST: steps_digest(name, parameters, device, *scale.compared)}
        if device == "cuda":
            with lock:
                env = make(name, scale.games, seed=7, device=device, **parameters)
                env.reset()
                run = partial(step_all, env, scale.processors)
                row |= best_of(product(scale.resident, scale.threads), run, scale.seconds)
                row |= {"games": env.n, "illegal": env.illegal}
                del env, run
        yield row


def step_all(env: Any, processors: int, resident: int, threads: int, repetitions: int) -> float:
    """Steps per second with `resident` threads per multiprocessor, in blocks of `threads`."""
    cuda: Any = import_module("numba.cuda")
    env._runner.threads = threads
    env._runner.blocks = processors * max(1, resident // threads)
    cuda.synchronize()
    started = time.perf_counter()
    for _ in range(2 * repetitions):
        env.step(env.random_actions())
    cuda.synchronize()
    return float(env.n * 2 * repetitions / (time.perf_counter() - started))


def steps_digest(name: str, parameters: dict[str, Any], device: str, games: int, count: int) -> str:
    """A hash of what can be seen after some steps of some games."""
    from claimant.envs.batch import make

    env = make(name, games, seed=5, device=device, **parameters)
    env.reset()
    for _ in range(count):
        env.step(env.random_actions())
    seen = hashlib.sha256()
    for array in (env.observations, env.masks, env.rewards, env.dones, env.actors):
        seen.update(np.ascontiguousarray(env._runner.get(array)).tobytes())
    return seen.hexdigest()


def peers(name: str, scale: Scale, device: str, lock: Any) -> Iterator[Row]:
    """Random steps of a game of pgx, with observations, masks and new games, 32,768 at a time."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    batch, length = min(scale.games, 1 << 15), 100
    env = pgx.make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def body(carry: Any, _: None) -> Any:
        state, key = carry
        key, chosen, drawn = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(chosen, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(drawn, batch))
        return (state, key), state.observation.sum() + state.legal_action_mask.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=length))
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), batch))
    (state, key), seen = run(state, jax.random.PRNGKey(1))
    seen.block_until_ready()
    best = 0.0
    with lock:
        for _ in range(3):
            started = time.perf_counter()
            (state, key), seen = run(state, key)
            seen.block_until_ready()
            best = max(best, batch * length / (time.perf_counter() - started))
    yield {"games": batch, "per_second": round(best)}


KINDS: Final = {DECISIONS: decisions, STEPS: steps, PEER: peers}


def work(
    kind: str, name: str, device: str, games: int, tiny: bool, lock: Any, results: Any
) -> None:
    """Measure one kernel, or say why that was not possible."""
    job = {"what": kind, "game": name, "device": device}
    try:
        scale = Scale(games, tiny or device == "cpu")
        scale.compared = TINY if tiny else COMPARED
        for row in KINDS[kind](name, scale, device, lock):
            results.put({**job, **row})
    except Exception:
        results.put({**job, "error": traceback.format_exc(limit=-3)})
    results.put(None)


def measure(games: int, tiny: bool, patience: float) -> list[Row]:
    """All rows; what has not answered after `patience` seconds is left out."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    jobs = [(*job, device) for job in SET_UPS for device in ("cuda", "cpu")]
    if find_spec("pgx") and not tiny:
        jobs += [(PEER, name, "cuda") for name in PEERS]
    spawn = multiprocessing.get_context("spawn")
    lock, results = spawn.Lock(), spawn.Queue()
    processes = [spawn.Process(target=work, args=(*j, games, tiny, lock, results)) for j in jobs]
    for process in processes:
        process.start()
    rows: list[Row] = []
    working, end = len(processes), time.monotonic() + patience
    while working and (left := end - time.monotonic()) > 0:
        try:
            row = results.get(timeout=left)
        except queue.Empty:
            break
        if row is None:
            working -= 1
        else:
            print(json.dumps(row), flush=True)
            rows.append(row)
    for process in processes:
        process.kill()
    return compared(rows)


def compared(rows: list[Row]) -> list[Row]:
    """The rows of the GPU, with whether the CPU has played the same games."""
    found = []
    for row in rows:
        if row["device"] == "cuda":
            same = [r for r in rows if r["device"] == "cpu" and set_up(r) == set_up(row)]
            digests = {r.get(DIGEST) for r in same}
            found.append(row | {"same_as_cpu": digests == {row.get(DIGEST)}} if same else row)
    return found


def set_up(row: Row) -> tuple[Any, ...]:
    names = ("what", "game", "players", "decks", "squatters_return")
    return tuple(row.get(name) for name in names)


def machine() -> dict[str, str]:
    try:
        name = import_module("numba.cuda").get_current_device().name
    except Exception as error:  # the simulator has no devices
        name = f"none ({type(error).__name__})"
    return {"GPU": name.decode() if isinstance(name, bytes) else str(name)}


def versions() -> dict[str, str]:
    found = {"Python": ".".join(map(str, sys.version_info[:3]))}
    for name in ("claimant", "numba", "numba-cuda", "numpy", "jax", "pgx"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def tables(report: dict[str, Any]) -> str:
    from bench.table import grid, verdict

    told = ", ".join(
        f"{name} {value}" for name, value in {**report["machine"], **report["versions"]}.items()
    )
    rows = [row for row in report["rows"] if "per_second" in row]
    peer = max((r["per_second"] for r in rows if r["game"] == "backgammon"), default=0)
    lines = []
    for what, name in GOALS:
        for row in rows:
            if (row["what"], row["game"]) != (what, name):
                continue
            first = {k: row.get(k) for k in SET_UPS[what, name][0]} == SET_UPS[what, name][0]
            usual = first and "decks" not in row
            goal = GOALS[what, name]
            lines.append(
                (
                    named(row),
                    what,
                    f"{row['per_second'] / 1e6:,.0f}",
                    f"{goal / 1e6:,.0f}" if usual else "",
                    verdict(row["per_second"] >= goal) if usual else "",
                    f"{row['per_second'] / peer:,.0f}" if peer and what == STEPS else "",
                    {True: "yes", False: "**no**"}.get(row.get("same_as_cpu"), "?"),
                )
            )
    head = ("game", "what", "M per second", "goal", "", "x backgammon", "same as CPU")
    text = f"{told}; {report['date']}.\n\n{grid(head, lines)}"
    theirs = [
        (f"pgx {r['game']}", f"{r['per_second'] / 1e6:,.0f}") for r in rows if r["what"] == PEER
    ]
    if theirs:
        text += f"\n\n{grid(('peer', 'M steps per second'), theirs)}"
    return text


def named(row: Row) -> str:
    title = {"claim-it": "Claim It!", "claim": "Claim"}[row["game"]]
    extra = ""
    if row.get("squatters_return"):
        extra = ", squatters return"
    elif row["game"] == "claim":
        extra = ", any deck of the rulebook" if row.get("decks") else ", the usual deck"
    return f"{title} {row['players']} players{extra}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.gpu", description=__doc__)
    parser.add_argument("--games", type=int, default=1 << 20, help="in a batch")
    parser.add_argument("--patience", type=float, default=85, help="seconds for everything")
    parser.add_argument("--tiny", action="store_true", help="to see whether it works")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results")
    parser.add_argument("--from", type=Path, metavar="FILE", dest="source", help="read results")
    parser.add_argument("--write-docs", action="store_true", help="put them into the docs")
    options = parser.parse_args()
    if options.source:
        report = json.loads(options.source.read_text(encoding="utf-8"))
    else:
        rows = measure(options.games, options.tiny, options.patience)
        date = datetime.now(UTC).date().isoformat()
        report = {"date": date, "machine": machine(), "versions": versions(), "rows": rows}
        if options.json:
            options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(tables(report))
    if options.write_docs:
        from bench.solver import write_docs

        write_docs(PAGE, tables(report), MARKS)


if __name__ == "__main__":
    main()
