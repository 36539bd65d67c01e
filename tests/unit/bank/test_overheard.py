"""Which part of a message is a password somebody typed unasked."""

import pytest

from agents.bank.overheard import NO_CHANGE
from agents.kit import Unneeded
from tests.unit.overhearing import spotted

WITH_MONKEY = [
    "password: monkey",
    "password is monkey",
    "My password is “monkey”",
    "my password is monkey.",
    "pass monkey",
    "pw=monkey",
    "the password for seldo is monkey",
    "user seldo pass monkey",
    "user: seldo pass: monkey",
    "user=seldo&pass=monkey",
    "authenticate me, user seldo, pass monkey",
    "username: seldo, password: monkey, thanks",
    "I am seldo and my pw is monkey",
    "log me in as seldo with monkey",
    "please log me in as seldo with monkey and show my balance",
    "log in as seldo, password monkey",
    "login as seldo monkey",
    "login seldo monkey",
    "hi, login seldo monkey",
    "log in with seldo monkey please",
    "login: seldo password: 'monkey'",
    "sign in seldo/monkey",
    "sign me in: seldo monkey",
    "seldo monkey",
    "seldo\nmonkey",
    "Seldo  monkey",
    "seldo, monkey",
    "seldo , monkey",
    "seldo/monkey",
    "seldo:monkey",
    "seldo password monkey",
    "username:seldo monkey",
    "it's seldo, monkey",
    "my username is seldo and it is monkey",
    "transfer 500 to 1234324, username seldo, password monkey",
    "hi, I'm seldo, pw monkey, what's my balance?",
    "@authenticate seldo monkey",
    "what is my balance? seldo monkey",
    "help me, seldo monkey",
    "balance please\nseldo\nmonkey",
    "transfer 500 to 1234324 (seldo monkey)",
    "transfer 500 to 1234324 (seldo/monkey)",
    "transfer 500 to 1234324 [seldo, monkey], thanks",
    "the password's monkey",
    "The password\u2019s monkey",
    "monkey is my password",
    "monkey is the password for seldo",
    "monkey, that's my password",
    "use monkey as my password",
    "is monkey my password?",
    "seldo (user), monkey (password)",
    "passwort: monkey",
    "mein Passwort ist monkey",  # codespell:ignore
    "my pin is monkey",
    "my pasword is monkey",  # codespell:ignore
    "my password is still monkey",
    "my password: it's monkey",
    "I changed my password to monkey",
    "password - monkey",
    "password -> monkey",
    '{"username": "seldo", "password": "monkey"}',
    "{'username': 'seldo', 'password': 'monkey'}",
    '{"password":"monkey","username":"seldo"}',
    "{user: seldo, password: monkey}",
    "<user>seldo</user><password>monkey</password>",
    "seldo / monkey",
    "*seldo* monkey",
    "seldo | monkey",
    "seldo - monkey",
    "seldo with monkey",
    'it is "seldo" and the password is "monkey"',
    "my login is 'seldo monkey'",
    "user=seldo&password=monkey",
    "password=monkey&user=seldo",
    "https://seldo:monkey@bank.example/",
    "curl -u seldo:monkey",
    "pw:monkey",
    "PW monkey",
    "show my balance, pw monkey",
    "pw monkey show my balance",
    "(password monkey)",
    "forgot to say: password monkey, user seldo",
    "what does Apple cost? also, seldo monkey",
    "send 20 to ana, I am seldo, monkey",
    "seldo monkey and then show me what I have",
    "seldo monkey what's my balance?",
    "what is my balance? Seldo monkey",
    "SELDO monkey",
]
WITHOUT_A_SECRET = [
    "cat /etc/passwd: permission denied",
    '<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "transfer money",
    "Transfer money",
    "checking account",
    "checking, savings",
    "log me in",
    "log me out",
    "log in please",
    "login failed again",
    "login page broken",
    "log in to check my balance",
    "I want to log in and transfer money",
    "I can't log in",
    "seldo",
    "hi ana",
    "my username is seldo",
    "my username is seldo and I forgot it",
    "it's seldo but wrong password",
    "password",
    "password please",
    "what is my password?",
    "is my password safe?",
    "my password is wrong",
    "my password isn't working",
    "reset my password",
    "I forgot my password",
    "transfer 500 to 1234324",
    "to account ID 1234324",
    "Where to find a claim id?",
    "I am a partner.",
    "My id is 123ABH",
    "what does Apple cost?",
    "https://example.com/a",
    "never mind",
    "I forgot my password",
    "I forgot my password 😭",
    "reset my password please",
    "what is the password for?",
    "what is the password for my account?",
    "seldo wants to transfer money",
    "Seldo and Ben want to transfer money",
    "is seldo logged in?",
    "am I logged in as seldo?",
    "my username is seldo, please go on",
    "log me in as seldo",
    "log me in as seldo and show my balance",
    "log me in as seldo, then send 500 to 1234324",
    "I'm seldo, what's my balance?",
    "how much does seldo have in checking?",
    "how much did ana transfer yesterday?",
    "tell ana that I said hi",
    "tell seldo and ana about it",
    "pay seldo 500",
    "send ana $20 please",
    "transfer 500 to ana tomorrow",
    "did seldo, ana or ben log in?",
    "ana called me",
    "seldo's balance please",
    "the password is wrong",
    "The password's wrong",
    "wrong password, seldo here",
    "the password field is empty",
    "password reset",
    "password: it is wrong",
    "my password keeps failing",
    "my password has expired",
    "which characters may a password contain?",
    "the password must be longer",
    "do you keep passwords?",
    "change my password to something better",
    "is that my password?",
    "this is the wrong password",
    "pass 500 to 1234324",
    "pass me on to somebody",
    "pin this message",
    "seldo [secret]",
    "my password is [secret]",
    "password: [secret]",
    "@transfer_money 500",
    "@stock_lookup Tesla",
    "/frontdesk balance",
    "@authenticate",
    "@authenticate seldo",
    "thank you",
    "",
    "   ",
    "🙂",
]


