"""What the operator decides: read from the environment and `.env`, checked all at once."""

from bot.settings.settings import Settings, read_settings, unknown_names
from bot.settings.values import SettingsWrong

__all__ = ["Settings", "SettingsWrong", "read_settings", "unknown_names"]
