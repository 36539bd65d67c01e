"""Settings of Discord: one bot by its token, and how it hears what people do."""

from collections.abc import Iterator
from importlib.util import find_spec
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings

from bot.settings.values import is_private_enough, private_address, web_address

DISCORD_API = "https://discord.com/api/v10"
_SNOWFLAKE = r"^\d{15,21}$|^$"


class DiscordSettings(BaseSettings):
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

    @property
    def discord_secrets(self) -> tuple[str, ...]:
        """The values that must appear nowhere."""
        return (self.discord_token.get_secret_value(),) if self.discord_token else ()


def discord_contradictions(settings: DiscordSettings) -> Iterator[str]:
    """Tell what does not go together, and what is not installed."""
    if settings.has_discord and find_spec("discord") is None:
        yield "DISCORD_TOKEN is set; install its client, too: pip install frontdesk[discord]."
    if settings.discord_public_key and not settings.has_discord:
        yield "DISCORD_PUBLIC_KEY is set; set DISCORD_TOKEN too."
