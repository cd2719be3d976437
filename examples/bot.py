"""A bot for a table at any claimant server, over its API: it plays legal events at random. CODE
is the table's code or its id: python examples/bot.py http://127.0.0.1:8000 CODE"""

import json
import random
import sys
import time
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, data: object = None, **headers: str) -> HTTPResponse:
    body = None if data is None else json.dumps(data).encode()
    try:
        return urlopen(Request(url, body, {"Content-Type": "application/json"} | headers))
    except HTTPError as refused:
        if refused.code not in (409, 429, 503):  # stale, too many requests, database unavailable
            sys.exit(json.load(refused)["message"])
        time.sleep(int(refused.headers["Retry-After"] or 0))
        raise


def play(server: str, code: str) -> str:
    url = f"{server}/api/tables/" + json.load(ask(f"{server}/api/tables/{code}"))["table"]
    token = "Bearer " + json.load(ask(f"{url}/join", {"name": "Random Randy"}))["token"]
    while True:
        try:
            for line in ask(f"{url}/feed", Authorization=token):
                view = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                if view.get("over"):
                    return f"The winners are {view['result']['winners']}, I was {view['seat']}."
                if view.get("legal"):
                    event = {"version": view["version"], "event": random.choice(view["legal"])}
                    ask(f"{url}/events", event, Authorization=token)
        except (OSError, HTTPException):
            time.sleep(1)  # reconnect; the feed begins with the table as it is


print(play(*sys.argv[1:]))
