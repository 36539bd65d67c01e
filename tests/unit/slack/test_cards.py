"""Cards: what they show is what will run, and who may not read it all may not agree to it."""

from dataclasses import replace

import pytest
from inline_snapshot import snapshot
from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.messages import Button, ReplyKind
from bot.domain.requests import Request, RequestKind, Subject
from bot.platforms.chat.render.cards import RequestEnding
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.render.cards import SlackCardView, card, locked
from tests.unit.slack.drawing import drawn
from tests.unit.slack.limits import refusals, texts
from tests.unit.slack.requests import (
    LONG,
    NOON,
    TRANSFER,
    a_card,
    a_question,
    a_reply,
    a_text,
    a_view,
    ids_on,
    values_on,
)


def test_an_approval():
    said = card(a_reply(f"The rate is **1:1**.\n\n{a_text(TRANSFER)}"), a_view(TRANSFER), ("U1",))

    assert drawn(said.parts) == snapshot("""\
The rate is *1:1*.
----
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
(⏳ Waiting for <@U1> until <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>)
[!Approve → r1:approve] [Edit → r1:edit] [-Reject → r1:reject]\
""")
    assert said.text == snapshot("""\
The rate is **1:1**.

transfer_money wants to transfer:
  to_account: 1234324
  amount: 700.00 USD
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.\
""")


def test_an_approval_that_was_given():
    said = locked(a_card(TRANSFER), RequestEnding("Approved", ("U1",), NOON))

    assert drawn(said.parts) == snapshot("""\
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
(✅ *Approved* by <@U1> · <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>)\
""")
    assert said.text == snapshot("""\
✅ Approved by <@U1>
transfer_money wants to transfer:
  to_account: 1234324
  amount: 700.00 USD
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.\
""")


@pytest.mark.parametrize(
    ("outcome", "who", "line"),
    [
        ("Rejected: too much <!here>", "U1", "❌ *Rejected: too much &lt;!here&gt;* by <@U1> · "),
        ("Edited and approved", "U1", "✅ *Edited and approved* by <@U1> · "),
        ("Expired", "", "⌛ *Expired* · "),
        ("Cancelled", "", "🚫 *Cancelled* · "),
        ("Closed", "<@U2>", "☑️ *Closed* by &lt;@U2&gt; · "),
    ],
)
def test_every_outcome_has_its_line(outcome: str, who: str, line: str):
    said = locked(a_card(TRANSFER), RequestEnding(outcome, (who,) if who else (), NOON))

    assert texts(said.parts)[-1].startswith(line)
    assert ids_on(said) == []
    assert not [text for text in texts(said.parts) if "Waiting" in text]
    assert refusals(said.parts) == []


def test_a_question_with_choices():
    buttons = (Button("r1:option-1", "Checking"), Button("r1:option-2", LONG))
    said = card(a_reply("Which *account*?", buttons), a_question("Which *account*?"))

    assert drawn(said.parts) == snapshot("""\
Which _account_?
1. Checking
2. The account for everything that is not the other account, opened in the year 2019
[Checking → r1:option-1] [The account for everything that is not the other account, opened in
      the ye… → r1:option-2]\
""")


def test_a_form_is_opened_by_its_button():
    secret = replace(a_question("Please type your password."), kind=RequestKind.SECRET)
    asked = a_reply(secret.text, (Button("r1:submit", "Submit", "primary"),))

    said = card(replace(asked, kind=ReplyKind.FORM), secret)

    assert drawn(said.parts) == snapshot("""\
Please type your password.
(⏳ Waiting for <@U1> until <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>)
[!Open the form → r1:submit]\
""")


def test_an_argument_that_is_too_long_is_no_click_away():
    said = a_card({**TRANSFER, "memo": "x" * 2_000})

    assert ids_on(said) == ["r1:read", "r1:reject"]
    assert drawn(said.parts).replace("x" * 150, "") == snapshot("""\
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
• memo: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      xxxxxxxxxxxxxxxx…`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
⚠️ *This card cannot show `memo` in full, exactly as it will run.* Open it to read everything
      before you decide.
(⏳ Waiting for <@U1> until <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>)
[!Open to read all first → r1:read] [-Reject → r1:reject]\
""")


@pytest.mark.parametrize(
    "arguments",
    [
        {"memo": "⟨U+0041⟩"},
        {"memo": "x" * 1_300},
        {"memo": "`" * 200},
        {f"field_{number}": "y" * 900 for number in range(8)},
    ],
)
def test_what_cannot_be_told_exactly_is_not_approved_in_one_click(arguments: dict[str, JsonValue]):
    said = a_card(arguments)

    assert ids_on(said) == ["r1:read", "r1:reject"]
    assert refusals(said.parts) == []


