"""Which secret a failure is about: the one it names, or that its words name."""

import pytest

from agents.kit import ToolFailed


@pytest.mark.parametrize(
    ("failure", "about"),
    [
        (ToolFailed("That pin is wrong."), ["pin"]),
        (ToolFailed("Your access code has expired."), ["access_code"]),
        (ToolFailed("The PIN and the access_code do not fit."), ["access_code", "pin"]),
        (ToolFailed("The spinning wheel is broken."), []),
        (ToolFailed("That pin is wrong.", ask_again="access_code"), ["access_code"]),
        (ToolFailed("They do not fit.", ask_again="pin"), ["pin"]),
    ],
    ids=str,
)
def test_a_failure_is_about_the_secrets_it_names(failure: ToolFailed, about: list[str]):
    assert [name for name in ("access_code", "pin") if failure.is_about(name)] == about
