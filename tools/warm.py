"""Compile all kernels once, before people wait for them or each test process would compile them."""

from __future__ import annotations

from claimant.play import warm_up, warm_up_bots

if __name__ == "__main__":
    warm_up()
    warm_up_bots()
