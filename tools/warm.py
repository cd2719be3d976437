"""Compile all kernels once, so that no person and no test process has to wait for it."""

from __future__ import annotations

from claimant.play import warm_up, warm_up_bots

if __name__ == "__main__":
    warm_up()
    warm_up_bots()