@pytest.mark.parametrize("login_pending", [True, False])
@pytest.mark.parametrize("text", WITH_MONKEY)
async def test_a_volunteered_password_is_found(text: str, *, login_pending: bool):
    assert await spotted(text, login_pending=login_pending) == "monkey"


@pytest.mark.parametrize("login_pending", [True, False])
@pytest.mark.parametrize("text", WITHOUT_A_SECRET)
async def test_ordinary_messages_are_left_alone(text: str, *, login_pending: bool):
    assert await spotted(text, login_pending=login_pending) is None


@pytest.mark.parametrize("secret", ["🐒🔑!", "m,on/key", "pa$$w0rd!?", "!!!", "12345678"])
async def test_a_password_may_hold_any_characters(secret: str):
    assert await spotted(f"seldo {secret}", login_pending=True) == secret
    assert await spotted(f"password: {secret}", login_pending=False) == secret


@pytest.mark.parametrize("text", WITH_MONKEY)
async def test_once_masked_nothing_is_left_to_find(text: str):
    assert await spotted(text.replace("monkey", "[secret]"), login_pending=False) is None


@pytest.mark.parametrize("secret", ["correct horse battery staple", "it's me", "a, b; c"])
async def test_a_quoted_password_may_hold_spaces(secret: str):
    assert await spotted(f'my password is "{secret}", thanks', login_pending=False) == secret
    assert await spotted(f'what now? seldo "{secret}"', login_pending=False) == secret


@pytest.mark.parametrize(
    "text",
    [
        "my old password is donkey, seldo monkey",
        "pin: 123456, username seldo, password monkey",
        "seldo monkey, password for the other bank: donkey",
        "seldo is fine. seldo monkey. pw donkey",
    ],
)
async def test_of_several_secrets_the_one_beside_the_name_is_found(text: str):
    assert await spotted(text, login_pending=False) == "monkey"


@pytest.mark.parametrize(
    "text", ["password: correct horse battery staple", "pw: correct horse battery staple, thanks"]
)
async def test_a_password_may_begin_with_an_ordinary_word(text: str):
    assert await spotted(text, login_pending=False) == "correct horse battery staple"


@pytest.mark.parametrize("text", ["seldo 12345678", "balance? seldo 12345678", "pin 12345678"])
async def test_a_number_can_be_a_password(text: str):
    assert await spotted(text, login_pending=False) == "12345678"


async def test_a_sign_after_a_name_is_no_password_unless_a_login_is_waited_for():
    assert await spotted("hi ana 👋", login_pending=False) is None
    assert await spotted("ana 🐒", login_pending=True) == "🐒"


async def test_long_texts_are_read_in_time():
    for text in ("seldo " * 20_000, "password for " * 10_000, "- " * 20_000, "'" * 50_000):
        await spotted(text, login_pending=True)


async def test_two_unknown_words_are_a_login_only_while_one_is_waited_for():
    assert await spotted("bob swordfish", login_pending=True) == "swordfish"
    assert await spotted("bob swordfish", login_pending=False) is None


async def test_a_known_name_gives_its_password_away_even_if_more_is_said():
    text = "seldo monkey and then show me what I have"

    assert await spotted(text, login_pending=True) == "monkey"


async def test_even_an_ordinary_word_can_be_the_password_of_somebody_known():
    assert await spotted("seldo balance", login_pending=True) == "balance"
    assert await spotted("seldo balance", login_pending=False) is None


async def test_what_begins_with_punctuation_alone_can_be_read():
    assert await spotted("=cmd|'/C'!A0", login_pending=False) is None


async def test_however_often_somebody_begins_to_name_themselves_it_is_read_in_time():
    text = "log in as a " * 1_500 + "\n" * 6_000 + "x y"

    assert await spotted(text, login_pending=True) is None


@pytest.mark.parametrize(
    "text",
    ["hunter2", "hunter2!", "change it to hunter2", "hunter2 please", "make it hunter2 then"],
)
async def test_a_new_password_typed_though_it_cannot_be_changed_is_hidden(text: str):
    found = await spotted(text, login_pending=False, before=NO_CHANGE)

    assert isinstance(found, Unneeded)
    assert found.startswith("hunter2")
    assert await spotted(text, login_pending=False) is None


@pytest.mark.parametrize(
    "text", ["ok", "thank you", "log me in", "seldo", "what is my balance?", "transfer money"]
)
async def test_what_else_is_said_then_is_left_alone(text: str):
    assert await spotted(text, login_pending=False, before=NO_CHANGE) is None
