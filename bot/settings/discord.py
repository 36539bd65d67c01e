"""Settings of Discord: one bot by its token, and how it hears what people do."""

from collections.abc import Iterator
from importlib.util import find_spec
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from typing_extensions import override

from bot.settings.values import (
    PlatformSettings,
    is_private_enough,
    private_address,
    sendable,
    web_address,
)

DISCORD_API = "https://discord.com/api/v10"
_SNOWFLAKE = r"^\d{15,21}$|^$"


class DiscordSettings(PlatformSettings):
    """What Discord gave for the bot."""

    discord_token: SecretStr | None = Field(None, validation_alias="DISCORD_TOKEN")
    discord_public_key: str = Field(
        "",
        pattern=r"^(?:[0-9a-fA-F]{64})?$",
        validation_alias="DISCORD_PUBLIC_KEY",
        description="the 64 digits (0-9, a-f) that the developer portal shows as public key",
    )
    discord_api_url: str = Field(DISCORD_API, validation_alias="DISCORD_API_URL")
    discord_gateway_url: str = Field("", validation_alias="DISCORD_GATEWAY_URL")
    discord_guild: str = Field(
        "",
        pattern=_SNOWFLAKE,
        validation_alias="FRONTDESK_DISCORD_GUILD",
        description="the ID of a server, 15 to 21 digits",
    )
    discord_reads_messages: bool = Field(
        default=True, validation_alias="FRONTDESK_DISCORD_READS_MESSAGES"
    )

    @field_validator("discord_token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and value.get_secret_value().lower().startswith("bot "):
            message = "give the token alone, without “Bot” before it"
            raise ValueError(message)
        return value

    _sendable_to_discord = field_validator("discord_token")(sendable)

    @field_validator("discord_api_url")
    @classmethod
    def _discord_api(cls, value: str) -> str:
        return private_address(value, "the token is sent there")

    @field_validator("discord_gateway_url")
    @classmethod
    def _discord_gateway(cls, value: str) -> str:
        if not value:
            return value
        parts = urlsplit(value)
        as_web = value.replace("ws", "http", 1)
        if parts.scheme not in {"ws", "wss"} or not is_private_enough(web_address(as_web)):
            message = "the token is sent there, so it must begin with wss://"
            raise ValueError(message)
        return value

    @property
    def has_discord(self) -> bool:
        """Say whether there is a bot."""
        return self.discord_token is not None

    @override
    def platform_secrets(self) -> Iterator[str]:
        if self.discord_token:
            yield self.discord_token.get_secret_value()
        yield from super().platform_secrets()

    @override
    def contradictions(self, public_url: str) -> Iterator[str]:
        if self.has_discord and find_spec("discord") is None:
            yield "DISCORD_TOKEN is set; install its client, too: pip install frontdesk[discord]."
        if self.discord_public_key and not self.has_discord:
            yield "DISCORD_PUBLIC_KEY is set; set DISCORD_TOKEN too."
        yield from super().contradictions(public_url)
