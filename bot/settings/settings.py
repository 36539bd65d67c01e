"""All settings together: what each is called, and which contradict one another."""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import SettingsConfigDict

from bot.settings.discord import DiscordSettings
from bot.settings.models import ModelSettings, model_contradictions
from bot.settings.network import ReachSettings, WebSettings
from bot.settings.people import ApprovalSettings, LimitSettings, PeopleSettings
from bot.settings.slack import SlackSettings
from bot.settings.validation import explained, names_in, problems_of
from bot.settings.values import MaybeAddress, Names, SettingsWrong, sendable

SQLITE = "sqlite"
POSTGRES = "postgresql"
FEWEST_TURNS_AT_ONCE, MOST_TURNS_AT_ONCE = 32, 1_000
_DATABASES = {"sqlite": SQLITE, "postgres": POSTGRES, "postgresql": POSTGRES}
_PREFIX = "FRONTDESK_"
ENV_FILE = Path(".env")


class Settings(
    ModelSettings,
    LimitSettings,
    SlackSettings,
    DiscordSettings,
    WebSettings,
    ApprovalSettings,
    PeopleSettings,
    ReachSettings,
):
    """Every setting there is; the environment wins over `.env`."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///frontdesk.db"), validation_alias="DATABASE_URL"
    )
    join_seconds: float = Field(
        default=0.0, ge=0.0, le=30.0, validation_alias="FRONTDESK_JOIN_SECONDS"
    )
    window_tokens: int = Field(
        default=8_000, ge=1_000, le=200_000, validation_alias="FRONTDESK_WINDOW_TOKENS"
    )
    procedures: Names = Field((), validation_alias="FRONTDESK_PROCEDURES")
    max_chat_history: int = Field(
        default=10, ge=2, le=1000, validation_alias="FRONTDESK_MAX_CHAT_HISTORY"
    )
    traces_url: MaybeAddress = Field("", validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    secret_key: SecretStr | None = Field(None, validation_alias="FRONTDESK_SECRET_KEY")
    agents: Names = Field((), validation_alias="FRONTDESK_AGENTS")
    demo: bool = Field(default=True, validation_alias="FRONTDESK_DEMO")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] | None = Field(
        None, validation_alias="LOG_LEVEL"
    )

    @model_validator(mode="before")
    @classmethod
    def _stripped(cls, values: dict[str, Any]) -> dict[str, Any]:
        # A secret in a file ends in a line break, and not every reader of such files takes it off.
        stripped = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value != ""}

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        scheme = value.get_secret_value().partition("://")[0].partition("+")[0]
        if scheme not in _DATABASES:
            message = (
                "write sqlite:///path/to/file.db or postgres://user:password@host/name; "
                f"“{scheme[:20]}” is neither"
            )
            raise ValueError(message)
        return value

    _sendable_to_models = field_validator("openai_api_key", "azure_api_key")(sendable)

    @property
    def database(self) -> str:
        """Which kind of database it is: sqlite or postgresql."""
        return _DATABASES[self.database_address.partition("://")[0].partition("+")[0]]

    @property
    def sqlite_path(self) -> Path | None:
        """The SQLite file; None for Postgres and for a database in memory."""
        path = self.database_address.partition("://")[2].removeprefix("/").partition("?")[0]
        return Path(path) if self.database == SQLITE and path not in {"", ":memory:"} else None

    @property
    def key_file(self) -> Path:
        """Where the secret key lies when none is set: beside the database, never in it."""
        beside = self.sqlite_path.absolute().parent if self.sqlite_path else Path.cwd()
        return beside / ".frontdesk" / "secret.key"

    @property
    def database_address(self) -> str:
        """The address with its password, for the adapter only."""
        return self.database_url.get_secret_value()

    @property
    def turns_at_once(self) -> int:
        """How many turns of a platform may go on: each may ask the model, and a few more."""
        return max(FEWEST_TURNS_AT_ONCE, self.model_calls_at_once or MOST_TURNS_AT_ONCE)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that must appear nowhere."""
        known = (
            self.openai_api_key,
            self.azure_api_key,
            self.secret_key,
            self.trusted_proxy_secret,
        )
        password = urlsplit(self.database_address).password if self.database == POSTGRES else None
        shown = (secret.get_secret_value() for secret in known if secret)
        own = [password] if password else []
        return (
            *shown,
            *self.platform_secrets(),
            *self.database_passwords,
            *own,
        )


def read_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read and check all settings.

    Raises:
        SettingsWrong: with everything that is missing or wrong.
    """
    if unreadable := problems_of(env_file):
        raise SettingsWrong(unreadable)
    try:
        settings = Settings(_env_file=env_file)
    except ValidationError as error:
        raise SettingsWrong(explained(error, Settings.model_fields)) from None
    if problems := _contradictions(settings):
        raise SettingsWrong(problems)
    return settings


def unknown_names(
    environment: Mapping[str, str], env_file: Path | None = ENV_FILE
) -> tuple[str, ...]:
    """The `FRONTDESK_…` names nothing reads, of the environment and the file; likely misspelt."""
    known = {field.validation_alias for field in Settings.model_fields.values()}
    ours = (name for name in {*environment, *names_in(env_file)} if name.startswith(_PREFIX))
    return tuple(sorted(name for name in ours if name not in known))


def _contradictions(settings: Settings) -> tuple[str, ...]:
    found = [*model_contradictions(settings)]
    if settings.database == POSTGRES and not (find_spec("psycopg") and find_spec("procrastinate")):
        found.append(
            "DATABASE_URL names Postgres; install its driver: pip install frontdesk[postgres]."
        )
    return (
        *found,
        *settings.contradictions(settings.public_url),
    )
