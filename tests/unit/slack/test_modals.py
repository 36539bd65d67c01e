"""Forms: what they ask, what comes back from them, and what they never carry."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from pydantic import JsonValue

from bot.domain.messages import Field
from bot.platforms.slack.render import modals
from bot.platforms.slack.render.modals import Form, SlackFormOrigin
from tests.unit.slack.drawing import drawn_view
from tests.unit.slack.limits import controls, refusals_of_view, texts
from tests.unit.slack.requests import TRANSFER, a_question, a_view
from tests.unit.slack.texts import hostile

ORIGIN = SlackFormOrigin("r1", "C1", "1700000000.000100")
FIELDS = (
    Field("to_account", "to account", value="1234324"),
    Field("amount", "amount", value="700.00 USD"),
    Field("memo", "memo"),
)


ANSWER = Field("text", "Your answer")


def sent(form: Form, **typed: str | None) -> dict[str, Any]:
    """A form as Slack sends it back, some of its fields typed over."""
    inputs = [block for block in form["blocks"] if block["type"] == "input"]
    values = {
        block["block_id"]: {
            block["element"]["action_id"]: {
                "type": "plain_text_input",
                "value": typed.get(block["block_id"], block["element"].get("initial_value")),
            }
        }
        for block in inputs
    }
    return {"type": "view_submission", "view": {**form, "state": {"values": values}}}


def test_editing():
    form = modals.edit(ORIGIN, FIELDS)

    assert drawn_view(form) == snapshot("""\
=== Edit, then approve ===
to account <to_account>: [1234324]
amount <amount>: [700.00 USD]
memo (optional) <memo>: []
(_Only what you change is changed. Sending this approves what it then says._)
[Approve] [Cancel]\
""")
    assert form["private_metadata"] == (
        '{"request": "r1", "channel": "C1", "message": "1700000000.000100"}'
    )


def test_rejecting():
    assert drawn_view(modals.reject(ORIGIN)) == snapshot("""\
=== Reject ===
Why not? Your reason goes to the agent. (optional) <reason>:
  []
[Reject] [Cancel]\
""")


def test_responding():
    form = modals.respond(ORIGIN, a_question("Which **topology**?"), ANSWER)

    assert drawn_view(form) == snapshot("""\
=== Answer ===
Which *topology*?
Your answer <text>:
  []
[Send] [Cancel]\
""")


def test_saying_something_about_an_action():
    form = modals.respond(ORIGIN, a_view(TRANSFER), Field("text", "What do you want to say?"))

    assert drawn_view(form) == snapshot("""\
=== Say something about it ===
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
What do you want to say? <text>:
  []
[Send] [Cancel]\
""")


def test_why_nothing_was_changed():
    answer = modals.notice("That was already approved by <@U2>; *sorry*.")

    assert answer["response_action"] == "update"
    assert drawn_view(answer["view"]) == snapshot("""\
=== Nothing was changed ===
That was already approved by &lt;@U2&gt;; *sorry*.
[Close]\
""")
    assert refusals_of_view(answer["view"]) == []


def test_a_secret_is_asked_for_honestly_and_never_filled_in():
    field = Field("password", "Password", secret=True, value="monkey")
    form = modals.secret(ORIGIN, [field], "Please type your password.")

    assert drawn_view(form) == snapshot("""\
=== Private ===
Please type your password.
Password <password>: []
  (Slack does not hide what you type here, and it passes through Slack. From there it goes only
      to the check that asked for it: not into the conversation, not to a model.)
[Send] [Cancel]\
""")
    assert "monkey" not in json.dumps(modals.edit(ORIGIN, [field]))


def test_reading_all_of_it():
    text = "transfer wants to run:\n  amount: 700.00 USD\n  memo: ⟨U+0041⟩ https://evil.com\nRisk."
    view = a_view({"amount": "700.00 USD", "memo": "⟨U+0041⟩ https://evil.com"}, text)

    assert drawn_view(modals.full_text(ORIGIN, view, may_approve=True)) == snapshot("""\
