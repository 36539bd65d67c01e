"""Settings of what agents' tools may reach: tool servers, pages, other databases."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode

from bot.settings.values import Addresses, Hosts, Names

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
