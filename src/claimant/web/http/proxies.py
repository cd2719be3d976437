"""The proxies in front of the server: whose word about other people's addresses is taken."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final


class TrustedProxies:
    """The addresses and networks given with `--behind-proxy`, separated by commas."""

    def __init__(self, given: str) -> None:
        """Raises `ValueError` if one of them is neither an address nor a network."""
        self._networks: Final[tuple[IPv4Network | IPv6Network, ...]] = tuple(
            ip_network(each.strip()) for each in given.split(",") if each.strip()
        )

    def trusts(self, host: str) -> bool:
        """Whether a connection from this address comes from one of them."""
        return bool(self._networks) and _is_in(host, self._networks)


@lru_cache(64)  # by address and networks, which never change
def _is_in(host: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket
        return False
    return any(address in network for network in networks)
