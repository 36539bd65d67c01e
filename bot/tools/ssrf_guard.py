"""The guard against SSRF: which addresses agents may have connected to."""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import httpx2

from agents.kit.values.errors import ToolFailed

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Finds the addresses of a host, as texts; OSError if there are none."""

PORTS = {"http": 80, "https": 443}

# A dot segment, plain or encoded, an encoded slash or a backslash would leave the base path.
_TRICKS = re.compile(
    r"\\|%2f|%5c|%00|(?:^|/)(?:\.|%2e){1,2}(?:/|$)|[\x00-\x20\x7f]", re.IGNORECASE
)
_CONTROLS = re.compile(r"[\x00-\x20\x7f\\]")

# What the library, in one version or another, calls global, and yet is some network's own:
# relays, documentation, IPv4 within IPv6, and what clouds tell their machines in private.
_NOT_PUBLIC: tuple[IPv4Network | IPv6Network, ...] = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",
            "192.88.99.0/24",
            "168.63.129.16/32",
            "2002::/16",
            "3fff::/20",
        ),
    )
)


class NotAllowed(ToolFailed):
    """An address may not be connected to."""

    def __init__(self, why: str) -> None:
        super().__init__(f"That address cannot be read: {why}.")


@dataclass(frozen=True, slots=True)
class ResolvedAddress:
    """An address of the web, and the one machine to connect to for it."""

    url: httpx2.URL
    machine: str

    @property
    def pinned(self) -> httpx2.URL:
        """The same with the machine in place of the name, which is not looked up again."""
        return self.url.copy_with(host=self.machine)


def plain(url: str) -> httpx2.URL | None:
    """Read an address as the client will read it; None for one that hides something."""
    if _TRICKS.search(url.partition("?")[0]):
        return None
    try:
        read = httpx2.URL(url)
    except httpx2.InvalidURL:
        return None
    return None if read.userinfo or read.fragment else read


def port_of(url: httpx2.URL) -> int | None:
    """The port of an address, also where it goes without saying."""
    return PORTS.get(url.scheme) if url.port is None else url.port


class SsrfGuard:
    """Judges addresses: the public web, and those private hosts that the operator added.

    `private_hosts` are `host`, for the usual ports, or `host:port`.
    """

    def __init__(self, private_hosts: tuple[str, ...], resolve: Resolve) -> None:
        self._private_hosts = frozenset(host.lower() for host in private_hosts)
        self._resolve = resolve

    async def place(self, url: str) -> ResolvedAddress:
        """Find the machine behind an address.

        Raises:
            NotAllowed: it is none of the web, or not for us.
        """
        read = _read(url)
        is_private = self._is_private(read)
        if port_of(read) not in PORTS.values() and not is_private:
            raise NotAllowed("it names a port other than 80 and 443")
        try:
            machines = await self._resolve(read.host, port_of(read) or 0)
        except OSError:
            machines = []
        if not machines:
            raise NotAllowed("there is no such host")
        if not all(_may_be_reached(machine, is_private=is_private) for machine in machines):
            raise NotAllowed("it does not lie on the public web")
        return ResolvedAddress(read, machines[0])

    def _is_private(self, url: httpx2.URL) -> bool:
        host = url.host.lower().rstrip(".")
        is_usual = port_of(url) == PORTS[url.scheme]
        names = {f"{host}:{port_of(url)}", *({host} if is_usual else ())}
        return not names.isdisjoint(self._private_hosts)


async def resolve(host: str, port: int) -> list[str]:
    """Look a host up; forms of addresses that only computers like are understood as they do."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_kind, address in found]


def is_public(machine: str) -> bool:
    """Say whether an address of the Internet belongs to everybody's part of it."""
    try:
        address = ip_address(machine)
    except ValueError:
        return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address in network for network in _NOT_PUBLIC if _is_same(address, network))


def _is_same(address: IPv4Address | IPv6Address, network: IPv4Network | IPv6Network) -> bool:
    return address.version == network.version


def _may_be_reached(machine: str, *, is_private: bool) -> bool:
    if is_public(machine):
        return True
    try:
        address = ip_address(machine)
    except ValueError:
        return False
    # What clouds tell their machines is link-local; no setting opens that by accident.
    odd = address.is_link_local or address.is_multicast or address.is_unspecified
    return is_private and address.is_private and not odd and not address.is_reserved


def _read(url: str) -> httpx2.URL:
    try:
        read = httpx2.URL(url)
    except httpx2.InvalidURL:
        raise NotAllowed("it is none") from None
    if _CONTROLS.search(url) or not read.host:
        raise NotAllowed("it is none")
    if read.scheme not in PORTS:
        raise NotAllowed("only http and https are read")
    if read.userinfo:
        raise NotAllowed("it holds a user or a password")
    return read.copy_with(fragment=None)
