"""Settings of the network: where the bot listens, whom it believes, what tools may reach."""

import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode

from bot.settings.values import Addresses, Hosts, Names, private_address

USUAL_PORT = 8000
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a hosting service that gives a port forwards to any address
HERE = "127.0.0.1"


class WebSettings(BaseSettings):
    """What has to do with addresses of the web."""

    given_port: int | None = Field(None, ge=0, le=65_535, validation_alias="PORT")
    worker_port: int | None = Field(
        None, ge=0, le=65_535, validation_alias="FRONTDESK_WORKER_PORT"
    )
    given_host: str = Field("", validation_alias="FRONTDESK_HOST")
    public_url: str = Field("", validation_alias="FRONTDESK_PUBLIC_URL")
    link_hosts: Hosts = Field((), validation_alias="FRONTDESK_LINK_HOSTS")

    api_docs: bool = Field(default=False, validation_alias="FRONTDESK_API_DOCS")
    http_workspace: str = Field(
        "main",
        pattern=r"^[\w.-]{1,100}$",
        validation_alias="FRONTDESK_HTTP_WORKSPACE",
        description="up to 100 letters, digits, dots, “_” and “-”",
    )
    trusted_proxy: Names = Field((), validation_alias="FRONTDESK_TRUSTED_PROXY")
    trusted_proxy_secret: SecretStr | None = Field(
        None, min_length=16, validation_alias="FRONTDESK_TRUSTED_PROXY_SECRET"
    )

    @field_validator("trusted_proxy")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(ip_network(address)) for address in value)

    @field_validator("public_url")
    @classmethod
    def _public(cls, value: str) -> str:
        if not value:
            return value
        return private_address(value, "people are sent there with their cookies")

    @property
    def proxy_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """From where a proxy is believed who its users are."""
        return tuple(ip_network(address) for address in self.trusted_proxy)

    @property
    def has_trusted_proxy(self) -> bool:
        """Say whether a proxy is believed who its users are."""
        return bool(self.trusted_proxy) or self.trusted_proxy_secret is not None

    @property
    def port(self) -> int:
        """Where the web server listens."""
        return USUAL_PORT if self.given_port is None else self.given_port

    @property
    def host(self) -> str:
        """On which address: only this machine's own, unless a hosting service gave a port."""
        return self.given_host or (HERE if self.given_port is None else EVERYWHERE)


Databases = Annotated[dict[str, SecretStr], NoDecode]

_SCHEMES = {"sqlite", "postgres", "postgresql"}
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PLACE = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?")


class ReachSettings(BaseSettings):
    """What agents' tools may reach beyond their own tables."""

    tool_servers: Addresses = Field((), validation_alias="FRONTDESK_TOOL_SERVERS")
    page_hosts: Hosts = Field((), validation_alias="FRONTDESK_PAGE_HOSTS")
    private_hosts: Names = Field((), validation_alias="FRONTDESK_PRIVATE_HOSTS")
    databases: Databases = Field(default={}, validation_alias="FRONTDESK_DATABASES")

    @field_validator("private_hosts")
    @classmethod
    def _private_hosts(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for host in value:
            if not _PLACE.fullmatch(host.lower()):
                message = f"“{host[:60]}” is no host; write wiki.local or 10.0.0.7:8080"
                raise ValueError(message)
        return tuple(host.lower() for host in value)

    @field_validator("databases", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return dict(_database(part.strip()) for part in value.split(",") if part.strip())

    @property
    def database_passwords(self) -> tuple[str, ...]:
        """The passwords within the addresses of databases."""
        addresses = (address.get_secret_value() for address in self.databases.values())
        return tuple(word for address in addresses if (word := urlsplit(address).password))


def _database(text: str) -> tuple[str, SecretStr]:
    name, _, address = text.partition("=")
    scheme = address.partition("://")[0].partition("+")[0]
    if not _NAME.fullmatch(name.strip()) or scheme not in _SCHEMES:
        message = "write name=address, such as employees=postgres://reader:password@host/people"
        raise ValueError(message)
    return name.strip(), SecretStr(address.strip())
