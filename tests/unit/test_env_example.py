"""`.env.example` is where operators look settings up."""

import re
from pathlib import Path

from bot.settings.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
NAMED = re.compile(r"^# ([A-Z][A-Z0-9_]*)=", re.MULTILINE)


def test_the_example_names_every_setting_and_no_other():
    named = NAMED.findall(EXAMPLE.read_text(encoding="utf-8"))

    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert sorted(named) == sorted(known)
