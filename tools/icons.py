"""Render the icons that devices want as PNG from our SVG: `python tools/icons.py`."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from claimant.art.logo import app_icon, badge

STATIC = Path(__file__).resolve().parent.parent / "src" / "claimant" / "web" / "static"
ICONS = {
    "icon-192.png": (app_icon(), 192),
    "icon-512.png": (app_icon(), 512),
    "icon-maskable-512.png": (app_icon(maskable=True), 512),
    "apple-touch-icon.png": (app_icon(maskable=True), 180),
    "badge-96.png": (badge(), 96),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for name, (svg, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
            png = page.screenshot(omit_background=True)
            page.close()
            image = Image.open(io.BytesIO(png)).quantize(64, method=Image.Quantize.FASTOCTREE)
            image.save(STATIC / name, optimize=True)
            print(f"{name}: {(STATIC / name).stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
