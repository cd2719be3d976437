"""The routes of the API for passkeys, recovery codes, and all data about oneself."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

from claimant.web.api.answers import answers, me_of
from claimant.web.api.schemas import AddPasskey, PasskeyShown, PersonShown, UsePasskey
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, cookie_for, may_add, person_of, services_of
from claimant.web.people.passkeys import RelyingParty
from claimant.web.people.takeout import takeout
from claimant.web.store.passkeys import PasskeyRow

_NO_STORE: Final = {"cache-control": "no-store"}


def relying_party(request: AnyRequest) -> RelyingParty:
    """The server's public address or, without one, this machine at the port that was connected
    to. (Not the `Host` that the client named.)"""
    server = request.scope.get("server")
    port = server[1] if server is not None else None
    return RelyingParty.of(services_of(request).settings, port or 80)


def _shown(row: PasskeyRow) -> PasskeyShown:
    return PasskeyShown(bytes_to_base64url(row.id), row.name, row.created, row.used)


@post(
    "/me/passkeys/options",
    status_code=200,
    summary="What a browser needs in order to create a passkey",
    responses=answers(403, 422),
)
async def registration(request: AnyRequest) -> dict[str, Any]:
    person = await me_of(request)
    may_add(request, person, "passkeys")
    return await services_of(request).passkeys.registration(relying_party(request), person)


@post("/me/passkeys", summary="Add a passkey", responses=answers(400, 403, 413, 422))
async def add(request: AnyRequest, data: JSONBody[AddPasskey]) -> PasskeyShown:
    person = await me_of(request)
    passkeys = services_of(request).passkeys
    row = await passkeys.register(relying_party(request), person, data.credential, data.name)
    return _shown(row)


@get("/me/passkeys", summary="My passkeys", responses=answers(403))
async def passkeys(request: AnyRequest) -> list[PasskeyShown]:
    person = await me_of(request)
    rows = await services_of(request).store.passkeys_of(person.id)
    return [_shown(row) for row in rows]


@delete("/me/passkeys/{passkey:str}", summary="Remove a passkey", responses=answers(403, 404))
async def remove(request: AnyRequest, passkey: FromPath[str]) -> None:
    person = await me_of(request)
    try:
        credential = base64url_to_bytes(passkey)
    except ValueError as error:
        raise not_found() from error
    if not await services_of(request).store.remove_passkey(person.id, credential):
        raise not_found()


@post(
    "/passkeys/options",
    status_code=200,
    summary="What a browser needs in order to sign in with a passkey",
    responses=answers(403),
)
async def authentication(request: AnyRequest) -> dict[str, Any]:
    may_add(request, await person_of(request), "passkeys")
    return await services_of(request).passkeys.authentication(relying_party(request))


@post(
    "/passkeys",
    status_code=200,
    summary="Sign in with a passkey: the response sets the person's cookie",
    responses=answers(400, 403, 413, 422),
)
async def sign_in(request: AnyRequest, data: JSONBody[UsePasskey]) -> Response[PersonShown]:
    services = services_of(request)
    person = await services.passkeys.authenticate(relying_party(request), data.credential)
    shown = PersonShown(person.id, person.name, person.colour)
    return Response(shown, cookies=[cookie_for(request, person)])


@post(
    "/me/recovery-codes",
    summary="New recovery codes; earlier ones stop working",
    responses=answers(403),
)
async def recovery_codes(request: AnyRequest) -> list[str]:
    person = await me_of(request)
    may_add(request, person, "passkeys")
    return await services_of(request).passkeys.new_codes(person)


@get(
    "/me/data",
    summary="Everything that is stored about me",
    media_type="application/json",
    responses=answers(403),
)
async def data(request: AnyRequest) -> Stream:
    return await download(request)


async def download(request: AnyRequest) -> Stream:
    """Everything about the person who asks, as a file."""
    person = await me_of(request)
    may_add(request, person, "passkeys")
    store = services_of(request).store
    row = await store.person(person.id)
    if row is None:
        raise not_found()
    headers = _NO_STORE | {"content-disposition": 'attachment; filename="claimant-data.json"'}
    contacts = services_of(request).notifications.contacts
    whole = takeout(store, row, contacts)
    return Stream(whole, media_type="application/json", headers=headers)


handlers: Final[list[Any]] = [
    *(registration, add, passkeys, remove, authentication, sign_in, recovery_codes, data)
]
