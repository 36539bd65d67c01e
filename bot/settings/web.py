"""Settings of the web: where the bot listens, how it is reached, and where it may lead people."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings

from bot.settings.values import Hosts, Names, private_address

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
