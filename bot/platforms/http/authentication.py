"""Who calls: by an API key, or as a user whom a trusted proxy has signed in."""

import hmac
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address

from starlette.requests import Request
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of, parts_of
from bot.core.ports.directory import MemberStatus
from bot.core.ports.environment import Clock
from bot.core.state.directory import NoDirectory
from bot.platforms.http.validation import Problem
from bot.storage.accounts.api_keys import SqlApiKeys

PLATFORM = "http"
PRINCIPAL = "user_principal_id"
PROXY_SECRET = "x-frontdesk-proxy-secret"  # noqa: S105 - the name of a header
LONGEST_USER = 200
PROXIED = frozenset({KeyScope.READ, KeyScope.WRITE, KeyScope.DECIDE})
NOBODY = digest_of("")


@dataclass(frozen=True, slots=True)
class Proxy:
    """Whom to believe who a user is: peers at some addresses, or who knows a secret, or both."""

    workspace: str
    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    secret: str = field(default="", repr=False)

    @property
    def is_set(self) -> bool:
        """Say whether anybody is believed."""
        return bool(self.networks or self.secret)

    def is_trusted(self, request: Request) -> bool:
        """Say whether a request comes from there; all that is configured must hold."""
        return self.is_set and self._is_near(request) and self._knows(request)

    def _is_near(self, request: Request) -> bool:
        if not self.networks:
            return True
        try:
            peer = ip_address(request.client.host if request.client else "")
        except ValueError:
            return False
        return any(peer in network for network in self.networks)

    def _knows(self, request: Request) -> bool:
        given = _only(request, PROXY_SECRET) or ""
        return not self.secret or hmac.compare_digest(given.encode(), self.secret.encode())


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who calls, and what they may do; `key` is the id of their key, if they have one."""

    person: Person
    scopes: frozenset[KeyScope]
    key: str = ""

    def needs(self, scope: KeyScope) -> None:
        """Let those pass who may.

        Raises:
            Problem: 403; their key has another scope.
        """
        if scope not in self.scopes:
            raise Problem(403, f"This key may not do that; it needs the scope “{scope}”.")


class Authenticator:
    """Finds out who calls, anew for every request."""

    def __init__(self, keys: SqlApiKeys, clock: Clock, proxy: Proxy) -> None:
        self._keys = keys
        self._clock = clock
        self._proxy = proxy

    async def caller(self, request: Request) -> Caller:
        """Who sends a request.

        Raises:
            Problem: 401; nobody we know.
            StoreAway: nobody can say.
        """
        principal = _only(request, PRINCIPAL)
        if principal and self._proxy.is_trusted(request):
            return self._proxied(principal)
        given = _only(request, "authorization") or ""
        scheme, _, key = given.partition(" ")
        parts = parts_of(key.strip()) if scheme.lower() == "bearer" else None
        if parts is None:
            raise _unknown("Send an API key: Authorization: Bearer fdk_….")
        return await self._by_key(*parts)

    async def is_still(self, caller: Caller) -> bool:
        """Say whether somebody may go on reading what they were let in for."""
        if not caller.key:
            return True
        found = await self._keys.find(caller.key)
        return found is not None and found.is_live(self._clock.now())

    async def _by_key(self, id_: str, secret: str) -> Caller:
        found = await self._keys.find(id_)
        if not _is_right(found, secret) or found is None or not found.is_live(self._clock.now()):
            raise _unknown("This API key is unknown, expired or revoked.")
        return Caller(found.person, found.scopes, found.id)

    def _proxied(self, principal: str) -> Caller:
        if len(principal) > LONGEST_USER or not principal.isprintable():
            raise _unknown(f"{PRINCIPAL} is no user id.")
        return Caller(Person(PLATFORM, self._proxy.workspace, principal), PROXIED)


def _is_right(found: ApiKey | None, secret: str) -> bool:
    """Compare in the same time, whether there is such a key or not."""
    if found is None:
        hmac.compare_digest(NOBODY, digest_of(secret))
        return False
    return found.fits(secret)


def _only(request: Request, name: str) -> str | None:
    """The value of a header; None when it is missing, or given twice."""
    values = request.headers.getlist(name)
    return values[0].strip() if len(values) == 1 else None


def _unknown(words: str) -> Problem:
    return Problem(401, words, headers={"www-authenticate": 'Bearer realm="frontdesk"'})


class HttpDirectory(NoDirectory):
    """Reads their keys anew each time; an admin has a living key that says so."""

    def __init__(self, keys: SqlApiKeys, clock: Clock, proxied: str = "") -> None:
        self._keys = keys
        self._clock = clock
        self._proxied = proxied

    @override
    async def standing(self, person: Person) -> MemberStatus:
        now = self._clock.now()
        living = [key for key in await self._keys.all(person) if key.is_live(now)]
        is_admin = any(KeyScope.ADMIN in key.scopes for key in living)
        is_proxied = bool(self._proxied) and person.workspace == self._proxied
        return MemberStatus(is_active=bool(living) or is_proxied, is_admin=is_admin)
