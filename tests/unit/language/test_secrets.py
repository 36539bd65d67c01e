"""Secrets behind a label in any language, and of a known shape."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.language.secrets import MASK, find_secrets, labels_in


def hidden(text: str) -> str:
    for one in reversed(find_secrets(text)):
        text = text[: one.start] + MASK + text[one.end :]
    return text


@pytest.mark.parametrize(
    "said",
    [
        *("la mia password è {}", "a minha senha é {}", "mit password er {}", "mi clave es {}"),
        *("mi contraseña es {}", "пароль: {}", "мой пароль {}", "密码是{}", "我的密码：{}"),
        *(
            "パスワードは{}",
            "パスワードは {}",
            "비밀번호는 {}",
            "Kennwort: {}",
            "mein Passwort lautet {}",
        ),
        *(
            "le mot de passe est {}",
            "moje hasło to {}",
            "heslo je {}",
            "şifrem {}",
            "lösenord: {}",
        ),
        *("my pasword is {}", "my passwrod: {}", "the password will be {}", "password {}"),
        *("the password for the wifi is {}", "seldo's password is {}", "PASSWORD = {}"),
        *(
            "κωδικός: {}",
            "parolă: {}",
            "a jelszó {}",
            "סיסמה: {}",
            "mật khẩu là {}",
            "lozinka: {}",
        ),
        *("kata sandi: {}", "la contrasenya és {}", "รหัสผ่านคือ {}", "पासवर्ड {} है", "парола: {}"),
        *("my password was changed to {}", "my password used to be {}", "my password's {}"),
        *("my password, {}", "мой пароль — {}", "minha senha nova: {}", "my new pass: {}"),
        *(
            "das Kennwort vom WLAN ist {}",
            "the password for my account is {}",
            "user seldo pass {}",
        ),
        *("the wifi password is {}", "api key: {}", "access_token={}", 'password: "{}"'),
        *("пін-код: {}", "salasana on {}", "wachtwoord: {}", "كلمة السر هي {}", "passphrase: {}"),
    ],
)
def test_what_stands_behind_a_label_is_a_secret_in_any_language(said: str):
    assert hidden(said.format("Zug4Berg")) == said.format(MASK)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("my password is word123 and word123", "my password is [secret] and [secret]"),
        ("the pin is 4711, so 47110", "the pin is [secret], so 47110"),
        ("pin 4711", "pin [secret]"),
        ("passphrase: correct horse. Really", "passphrase: [secret]. Really"),
        ("passphrase: correct.horse now, ok", "passphrase: [secret]"),
        ("passphrase: an old hat. An old hat", "passphrase: [secret]. An old hat"),
        ("passphrase: old hat. Yes, old hat!", "passphrase: [secret]. Yes, [secret]!"),
        ("my password is correct.horse battery", "my password is [secret]"),
        ("my password is correct horse, please", "my password is [secret], please"),
        ("password: correct horse. Reset it", "password: [secret] Reset it"),
        ("my password is monkey for the wifi", "my password is [secret] for the wifi"),
        ("my password is ab,cd9 and ab,cd9", "my password is [secret] and [secret]"),
        ('{"password": "old hat", "user": 1}', '{"password": "[secret]", "user": 1}'),
        ("password is hunter2! and hunter2!", "password is [secret] and [secret]"),
        ("pin is 4711. It is 4711", "pin is [secret] It is [secret]"),
        ("my password is ok, ok?", "my password is [secret], ok?"),
        ("the passcode is code", "the passcode is [secret]"),
        ("my password is password", "my password is [secret]"),
        ("la mia password è Zug4Berg!", "la mia password è [secret]"),
        ("use sk-abcdefghijklmnopqrst now", "use [secret] now"),
        ("key AKIAABCDEFGHIJKLMNOP", "key [secret]"),
    ],
)
def test_all_of_a_secret_is_found_also_where_it_stands_again(text: str, left: str):
    assert hidden(text) == left


@pytest.mark.parametrize(
    "text",
    [
        *("my password is wrong", "my password expired", "I forgot my password", "password?"),
        *("the wifi password is on the fridge", "what is my password?", "la password è sbagliata"),
        *(
            "mein Passwort ist falsch",
            "密码是什么",
            "パスワードは忘れました",
            "reset the password now",
        ),
        *("mi contraseña es correcta", "cat /etc/passwd: root", "my password: [secret]", "tokens"),
        *("pass: the salt", "my pass is green", "password, please", "my password — wrong again"),
        *("password change: how?", "my password's wrong", "passport: Ana", "κωδικός πρόσβασης;"),
        *("the pinned message", "spin 4711", "password policy", "secretary: Ana", "пароль забыт"),
    ],
)
def test_ordinary_words_beside_a_label_are_no_secret(text: str):
    assert find_secrets(text) == ()


def test_labels_are_told_with_their_places():
    text = "My ｐassword is x, 密码是y and the PIN code 4711"

    found = labels_in(text)

    assert [one.text for one in found] == ["ｐassword", "密码", "PIN code"]
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "password: a9 " * 5_000,
            "password is " + "a." * 50_000,
            "passphrase: " + "a! " * 50_000,
        ),
        *("".join(f"pin is x{number} " for number in range(4_000)), 'pin:"' * 20_000),
        *("pin:" + '"' * 100_000 + " pin:x", "pin:;" * 20_000, "密码是" * 20_000),
        *("password is a" + " a" * 50_000, "password is b c" + "." * 50_000),
    ],
    ids=range(10),
)
def test_a_text_full_of_labels_is_read_to_its_end(text: str):
    assert find_secrets(text)


MARKED = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=4)


@given(
    st.sampled_from(["my password is {0} and {0}", "pin: {0}. It is {0}", "pw={0} {0}"]), MARKED
)
def test_no_word_behind_a_label_is_shown_there_or_where_it_stands_again(text: str, word: str):
    bare = word.strip("\"',;.?")
    assume(len(bare) >= 4)
    assume("secret" not in word and find_secrets(f"pin: {bare}"))

    left = hidden(text.format(word))

    assert not any(bare in part for part in left.split(MASK))
