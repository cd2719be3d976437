"""The colours of pages and pictures, light and dark, as CSS variables.

Drawings refer to a variable (`var(--ink)`), and a stylesheet defines it: pages link the one that
`css()` returns, and a stand-alone picture contains it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

LIGHT: Final = {
    # paper, and what is drawn or lies on it
    "paper": "#f4e8cb",
    "margin": "#ead9b0",
    "ink": "#2b2118",
    "faint": "#6b5433",
    "brass": "#8f6414",
    "glow": "#ffd76a",
    "contour": "#d3b87c",
    "water": "#9fc0bb",
    "stake": "#15110c",
    "rim": "#c9992f",
    "pawn": "#ffffff",
    "pawn-ink": "#1d1710",
    "die": "#fffaf0",
    "die-ink": "#241a10",
    # a table, and cards on it
    "table": "#e4ebe3",
    "seam": "#b7c6b8",
    "text": "#1e2a24",
    "card-edge": "#1c1a17",
    # the players (after Okabe and Ito, safe for colour-blind people)
    "seat0": "#0072b2",
    "seat1": "#d55e00",
    "seat2": "#009e73",
    "seat3": "#cc79a7",
    "seat4": "#f0e442",
}
"""Light. Text has a contrast of at least 4.5 to 1 against its background, in the dark too."""

DARK: Final = LIGHT | {
    "paper": "#1b242c",
    "margin": "#141b21",
    "ink": "#f1e5c8",
    "faint": "#b8aa8a",
    "brass": "#e0b45c",
    "glow": "#7a5f1c",
    "contour": "#374753",
    "water": "#2f5661",
    "stake": "#000000",
    "rim": "#e0b45c",
    "pawn": "#fdf7e8",
    "die": "#f6ecd4",
    "table": "#17211d",
    "seam": "#35473d",
    "text": "#e8efe6",
    "card-edge": "#93a39a",
    "seat0": "#3d9fe0",
    "seat1": "#ef7a3a",
    "seat2": "#22b88d",
    "seat3": "#df93bd",
    "seat4": "#f0e442",
}


@cache  # one entry per scope that the code names
def css(scope: str = ":root") -> str:
    """The variables for everything inside `scope`: as the reader's system prefers, unless the root
    has `data-theme="light"` or `"dark"`."""

    def theme(name: str) -> str:
        root = f":root[data-theme={name}]"
        return root if scope == ":root" else f"{root} {scope}"

    light = _block(LIGHT)
    dark = _block({name: value for name, value in DARK.items() if LIGHT[name] != value})
    return (
        f"{scope}{{{light}}}@media(prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
        f"{theme('light')}{{{light}}}{theme('dark')}{{{dark}}}"
    )


def _block(values: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())
