"""Time DDS, the bridge solver, on random boards of 13 tricks, and print the result as JSON.

Run by the Python of the peers' own environment.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from random import Random
from time import process_time


def main() -> None:
    from endplay.dds.solve import SolveMode, solve_board  # type: ignore[import-not-found]
    from endplay.dealer import generate_deal  # type: ignore[import-not-found]
    from endplay.types import Denom, Player  # type: ignore[import-not-found]

    random = Random(1)
    times: dict[str, list[float]] = {"value": [], "moves": []}
    for number in range(1 + int(sys.argv[1])):
        deal = generate_deal(seed=number)
        deal.trump = random.choice(list(Denom))
        deal.first = random.choice(list(Player))
        took = 0.0
        for name, mode in (("value", SolveMode.OptimalOne), ("moves", SolveMode.Default)):
            start = process_time()
            list(solve_board(deal, mode))
            took += process_time() - start
            if number:  # DDS builds its tables during the first one
                times[name].append(took)
    print(json.dumps({"times": times, "version": version("endplay")}))


if __name__ == "__main__":
    main()
