"""The routes of the API for messages to people who have closed the page."""

from __future__ import annotations

from typing import Any, Final

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from claimant.web.api.answers import answers, me_of
from claimant.web.api.schemas import ContactShown, NotificationsShown, Subscribe
from claimant.web.http.caller import caller_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, language_of, may_add, services_of
from claimant.web.notifications.contacts import Contact
from claimant.web.notifications.push import Subscription
from claimant.web.notifications.quiet import clock_time

_BROWSERS: Final = (
    *(("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung")),
    *(("Chrome", "Chrome"), ("Safari", "Safari")),
)
_SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS", "Mac"), ("Linux", "Linux")),
)


def _device(request: AnyRequest) -> str:
    """What a browser is called in the list of a person's devices."""
    agent = caller_of(request.scope).header(b"user-agent") or ""
    parts = [
        next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, parts))


def _shown(contact: Contact) -> ContactShown:
    return ContactShown(
        *(contact.id, contact.channel, contact.address, contact.device, contact.created),
        contact.confirmed,
    )


@get("/me/notifications", summary="Where and when I am sent messages", responses=answers(403))
async def notifications(request: AnyRequest) -> NotificationsShown:
    person = await me_of(request)
    parts = services_of(request).notifications
    wanted = await parts.contacts.preferences(person.id)
    return NotificationsShown(
        parts.keys.push_public_key,
        parts.contacts.mail_offered,
        [_shown(contact) for contact in await parts.contacts.of_person(person.id)],
        wanted.language,
        wanted.zone,
        clock_time(wanted.quiet_from),
        clock_time(wanted.quiet_until),
    )


@post(
    "/me/notifications/push",
    summary="Send me push messages when it is my turn",
    responses=answers(400, 403, 413, 422),
)
async def subscribe(request: AnyRequest, data: JSONBody[Subscribe]) -> ContactShown:
    person = await me_of(request)
    may_add(request, person, "messages")
    contacts = services_of(request).notifications.contacts
    to = Subscription(data.endpoint, data.p256dh, data.auth)
    language = language_of(request)
    return _shown(await contacts.subscribe(person, to, _device(request), language, data.zone))


@delete(
    "/me/notifications/{contact:str}",
    summary="Stop sending messages to a device or an address",
    responses=answers(403, 404),
)
async def unsubscribe(request: AnyRequest, contact: FromPath[str]) -> None:
    person = await me_of(request)
    if not await services_of(request).notifications.contacts.remove(person, contact[:100]):
        raise not_found()


handlers: Final[list[Any]] = [notifications, subscribe, unsubscribe]
