"""A bot for a table at any claimant server, over its API: it plays legal events at random. CODE
is the table's code or its id: python examples/bot.py http://127.0.0.1:8000 CODE"""

import json
import random
import secrets
import sys
import time
from hashlib import sha256
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def ask(url: str, data: object = None, **headers: str) -> HTTPResponse:
    body = None if data is None else json.dumps(data).encode()
    try:
        return urlopen(Request(url, body, {"Content-Type": "application/json"} | headers))
    except HTTPError as refused:
        if refused.code not in (409, 429, 503) and not url.endswith("/reveal"):  # not just now
            sys.exit(json.load(refused)["message"])
        time.sleep(int(refused.headers["Retry-After"] or 0))
        raise


def play(server: str, code: str) -> str:
    table = json.load(ask(f"{server}/api/tables/{code}"))
    url, promise = f"{server}/api/tables/{table['table']}", table["commitment"]
    mine = json.load(ask(f"{url}/join", {"name": "Random Randy", "contributes": True}))
    token, bits = "Bearer " + mine["token"], secrets.token_hex(16)
    commit = sha256(f"{promise}\n{mine['seat']}\n{bits}\n".encode()).hexdigest()
    ask(f"{url}/commit", {"commit": commit}, Authorization=token)
    while True:
        try:
            for line in ask(f"{url}/feed", Authorization=token):
                view = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                if view.get("over"):
                    kept = promise == sha256(bytes.fromhex(view["seed"])).hexdigest()
                    luck = f"The promise of the luck was {'kept' if kept else 'broken'}."
                    return f"The winners are {view['result']['winners']}. {luck}"
                if view.get("revealing"):
                    ask(f"{url}/reveal", {"contribution": bits}, Authorization=token)
                if view.get("legal"):
                    event = {"version": view["version"], "event": random.choice(view["legal"])}
                    ask(f"{url}/events", event, Authorization=token)
        except (OSError, HTTPException):
            time.sleep(1)  # reconnect; the feed begins with the table as it is


print(play(*sys.argv[1:]))
