"""The operator's page: reports, blocks, and the log of what was done. It is there only if the
server has an admin token, and opens only to holders of it."""

from __future__ import annotations

import hmac
from datetime import UTC, datetime
from typing import Any, Final

from itsdangerous import BadData, TimestampSigner
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from claimant.i18n import Text
from claimant.web.http.errors import Refusal, not_found
from claimant.web.http.request import AnyRequest, services_of
from claimant.web.pages.templating import go, page
from claimant.web.people.moderation import MAX_REASON, Moderation

COOKIE: Final = "claimant-admin"
HOURS: Final = 12
"""How long an operator stays signed in."""
MAX_LINES: Final = 100
"""Reports, blocks and actions that are listed."""
WHO: Final = "page"


def _signer(request: AnyRequest) -> TimestampSigner:
    """Signs with the admin token, so that a new token ends what the old one had opened."""
    token = services_of(request).settings.admin_token
    if not token:
        raise not_found()
    return TimestampSigner(token, salt="claimant.admin")


def _is_operator(request: AnyRequest) -> bool:
    signer = _signer(request)
    try:
        signer.unsign(request.cookies.get(COOKIE, "")[:200], max_age=HOURS * 3600)
    except BadData:
        return False
    return True


def _moderation(request: AnyRequest) -> Moderation:
    if not _is_operator(request):
        raise Refusal(403, "admin", Text("sign in with the admin token first"))
    return services_of(request).moderation


@get("/admin")
async def admin(request: AnyRequest) -> Response[str]:
    if not _is_operator(request):
        return await _page(request, operator=False)
    store = services_of(request).store
    return await _page(
        request,
        operator=True,
        reports=await store.reports(MAX_LINES),
        addresses=await store.blocked_addresses(),
        people=await store.blocked_people(MAX_LINES),
        actions=await store.actions(MAX_LINES),
        longest=MAX_REASON,
        moment=_moment,
    )


async def _page(request: AnyRequest, status: int = 200, **values: Any) -> Response[str]:
    response = await page(request, "admin.html", status=status, **({"wrong": None} | values))
    response.headers["cache-control"] = "no-store"
    return response


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


@post("/admin/in")
async def sign_in(request: AnyRequest) -> Response[Any]:
    signer = _signer(request)
    given = str((await request.form()).get("token", ""))[:1000]
    token = services_of(request).settings.admin_token
    if not hmac.compare_digest(given.encode(errors="replace"), token.encode()):
        return await _page(request, 403, operator=False, wrong=Text("That is not the admin token."))
    return go("/admin", [_cookie(request, signer.sign("operator").decode(), HOURS * 3600)])


@post("/admin/out")
async def sign_out(request: AnyRequest) -> Redirect:
    _signer(request)
    return go("/admin", [_cookie(request, "", 0)])


def _cookie(request: AnyRequest, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=seconds,
        path="/admin",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


@post("/admin/report")
async def report(request: AnyRequest) -> Redirect:
    """Close a report, and delete the line or block its author."""
    moderation = _moderation(request)
    form = {key: str(value) for key, value in (await request.form()).items()}
    number = form.get("n", "")
    n = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
    act = form.get("act", "")
    if act == "block":
        await moderation.block(form.get("subject", "")[:100], form.get("reason", ""), WHO)
    await moderation.close_report(form.get("table", "")[:40], n, WHO, delete=act != "dismiss")
    return go("/admin")


@post("/admin/block")
async def block(request: AnyRequest) -> Redirect:
    moderation = _moderation(request)
    form = {key: str(value) for key, value in (await request.form()).items()}
    subject = form.get("subject", "").strip()[:100]
    if form.get("act") == "unblock":
        await moderation.unblock(subject, WHO)
    else:
        await moderation.block(subject, form.get("reason", ""), WHO)
    return go("/admin")


handlers: Final[list[Any]] = [admin, sign_in, sign_out, report, block]
