"""A bot for a table at any claimant server, over its API: it plays a legal event at random.

    python examples/bot.py http://127.0.0.1:8000 CODE

CODE is the table's code or the last part of its link. Needs only the standard library.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, token: str = "", data: Any = None) -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    body = None if data is None else json.dumps(data).encode()
    while True:
        try:
            return urlopen(Request(url, body, headers))
        except HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(int(refused.headers["Retry-After"]))  # too fast for this server


def views(url: str, token: str) -> Iterator[dict[str, Any]]:
    """The table as this seat sees it, at once and after every event."""
    for line in ask(f"{url}/feed", token):
        field, _, value = line.decode().partition(": ")
        if field == "data" and "legal" in (view := json.loads(value)):
            yield view


def play(server: str, table: str) -> str:
    url = f"{server}/api/tables/{table}"
    table = json.load(ask(url))["table"]  # a code works until the game begins, this always
    url = f"{server}/api/tables/{table}"
    me = json.load(ask(f"{url}/join", data={"name": "Random Randy"}))
    for view in views(url, me["token"]):
        if view["over"]:
            break
        if view["legal"]:
            event = {"version": view["version"], "event": random.choice(view["legal"])}
            try:
                ask(f"{url}/events", me["token"], event)
            except HTTPError as refused:  # 409: a view that is no longer the latest
                if refused.code != 409:
                    raise
    return f"The winners are {view['result']['winners']}, I was {me['seat']}."


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2]))
