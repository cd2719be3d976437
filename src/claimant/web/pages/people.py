"""The pages about oneself: name, colour, ways to stay the same person, being forgotten."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from babel.dates import format_date
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from claimant.i18n import Text
from claimant.web.api.passkeys import download
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import single_fields
from claimant.web.http.request import (
    AnyRequest,
    address_of_site,
    cookie_for,
    cookie_gone,
    may_add,
    person_of,
    services_of,
    welcome,
)
from claimant.web.notifications.quiet import clock_time
from claimant.web.pages.learn.progress import progress_cookie
from claimant.web.pages.qr import qr_code
from claimant.web.pages.templating import go, page
from claimant.web.people.people import MAX_NAME_LENGTH, Person

CLEARED: Final = {"clear-site-data": '"storage"'}
"""Makes a browser drop saved tables, its push subscription and everything else of this site."""


@get("/me")
async def me(request: AnyRequest) -> Response[str]:
    return await _me(request, await person_of(request))


async def _me(
    request: AnyRequest, person: Person | None, status: int = 200, **more: Any
) -> Response[str]:
    values: dict[str, Any] = {"wrong": None, "link": None, "link_note": None, "qr": None}
    values |= {note: note in request.query_params for note in ("saved", "alone", "passkey")}
    values |= await _notifications(request, person)
    values |= {"muted": [], "passkeys": [], "codes_left": 0, "codes": None, "day": _day}
    if person is not None:
        store = services_of(request).store
        values["muted"] = await store.muted(person.id)
        values["passkeys"] = await store.passkeys_of(person.id)
        values["codes_left"] = await store.recovery_codes_left(person.id)
    return await page(
        request, "me.html", status=status, me=person, longest=MAX_NAME_LENGTH, **(values | more)
    )


async def _notifications(request: AnyRequest, person: Person | None) -> dict[str, Any]:
    """What the settings of messages need to know."""
    parts = services_of(request).notifications
    if person is None:
        return {"contacts": []}
    wanted = await parts.contacts.preferences(person.id)
    notes = [name for name in ("email", "test", "quiet") if name in request.query_params]
    return {
        "contacts": await parts.contacts.of_person(person.id),
        "preferences": wanted,
        "quiet_from": clock_time(wanted.quiet_from),
        "quiet_until": clock_time(wanted.quiet_until),
        "push_key": parts.keys.push_public_key,
        "mail_offered": parts.contacts.mail_offered,
        "note": notes[0] if notes else "",
    }


@post("/me")
async def rename(request: AnyRequest) -> Response[Any]:
    """Set name and colour. A visitor who is not known yet becomes a guest with these."""
    form = await single_fields(request)
    name, colour = form.get("name", ""), form.get("colour", "0")
    person = await person_of(request)
    number = int(colour) if colour in ("0", "1", "2", "3", "4") else -1
    services = services_of(request)
    cookies = []
    try:
        if person is None:
            # A guest without a name gets one of ours.
            person = await welcome(request, name.strip() or None, number)
            cookies = [cookie_for(request, person)]
        else:
            await services.accounts.rename(person, name, number)
    except Refusal as refused:
        if refused.status != 422:
            raise
        return await _me(request, person, 422, wrong=refused)
    return go("/me?saved=yes", cookies)


@post("/me/link")
async def link(request: AnyRequest) -> Response[str]:
    """Show a new personal link as text and as a QR code."""
    person = await person_of(request)
    if person is None:
        raise _nobody()
    token = await services_of(request).people.new_link(person)
    base, note = address_of_site(request)
    address = f"{base}/hello/{token}"
    return await _me(request, person, link=address, link_note=note, qr=qr_code(address))


def _day(at: float, language: str) -> str:
    return format_date(datetime.fromtimestamp(at, UTC), "long", locale=language)


@post("/me/recovery")
async def recovery(request: AnyRequest) -> Response[str]:
    """Show new recovery codes, once."""
    person = await person_of(request)
    if person is None:
        raise _nobody()
    may_add(request, person, "passkeys")
    codes = await services_of(request).passkeys.new_codes(person)
    return await _me(request, person, codes=codes)


@post("/me/passkeys")
async def remove_passkey(request: AnyRequest) -> Redirect:
    person = await person_of(request)
    if person is None:
        raise _nobody()
    given = str((await request.form()).get("passkey", ""))[:2000]
    with suppress(ValueError):
        await services_of(request).store.remove_passkey(person.id, bytes.fromhex(given))
    return go("/me")


@get("/me/data")
async def data(request: AnyRequest) -> Stream:
    return await download(request)


@get("/sign-in")
async def sign_in(request: AnyRequest) -> Response[str]:
    """For someone who has been here before: a passkey or a recovery code."""
    return await _sign_in(request)


async def _sign_in(request: AnyRequest, wrong: Refusal | None = None) -> Response[str]:
    status = 200 if wrong is None else wrong.status
    return await page(request, "sign_in.html", status=status, wrong=wrong)


@post("/sign-in")
async def recover(request: AnyRequest) -> Response[Any]:
    may_add(request, None, "passkeys")
    code = str((await request.form()).get("code", ""))
    try:
        person = await services_of(request).passkeys.recover(code)
    except Refusal as refused:
        if refused.status != 404:
            raise
        return await _sign_in(request, refused)
    return go("/me", [cookie_for(request, person)])


@get("/hello/{token:str}")
async def hello(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """The page that a personal link leads to, with a button to go on as that person."""
    who = await services_of(request).people.from_token(token[:200])
    if who is None:
        raise Refusal(404, "token", Text("this personal link no longer works"))
    # No referrer policy here: it would remove the form's origin, and the form would be refused.
    return await page(request, "hello.html", who=who, link_token=token)


@post("/hello")
async def come_in(request: AnyRequest) -> Redirect:
    token = (await single_fields(request)).get("token", "")
    who = await services_of(request).people.from_token(token[:200])
    if who is None:
        raise Refusal(404, "token", Text("this personal link no longer works"))
    return go("/", [cookie_for(request, who)])


@post("/me/out")
async def sign_out(request: AnyRequest) -> Redirect:
    return go("/", [cookie_gone(request)], CLEARED)


@post("/me/elsewhere")
async def sign_out_elsewhere(request: AnyRequest) -> Redirect:
    person = await person_of(request)
    if person is None:
        raise _nobody()
    now, _ = await services_of(request).accounts.revoke(person)
    return go("/me?alone=yes", [cookie_for(request, now)])


@post("/me/forget")
async def forget(request: AnyRequest) -> Redirect:
    person = await person_of(request)
    if person is None:
        raise _nobody()
    if (await single_fields(request)).get("sure") != "yes":
        raise Refusal(422, "sure", Text("tick the box first: forgetting cannot be undone"))
    await services_of(request).accounts.forget(person)
    return go("/", [cookie_gone(request), progress_cookie(request, {})], CLEARED)


def _nobody() -> Refusal:
    return Refusal(403, "person", Text("you are not known here yet: choose a name first"))


handlers: Final[list[Any]] = [
    *(me, rename, link, hello, come_in, sign_out, sign_out_elsewhere, forget),
    *(recovery, remove_passkey, data, sign_in, recover),
]
