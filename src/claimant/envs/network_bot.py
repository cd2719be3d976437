"""A bot that is a file: the layers of a network over the observation, written by any framework.

The file is a NumPy archive (`numpy.savez`). Layer n, from 0, is `w{n}` of the shape (inputs,
outputs) and `b{n}`; between layers is the function named by `activation`, `relu` (the default) or
`tanh`. The inputs are the observation of the seat to decide, all fields one after the other, as
32-bit floats; the outputs are values of the decisions by number. The legal decision with the
highest value is played, the lowest number if several have it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from claimant.envs.observed import observe
from claimant.game import Illegal, View
from claimant.i18n import Text

MAX_BYTES: Final = 256 << 20
ACTIVATIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "relu": lambda x: np.maximum(x, 0.0),
    "tanh": np.tanh,
}

Layer = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]


class NetworkBot:
    def __init__(self, name: str, layers: list[Layer], activation: str) -> None:
        self._name = name
        self._layers = layers
        self._activation = ACTIVATIONS[activation]

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        observed = observe(view)
        inputs, outputs = len(self._layers[0][0]), len(self._layers[-1][1])
        if (inputs, outputs) != (len(observed.flat), len(observed.mask)):
            raise Illegal(
                "bot",
                Text(
                    "{name} has {inputs} inputs and {outputs} outputs; {game} with {players} "
                    "players has {size} and {actions}",
                    name=self._name,
                    inputs=inputs,
                    outputs=outputs,
                    game=view.game,
                    players=view.players,
                    size=len(observed.flat),
                    actions=len(observed.mask),
                ),
            )
        legal = observed.mask.nonzero()[0]
        return observed.decision(legal[self.values(observed.flat)[legal].argmax()])

    def values(self, observed: npt.ArrayLike) -> Any:
        """The value of every decision, legal or not."""
        x = np.asarray(observed, np.float32)
        for n, (weights, bias) in enumerate(self._layers):
            x = (self._activation(x) if n else x) @ weights + bias
        return x


def load(name: str) -> NetworkBot:
    """The bot in a file; `Illegal` if it is not one."""
    path = Path(name)
    try:
        facts = path.stat()
        return _load(name, facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        if isinstance(error, Illegal):
            raise
        why = str(error) or type(error).__name__
        raise Illegal("bot", Text("{name} cannot be loaded: {why}", name=name, why=why)) from error


@lru_cache(16)
def _load(name: str, _changed: int, size: int) -> NetworkBot:
    """A file as it was when it last changed. At most 16 are cached; each game of a contest asks for
    its files again."""
    if size > MAX_BYTES:
        raise ValueError("too large")
    layers: list[Layer] = []
    with np.load(name, allow_pickle=False) as archive:
        if sum(info.file_size for info in archive.zip.infolist()) > MAX_BYTES:
            raise ValueError("too large")
        activation = str(archive["activation"]) if "activation" in archive else "relu"
        while f"w{len(layers)}" in archive:
            n = len(layers)
            layers.append(
                (archive[f"w{n}"].astype(np.float32), archive[f"b{n}"].astype(np.float32))
            )
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation is one of {', '.join(ACTIVATIONS)}, not {activation[:30]}")
    whole = all(w.ndim == 2 and b.shape == w.shape[1:] for w, b in layers)
    if not layers or not whole or any(len(b) != len(w) for (_, b), (w, _) in pairwise(layers)):
        raise ValueError("the shapes of its layers w0, b0, w1, … do not fit")
    return NetworkBot(name, layers, activation)
