"""A bot for a table at any claimant server, over its API: it plays a legal event at random.

    python examples/bot.py http://127.0.0.1:8000 CODE

CODE is the table's code or the last part of its link. Needs only the standard library.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, data: Any = None, **headers: str) -> Any:
    body = None if data is None else json.dumps(data).encode()
    while True:
        try:
            return urlopen(Request(url, body, {"Content-Type": "application/json"} | headers))
        except HTTPError as refused:
            if refused.code not in (429, 503):
                raise
            time.sleep(int(refused.headers["Retry-After"] or 1))  # too fast, or not just now
        except OSError:
            time.sleep(1)  # the server will be back


def views(url: str, token: str) -> Iterator[dict[str, Any]]:
    """The table as this seat sees it after every event, also across a lost connection."""
    headers = {"Authorization": token}
    while True:
        stream = ask(f"{url}/feed", **headers)
        with suppress(OSError, HTTPException):
            for line in stream:
                field, _, value = line.decode().strip().partition(": ")
                if field == "id":
                    headers["Last-Event-ID"] = value
                elif field == "data" and "legal" in (view := json.loads(value)):
                    yield view


def play(server: str, table: str) -> str:
    url = f"{server}/api/tables/" + json.load(ask(f"{server}/api/tables/{table}"))["table"]
    me = json.load(ask(f"{url}/join", {"name": "Random Randy"}))
    token = f"Bearer {me['token']}"
    for view in views(url, token):
        if view["over"]:
            break
        if view["legal"]:
            event = {"version": view["version"], "event": random.choice(view["legal"])}
            try:
                ask(f"{url}/events", event, Authorization=token)
            except HTTPError as refused:  # 409: a view that is no longer the latest
                if refused.code != 409:
                    raise
    return f"The winners are {view['result']['winners']}, I was {me['seat']}."


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2]))
