"""The address under which others reach this server, for links and QR codes.

The operator can name it (`--public-url`). Otherwise it is made of what the server itself knows: the
address that it listens on, the addresses of its machine, and the port of the connection. The host
that a request names is only used if it is a name of this machine, or if a proxy that the operator
trusts has passed it on: anybody can send any other.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from claimant.i18n import Text

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names under which only this machine reaches itself."""
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  (compared, not bound)
_SIOCGIFADDR: Final = 0x8915


class SiteAddress(NamedTuple):
    base: str
    """The beginning of all links: `http://192.168.1.20:8000`."""
    note: Text | None = None
    """What people who share a link should know about it."""


def site_address(scheme: str, asked: str, port: int, listens: str, *, proxied: bool) -> SiteAddress:
    """The address for links on a page. `asked` is the host that the request names, with its port;
    `listens` is the address that the server is bound to."""
    if proxied:
        return SiteAddress(f"{scheme}://{asked}")
    name = _name(asked)
    own = "" if listens in EVERYWHERE or not listens else _bracketed(listens)
    if listens in EVERYWHERE:
        if name not in LOOPBACK and name in _own_names():
            return SiteAddress(_url(scheme, name, port))
        network = network_address(listens)
        if network is not None:
            return SiteAddress(_url(scheme, network, port), _in_network(asked, name))
    elif own not in ("", *LOOPBACK):
        return SiteAddress(
            _url(scheme, own, port), None if name == own else _in_network(asked, name)
        )
    here = name if name in LOOPBACK else own or LOOPBACK[0]
    return SiteAddress(
        _url(scheme, here, port),
        Text(
            "Only this computer can open the link, because the server accepts no others. To invite "
            "people, start it with --host 0.0.0.0 or with --public-url."
        ),
    )


def _in_network(asked: str, name: str) -> Text | None:
    if name in LOOPBACK:
        return Text(
            "You opened this page as {address}, which works on this computer only. The link has "
            "the address that others in your network can reach.",
            address=asked,
        )
    return Text(
        "The link has the server's address in its own network. If others cannot open it, the "
        "operator can set the right one with --public-url."
    )


def _url(scheme: str, name: str, port: int) -> str:
    usual = {"http": 80, "https": 443}.get(scheme)
    return f"{scheme}://{name}" if port == usual else f"{scheme}://{name}:{port}"


def _name(host: str) -> str:
    """A host without its port."""
    end = host.find("]") + 1 if host.startswith("[") else host.find(":")
    return host[:end] if end > 0 else host


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def network_address(listens: str) -> str | None:
    """This machine's address in its network, as part of a link. Connecting a UDP socket sends
    nothing: the system only chooses a route. Without a route to everywhere, the first interface
    with an address counts."""
    six = listens == "::"
    family = socket.AF_INET6 if six else socket.AF_INET
    elsewhere = "2001:db8::1" if six else "192.0.2.1"  # reserved for documentation
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as route:
        route.connect((elsewhere, 9))
        return _bracketed(str(route.getsockname()[0]))
    return None if six else next(_interfaces(), None)


def _interfaces() -> Iterator[str]:
    """The IPv4 addresses of the interfaces, as far as the system tells, without loopback."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, interface in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", interface.encode()[:15])
                found = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, request)[20:24]
                address = socket.inet_ntoa(found)
                if not address.startswith("127."):
                    yield address


def _own_names() -> set[str]:
    """The names under which other machines may reach this one."""
    machine = socket.gethostname().lower()
    routed = (network_address(listens) for listens in EVERYWHERE)
    return {*_interfaces(), *(each for each in routed if each), machine, f"{machine}.local"}
