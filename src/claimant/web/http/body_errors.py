"""What is wrong with the body of a request: which field, and what is expected there.

The decoder reports this too, but only in English and in the terms of a type checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import NoneType
from typing import Any, Final

import msgspec
from msgspec import inspect

from claimant.i18n import Text
from claimant.web.people.names import clean

MAX_NAME_SHOWN: Final = 40
"""Characters of an unknown field's name that are repeated."""

_PYTHON_TYPES: Final[dict[type, type]] = {
    inspect.BoolType: bool,
    inspect.DictType: dict,
    inspect.IntType: int,
    inspect.ListType: list,
    inspect.NoneType: NoneType,
    inspect.StrType: str,
    inspect.StructType: dict,
}
_TYPE_NAMES: Final[dict[type, Text]] = {
    bool: Text("true or false"),
    dict: Text("an object"),
    float: Text("a decimal number"),
    int: Text("a whole number"),
    list: Text("a list"),
    str: Text("a text"),
}


def explain(body: bytes, kind: Any) -> Text:
    """The first reason why a body is not of its type."""
    if not body.strip():
        return Text("the request has no body: a JSON object is expected")
    try:
        value = msgspec.json.decode(body)
    except RecursionError:
        return Text("the request is nested too deep to be read")
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Text("the request is not JSON in UTF-8")
    # There is no reason if a field comes twice and is right the second time.
    return next(_faults("", value, _type(kind)), Text("the request cannot be read"))


@cache  # one entry per type in the API's schemas
def _type(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _faults(field: str, value: Any, kind: inspect.Type) -> Iterator[Text]:
    """What is wrong with a field's value. The whole body is the field without a name."""
    if isinstance(kind, inspect.UnionType):  # something or null
        if value is None:
            return
        kind = next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.AnyType):
        return
    given: type = type(value)
    if given is not _PYTHON_TYPES[type(kind)]:
        yield _wrong_type(field, value, kind)
    elif isinstance(kind, inspect.StructType):
        yield from _in_struct(value, kind)
    elif isinstance(kind, inspect.DictType):
        yield from _too_many(field, value, kind.max_length)
        for key, inner in value.items():
            yield from _faults(f"{field}.{_shorten(key)}", key, kind.key_type)
            yield from _faults(f"{field}.{_shorten(key)}", inner, kind.value_type)
    elif isinstance(kind, inspect.ListType):
        yield from _too_many(field, value, kind.max_length)
        for place, inner in enumerate(value):
            yield from _faults(f"{field}[{place}]", inner, kind.item_type)
    elif isinstance(kind, inspect.StrType) and len(value) > (kind.max_length or len(value)):
        yield Text("“{field}” has at most {n} characters", field=field, n=kind.max_length)


def _in_struct(value: dict[str, Any], kind: inspect.StructType) -> Iterator[Text]:
    known = {field.encode_name: field for field in kind.fields}
    for key, inner in value.items():
        if key in known:
            yield from _faults(key, inner, known[key].type)
        else:
            names = ", ".join(known)
            yield Text(
                "there is no field “{field}” here, only {names}", field=_shorten(key), names=names
            )
    for name, field in known.items():
        if field.required and name not in value:
            yield Text("“{field}” is missing", field=name)


def _wrong_type(field: str, value: Any, kind: inspect.Type) -> Text:
    plain = value is None or isinstance(value, bool)
    given = msgspec.json.encode(value).decode() if plain else _TYPE_NAMES[type(value)]
    if not field:
        return Text("a JSON object is expected, not {given}", given=given)
    wanted = _TYPE_NAMES[_PYTHON_TYPES[type(kind)]]
    return Text(
        "“{field}”: {wanted} is expected, not {given}", field=field, wanted=wanted, given=given
    )


def _too_many(field: str, value: dict[str, Any] | list[Any], most: int | None) -> Iterator[Text]:
    if most is not None and len(value) > most:
        yield Text("“{field}” has at most {n} entries", field=field, n=most)


def _shorten(key: str) -> str:
    text = clean(key)
    return text if len(text) <= MAX_NAME_SHOWN else f"{text[:MAX_NAME_SHOWN]}…"
