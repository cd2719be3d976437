"""QR codes of links."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr_code(link: str) -> Markup:
    """The link as SVG to point a camera at. Its colours are fixed: scanners need dark on light."""
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=True, scale=1, border=3, dark="#000", light="#fff",
        omitsize=True, svgclass="qr", lineclass=None, title=None,
    )  # fmt: skip
    return Markup(drawn.getvalue().decode())