=== All of it ===
*transfer wants to run:*
• amount: `700.00 USD`
Risk.
*memo*, as JSON:
```
"\\u27e8U+0041\\u27e9 https\\u003a//evil.com"
```
[Approve] [Cancel]\
""")
    assert "submit" not in modals.full_text(ORIGIN, view)


def test_what_is_too_long_even_for_a_form_cannot_be_agreed_to():
    form = modals.full_text(ORIGIN, a_view({"memo": "word " * 40_000}), may_approve=True)

    assert "submit" not in form
    assert texts(form["blocks"])[-1].startswith("_… this is too long even for a form")
    assert refusals_of_view(form) == []


def test_all_of_a_long_argument_can_be_read():
    memo = "".join(f"{number} `<!here>` @here http://evil.com\n" for number in range(200))

    form = modals.full_text(ORIGIN, a_view({**TRANSFER, "memo": memo}), may_approve=True)

    fenced = [text for text in texts(form["blocks"]) if text.startswith("```")]
    written = "".join(text.removeprefix("```\n").removesuffix("\n```") for text in fenced)
    assert json.loads(written) == memo
    assert not set("<>&@") & set(written)
    assert "://" not in written


def test_a_value_that_is_too_long_is_not_edited_in_a_form():
    form = modals.edit(ORIGIN, [Field("memo", "memo", value="x" * 3_001)])

    assert texts(form["blocks"])[0] == "*memo* is too long to be edited here; it stays."
    assert modals.edits_of(sent(form)) == {}


def test_what_was_typed_comes_back_by_field():
    form = modals.edit(ORIGIN, FIELDS)

    said = sent(form, amount="20.00 USD", memo=None)

    assert modals.values_of(said) == {"to_account": "1234324", "amount": "20.00 USD", "memo": ""}
    assert modals.edits_of(said) == {"amount": "20.00 USD"}
    assert modals.origin_of(said) == ORIGIN


def test_a_field_left_alone_is_no_edit_even_if_it_shows_hidden_characters():
    form = modals.edit(ORIGIN, [Field("memo", "memo", value="a⟨U+202E⟩b"), *FIELDS[:1]])

    assert modals.edits_of(sent(form)) == {}
    assert modals.edits_of(sent(form, memo="ab")) == {"memo": "ab"}


def test_hidden_characters_that_stay_in_an_edit_stay_what_they_were():
    form = modals.edit(ORIGIN, [Field("memo", "memo", value="a⟨U+202E⟩b")])

    assert modals.edits_of(sent(form, memo="a⟨U+202E⟩bc")) == {"memo": "a\u202ebc"}


def test_a_text_of_several_lines_is_edited_in_several_lines():
    form = modals.edit(ORIGIN, [Field("memo", "memo", value="Dear Sam,⟨U+000A⟩hello")])

    assert drawn_view(form) == snapshot("""\
=== Edit, then approve ===
memo <memo>:
  [Dear Sam,
hello]
(_Only what you change is changed. Sending this approves what it then says._)
[Approve] [Cancel]\
""")
    assert modals.edits_of(sent(form)) == {}


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"view": None},
        {"view": {"state": None, "blocks": None, "private_metadata": None}},
        {"view": {"state": {"values": []}, "blocks": [None, {"element": 1}]}},
        {"view": {"state": {"values": {"a": None}}, "private_metadata": "[]"}},
        {"view": {"state": {"values": {"a": {"b": None}}}, "private_metadata": "{"}},
        {"view": {"private_metadata": '{"request": 1}'}},
        {"view": []},
    ],
)
def test_a_form_that_is_not_whole_says_nothing(payload: dict[str, Any]):
    assert set(modals.values_of(payload).values()) <= {""}
    assert set(modals.edits_of(payload).values()) <= {""}
    assert modals.origin_of(payload) is None


def test_what_is_wrong_is_said_at_its_field():
    form = sent(modals.edit(ORIGIN, FIELDS))

    assert modals.errors({"amount": "“x” is no amount <!here>", "memo": ""}, form) == {
        "response_action": "errors",
        "errors": {"amount": "“x” is no amount ⟨U+003C⟩!here>", "memo": "?"},
    }


def test_what_is_wrong_with_no_field_of_the_form_is_said_at_its_first():
    form = sent(modals.edit(ORIGIN, FIELDS))

    assert modals.errors({"": "Nothing was changed.", "from_account": "It is closed."}, form) == {
        "response_action": "errors",
        "errors": {"to_account": "Nothing was changed. from account: It is closed."},
    }


def test_what_is_wrong_with_a_form_without_fields_takes_its_place():
    form = sent(modals.full_text(ORIGIN, a_view(TRANSFER), may_approve=True))

    assert modals.errors({"": "It is closed."}, form) == modals.notice("It is closed.")


arguments = st.dictionaries(st.sampled_from(["to", "amount", "memo"]), hostile, min_size=1)


@given(arguments, hostile)
def test_every_form_is_within_the_limits_and_does_nothing(values: dict[str, str], text: str):
    json_values: dict[str, JsonValue] = dict(values)
    fields = [Field(name, text, value=value) for name, value in values.items()]
    secrets = [replace(field, secret=True) for field in fields]
    for form in (
        modals.edit(ORIGIN, fields),
        modals.respond(ORIGIN, a_question(text), ANSWER),
        modals.respond(ORIGIN, a_view(json_values), fields[0]),
        modals.notice(text)["view"],
        modals.secret(ORIGIN, secrets, text),
        modals.full_text(ORIGIN, a_view(json_values), may_approve=True),
        modals.full_text(ORIGIN, a_view(json_values, text), may_approve=True),
    ):
        assert refusals_of_view(form) == []
        assert json.loads(json.dumps(form)) == form
        mrkdwn = [block for block in form["blocks"] if block["type"] in {"section", "context"}]
        assert [c for said in texts(mrkdwn) for c in controls(said)] == []


@given(arguments)
def test_what_a_form_showed_comes_back_as_no_edit(values: dict[str, str]):
    form = modals.edit(ORIGIN, [Field(name, name, value=value) for name, value in values.items()])

    assert modals.edits_of(sent(form)) == {}
