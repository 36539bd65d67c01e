"""How what is known is named beside what is asked for."""

import pytest

from bot.llm.offline.asking import ask_for
from bot.llm.offline.values.schema import Slot, Want

VERSION = Slot("deploy", "version", Want.TEXT, "the version", is_required=True)


@pytest.mark.parametrize(
    ("name", "description", "known"),
    [
        ("service_name", "which service", "“checkout” (which service)"),
        ("owner", "who owns it", "“checkout” (who owns it)"),
        ("service", "the service", "the service (checkout)"),
        ("service", "service to deploy", "the service to deploy (checkout)"),
        ("whatever", "whatever you like", "the whatever you like (checkout)"),
    ],
)
def test_what_is_known_is_not_asked_for(name: str, description: str, known: str):
    slot = Slot("deploy", name, Want.TEXT, description, is_required=True)

    said = ask_for([VERSION], [slot, VERSION], {slot.key: "checkout"})

    assert said == f"I have {known}. Please tell me the version."
