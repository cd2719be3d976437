"""The fields of forms and queries, bounded before anything else reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qsl

from claimant.components import FormFields
from claimant.i18n import Text
from claimant.web.http.caller import caller_of
from claimant.web.http.errors import Refusal, malformed
from claimant.web.http.request import AnyRequest

MAX_FORM_BYTES: Final = 16 * 1024
MAX_FIELDS: Final = 100
"""Fields of a form."""
MAX_FIELD_BYTES: Final = 2048
"""Bytes of a field's name, and of its value: a line of table talk in any script fits."""
_URL_ENCODED: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"


async def form_of(request: AnyRequest) -> FormFields:
    """All values of each field of a form, by name. The framework's own function would keep the last
    thousand forms in memory, with all that they contain."""
    content_type = caller_of(request.scope).header(b"content-type") or ""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == _URL_ENCODED:
        return _bounded(_url_encoded(await request.body()))
    if kind == _MULTIPART:
        parts = (await request.form()).multi_items()
        return _bounded((str(name), str(value)) for name, value in parts)
    return {}


async def single_fields(request: AnyRequest) -> dict[str, str]:
    """The last value of each field of a form."""
    return {name: values[-1] for name, values in (await form_of(request)).items()}


def _url_encoded(body: bytes) -> list[tuple[str, str]]:
    if len(body) > MAX_FORM_BYTES:
        raise Refusal(413, "too-large", Text("this is too long"))
    text = body.decode(errors="replace")
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise malformed() from error


def _bounded(pairs: Iterable[tuple[str, str]]) -> FormFields:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        longest = max(len(text.encode(errors="replace")) for text in (name, value))
        if longest > MAX_FIELD_BYTES:
            raise Refusal(422, "too-long", Text("this is too long"))
        found.setdefault(name, []).append(value)
    return found


def number_in(text: str | None) -> int | None:
    """A number that a form or an address contains; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None
