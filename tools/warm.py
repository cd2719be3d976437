"""Compile the kernels once, before people wait or several test processes would each do so."""

from __future__ import annotations

from claimant.web.thought import wake_up, warm_up

if __name__ == "__main__":
    warm_up()
    wake_up()
