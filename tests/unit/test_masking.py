"""Secrets are hidden whatever agents are installed, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.redaction.typed_secrets import hide_secrets
from bot.language.labels import kind_of
from bot.language.secrets import MASK

pytestmark = pytest.mark.proves("R8")


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("la mia password è Zug4Berg!", "Zug4Berg"),
        ("minha senha é Trem7Azul", "Trem7Azul"),
        ("mit password er Fjord88x", "Fjord88x"),
        ("mi clave es Monte55Rio", "Monte55Rio"),
        ("パスワードはhunter22です", "hunter22"),
        ("パスワードは hunter22", "hunter22"),
        ("пароль: hunter22", "hunter22"),
        ("密码是hunter22", "hunter22"),
        ("Kennwort: hunter22", "hunter22"),
        ("das WLAN-Passwort ist hunter22", "hunter22"),
        ("mein Bankpasswort: hunter22", "hunter22"),
        ("my pasword is hunter33", "hunter33"),
        ("the password will be hunter44", "hunter44"),
        ("the wifi password is hunter2, please remember it", "hunter2"),
        ("note that the wifi password is Blue$ky99", "Blue$ky99"),
        ('{"username": "seldo", "password": "monkey"}', "monkey"),
        ("the key sk-abcdefghij0123456789 leaked", "sk-abcdefghij0123456789"),
    ],
)
def test_a_secret_behind_its_label_is_hidden_in_any_language(said: str, secret: str):
    left = hide_secrets(said)

    assert secret not in left
    assert left.startswith(said[: said.index(secret)].rstrip())
    assert left.count(MASK) == 1


@pytest.mark.parametrize(
    "said",
    [
        "la mia password è sbagliata",
        "my password is wrong",
        "I forgot my password",
        "Ich habe mein Passwort vergessen",
        "what is my password?",
        "transfer 500 to 1234324",
        "パスワードを忘れました",
    ],
)
def test_what_is_said_about_a_password_is_not_hidden(said: str):
    assert hide_secrets(said) == said


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        *(("password", "password"), ("Kennwort", "password"), ("пароль", "password")),
        *(("PIN", "pin"), ("código pin", "pin"), ("暗証番号", "pin"), ("пин-код", "pin")),
        *(("API key", "token"), ("access token", "token"), ("clé api", "token")),
        *(("security code", "code"), ("passcode", "password"), ("secret", "secret")),
    ],
)
def test_a_label_tells_which_kind_of_secret_it_is(label: str, kind: str):
    assert kind_of(label) == kind


@given(st.text(max_size=200))
def test_hiding_never_fails_and_hides_no_more_the_second_time(text: str):
    assert hide_secrets(hide_secrets(text)) == hide_secrets(text)
