"""Messages when the page is closed: their settings, and the pages that links in them lead to.

The links work without a cookie, on any device: what they do is in them, signed. Opening one does
nothing yet, because mail servers and virus scanners open links, too; its button does it. A mail
program's own button sends the same form (RFC 8058).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import single_fields
from claimant.web.http.request import AnyRequest, language_of, may_add, person_of, services_of
from claimant.web.notifications.contacts import Contacts
from claimant.web.pages.templating import go, page, plain_html
from claimant.web.people.people import Person
from claimant.web.store.interface import StoreError
from claimant.web.tables.visitors import Visitor

MAX_TOKEN: Final = 200


def _contacts(request: AnyRequest) -> Contacts:
    return services_of(request).notifications.contacts


async def _me(request: AnyRequest) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refusal(403, "person", Text("you are not known here yet: choose a name first"))
    return person


@post("/me/email")
async def enter_email(request: AnyRequest) -> Redirect:
    person = await _me(request)
    may_add(request, person, "messages")
    form = await single_fields(request)
    zone = form.get("zone", "")
    await _contacts(request).enter_email(
        person, form.get("address", ""), language_of(request), zone
    )
    return go("/me?email=sent#notifications")


@post("/me/contacts")
async def remove(request: AnyRequest) -> Redirect:
    person = await _me(request)
    await _contacts(request).remove(person, (await single_fields(request)).get("contact", ""))
    return go("/me#notifications")


@post("/me/quiet")
async def quiet(request: AnyRequest) -> Redirect:
    person = await _me(request)
    form = await single_fields(request)
    hours = (form.get("from", ""), form.get("until", "")) if form.get("quiet") == "yes" else None
    zone = form.get("zone", "")
    await _contacts(request).set_preferences(person, language_of(request), zone, hours)
    return go("/me?quiet=saved#notifications")


@post("/me/test")
async def test(request: AnyRequest) -> Redirect:
    person = await _me(request)
    may_add(request, person, "messages")
    if not await _contacts(request).send_test(person):
        raise Refusal(422, "contacts", Text("turn on messages on a device or by e-mail first"))
    services_of(request).notifications.outbox.hint()
    return go("/me?test=sent#notifications")


# Links in messages.


@get("/confirm/{token:str}")
async def ask_confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    contact = await _contacts(request).to_confirm(token[:MAX_TOKEN])
    return await _question(request, "confirm", contact.address)


@post("/confirm/{token:str}", status_code=200)
async def confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    contact = await _contacts(request).confirm(token[:MAX_TOKEN])
    return await _question(request, "confirmed", contact.address)


@get("/stop/{token:str}")
async def ask_stop(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    _contacts(request).check_stop(token[:MAX_TOKEN], "stop")
    return await _question(request, "stop")


@post("/stop/{token:str}", status_code=200)
async def stop(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    return await _stopped(request, _contacts(request).stop, token)


@get("/never/{token:str}")
async def ask_never(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    _contacts(request).check_stop(token[:MAX_TOKEN], "never")
    return await _question(request, "never")


@post("/never/{token:str}", status_code=200)
async def never(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    return await _stopped(request, _contacts(request).never, token)


async def _stopped(
    request: AnyRequest, do: Callable[[str], Awaitable[None]], token: str
) -> Response[str]:
    await do(token[:MAX_TOKEN])
    return await _question(request, "stopped")


async def _question(request: AnyRequest, step: str, to: str = "") -> Response[str]:
    return await page(request, "message_link.html", step=step, to=to)


async def notification_offer(request: AnyRequest, visitor: Visitor) -> str:
    """An offer of messages at a table, for someone who waits for other people there and gets none
    yet; empty for everyone else."""
    table, person = visitor.table, visitor.person
    if visitor.seat is None or person is None or table.over or visitor.table.status == "closed":
        return ""
    others = [seat for seat in table.seats if seat.seat != visitor.seat]
    parts = services_of(request).notifications
    try:
        if all(seat.kind == "bot" for seat in others) or await parts.contacts.of_person(person.id):
            return ""
    except StoreError:
        return ""
    return plain_html(
        language_of(request),
        "notification_offer.html",
        push_key=parts.keys.push_public_key,
        mail_offered=parts.contacts.mail_offered,
    )


handlers: Final[list[Any]] = [
    *(enter_email, remove, quiet, test, ask_confirm, confirm, ask_stop, stop, ask_never, never)
]
