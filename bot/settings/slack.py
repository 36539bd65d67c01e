"""Settings of Slack: one workspace by its token, or several that install the app themselves."""

from collections.abc import Iterator
from urllib.parse import urljoin

from pydantic import Field, SecretStr, field_validator
from typing_extensions import override

from bot.settings.values import PlatformSettings, private_address, sendable

SLACK_API = "https://slack.com/api/"
MOST_SIGNING_SECRETS = 2
_WAY_IN = "SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP)"


class SlackSettings(PlatformSettings):
    """What Slack gave for the app."""

    slack_bot_token: SecretStr | None = Field(None, validation_alias="SLACK_BOT_TOKEN")
    slack_app_token: SecretStr | None = Field(None, validation_alias="SLACK_APP_TOKEN")
    slack_signing_secret: SecretStr | None = Field(None, validation_alias="SLACK_SIGNING_SECRET")
    slack_client_id: str = Field("", validation_alias="SLACK_CLIENT_ID")
    slack_client_secret: SecretStr | None = Field(None, validation_alias="SLACK_CLIENT_SECRET")
    slack_api_url: str = Field(SLACK_API, validation_alias="SLACK_API_URL")
    slack_personas: bool = Field(default=False, validation_alias="FRONTDESK_SLACK_PERSONAS")

    @field_validator("slack_bot_token")
    @classmethod
    def _bot_token(cls, value: SecretStr | None) -> SecretStr | None:
        token = _clear(value)
        if token.startswith("xoxe"):
            message = (
                "this token lasts 12 hours; switch token rotation off for the app, or set "
                "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET and install it from /slack/install"
            )
            raise ValueError(message)
        if token and not token.startswith("xoxb-"):
            message = "a bot token begins with xoxb-; see “OAuth & Permissions” of the app"
            raise ValueError(message)
        return value

    @field_validator("slack_app_token")
    @classmethod
    def _app_token(cls, value: SecretStr | None) -> SecretStr | None:
        token = _clear(value)
        if token and not token.startswith("xapp-"):
            message = "an app-level token begins with xapp-; see “Basic Information” of the app"
            raise ValueError(message)
        return value

    _sendable_to_slack = field_validator("slack_bot_token", "slack_app_token")(sendable)

    @field_validator("slack_signing_secret")
    @classmethod
    def _signing_secret(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not 1 <= len(_parts(value)) <= MOST_SIGNING_SECRETS:
            message = "give one secret, or the new and the old one separated by a comma"
            raise ValueError(message)
        return value

    @field_validator("slack_api_url")
    @classmethod
    def _api_url(cls, value: str) -> str:
        return f"{private_address(value, 'tokens are sent there')}/"

    @property
    def slack_signing_secrets(self) -> tuple[str, ...]:
        """The secrets Slack may sign with: one, or two while it is being changed."""
        return _parts(self.slack_signing_secret)

    @property
    def slack_authorize_url(self) -> str:
        """Where people agree to an installation."""
        return urljoin(self.slack_api_url, "/oauth/v2/authorize")

    @property
    def slack_installs_itself(self) -> bool:
        """Say whether workspaces install the app themselves, through OAuth."""
        return bool(self.slack_client_id)

    @property
    def has_slack(self) -> bool:
        """Say whether there is a workspace, or may be one."""
        return bool(self.slack_bot_token) or self.slack_installs_itself

    @override
    def platform_secrets(self) -> Iterator[str]:
        known = (self.slack_bot_token, self.slack_app_token, self.slack_client_secret)
        yield from (_clear(secret) for secret in known if secret)
        yield from self.slack_signing_secrets
        yield from super().platform_secrets()

    @override
    def contradictions(self, public_url: str) -> Iterator[str]:
        has_way_in = self.slack_app_token or self.slack_signing_secret
        if self.slack_bot_token and self.slack_client_id:
            yield (
                "SLACK_BOT_TOKEN is for one workspace, SLACK_CLIENT_ID for several that install "
                "the app themselves; set only one of them."
            )
        if bool(self.slack_client_id) != bool(self.slack_client_secret):
            yield "SLACK_CLIENT_ID and SLACK_CLIENT_SECRET go together; set both."
        if self.slack_client_id and not public_url:
            yield "SLACK_CLIENT_ID is set; say in FRONTDESK_PUBLIC_URL where people reach the bot."
        if self.has_slack and not has_way_in:
            yield f"Slack has no way to send anything; set {_WAY_IN} too."
        if has_way_in and not self.has_slack:
            given = "SLACK_APP_TOKEN" if self.slack_app_token else "SLACK_SIGNING_SECRET"
            yield f"{given} is set; set SLACK_BOT_TOKEN, or SLACK_CLIENT_ID and its secret, too."
        yield from super().contradictions(public_url)


def _parts(secret: SecretStr | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in _clear(secret).split(",") if part.strip())


def _clear(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