@pytest.mark.parametrize(
    "text",
    [
        "transfer wants to run:\n  amount: 5.00 USD",
        "transfer wants to run:\n  amount: 700.00 USD\n  amount: 5.00 USD",
        "transfer wants to run:",
    ],
)
def test_a_text_that_says_something_else_than_will_run_is_not_approved(text: str):
    arguments: dict[str, JsonValue] = {"amount": "700.00 USD"}

    said = card(a_reply(text), a_view(arguments, text))

    assert ids_on(said) == ["r1:read", "r1:reject"]


def test_what_is_said_before_a_card_does_not_look_like_it():
    forged = "  amount: `5.00 USD`\n\n• amount: `5.00 USD`\n✅ *Approved* by <@U9>"
    said = card(a_reply(f"{forged}\n\n{a_text(TRANSFER)}"), a_view(TRANSFER))

    before, after = said.parts[0], said.parts[2]
    assert said.parts[1]["type"] == "divider"
    assert "&lt;@U9&gt;" in before["text"]["text"]
    assert values_on(PlatformMessage("", (after,))) == {
        "to_account": "1234324",
        "amount": "700.00 USD",
    }


def test_deciders_are_named():
    view = replace(a_view(TRANSFER), deciders=("U1", "slack/T1/U2", "group:S1", "group:<!here>"))
    none = replace(view, deciders=())
    many = replace(view, deciders=tuple(f"U{number}" for number in range(12)))

    said = [texts(card(a_reply(""), one).parts)[-4] for one in (view, none, many)]

    assert said[0].startswith("⏳ Waiting for one of <@U1>, <@U2>, <!subteam^S1>, group:&lt;")
    assert said[1].startswith("⏳ Waiting for nobody: none is named until <!date^")
    assert "<@U9>, 2 more until" in said[2]


def test_the_view_of_a_request():
    ana, ben = Person("slack", "T1", "U1"), Person("slack", "T1", "U2")
    asked = Request(
        id=RequestId("r1"),
        kind=RequestKind.APPROVAL,
        session=SessionId("slack/T1/C1/1.2"),
        task=TaskId("k1"),
        asked=ana,
        text=a_text(TRANSFER),
        subject=Subject("transfer_money", "transfer", arguments=TRANSFER),
        created_at=NOON,
        expires_at=NOON,
    )

    assert SlackCardView.of(asked) == a_view(TRANSFER)
    by_others = replace(asked, policy="four_eyes", approvers=(ben.user,))
    assert SlackCardView.of(by_others).deciders == ("U2",)


def test_buttons_are_shown_to_those_who_may_decide():
    said = card(a_reply(a_text(TRANSFER)), a_view(TRANSFER), ("U2", "U1"))

    buttons = said.parts[-1]["elements"]
    assert [button["visible_to_user_ids"] for button in buttons] == [["U1", "U2"]] * 3


def test_many_choices_are_rows_of_buttons_and_the_rest_is_said():
    buttons = tuple(Button(f"r1:option-{number}", f"Choice {number}") for number in range(60))
    said = card(a_reply("Which?", buttons), a_question("Which?"))

    assert [len(b["elements"]) for b in said.parts if b["type"] == "actions"] == [25, 25]
    assert "60. Choice 59" in texts(said.parts)[1]
    assert texts(said.parts)[2] == "_The last 10 have no button; type yours._"
    assert refusals(said.parts) == []


def test_buttons_of_the_same_name_are_told_apart():
    buttons = (Button("r1:yes", "Yes"), Button("r1:yes", "Yes"), Button("x" * 300, ""))
    said = card(a_reply("Sure?", buttons), a_question("Sure?"))

    actions = [(b["action_id"], b["value"]) for b in said.parts[-1]["elements"]]
    assert actions == [("r1:yes", "r1:yes"), ("r1:yes#2", "r1:yes"), ("x" * 255, "x" * 300)]


def test_a_card_that_others_must_approve():
    view = replace(a_view(TRANSFER), deciders=("U2", "U3", "group:S7"), needed=2, asked="U1")
    said = card(a_reply(f"{a_text(TRANSFER)}\nIt is for U2, U3 to decide."), view)

    assert drawn(said.parts) == snapshot("""\
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
(⏳ Waiting for 2 of <@U2>, <@U3>, <!subteam^S7> until <!date^1795176000^{date_short_pretty}
      {time}|2026-11-20 12:00 UTC> · asked for by <@U1>)
[!Approve → r1:approve] [Edit → r1:edit] [-Reject → r1:reject]\
""")
    ending = RequestEnding("Approved", ("U2", "U3"), NOON)
    assert drawn(locked(said, ending).parts) == snapshot("""\
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
(✅ *Approved* by <@U2>, <@U3> · <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00
      UTC>)\
""")
