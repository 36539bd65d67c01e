"""The App Home: what one person sees of their tasks, requests and agents."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from bot.domain.ids import RequestId
from bot.domain.messages import Button
from bot.platforms.slack.receive.app_home import HomeView, Introduction, home
from tests.unit.slack.drawing import drawn_view
from tests.unit.slack.limits import controls, refusals_of_view, texts
from tests.unit.slack.requests import TRANSFER, a_reply, a_text, a_view
from tests.unit.slack.texts import hostile

BANK = Introduction(
    "transfer_money", "Transferring money between accounts", ("send 20 to Sam", "pay Ana")
)
WAITING = (a_reply(a_text(TRANSFER)), a_view(TRANSFER))


def test_a_home():
    view = HomeView(
        tasks=("transfer_money: waiting for an approval", "letters: in progress"),
        requests=(WAITING,),
        agents=(BANK,),
        paused="Ana",
    )

    assert drawn_view(home(view)) == snapshot("""\
=== Home ===
⏸️ *Paused by Ana.* I answer, but I change nothing until I am resumed.
## Your tasks
• transfer_money: waiting for an approval
• letters: in progress
## Waiting for you
*transfer_money wants to transfer:*
• to_account: `1234324`
• amount: `700.00 USD`
This needs an approval: the amount is above $600.00.
Risk: high; cannot be undone.
(⏳ Waiting for <@U1> until <!date^1795176000^{date_short_pretty} {time}|2026-11-20 12:00 UTC>)
[!Approve → r1:approve] [Edit → r1:edit] [-Reject → r1:reject]
----
## What I can help with
*transfer money*: Transferring money between accounts
      _“send 20 to Sam”_
      _“pay Ana”_\
""")


def test_what_others_decide_is_shown_without_buttons():
    view = HomeView(others=((a_reply(a_text(TRANSFER)), replace(a_view(TRANSFER), asked="U7")),))

    said = drawn_view(home(view))
    assert "## Waiting for others\n*transfer_money wants to transfer:*" in said
    assert said.endswith("asked for by <@U7>)\n----")


def test_an_empty_home():
    assert drawn_view(home(HomeView())) == snapshot("""\
=== Home ===
## Your tasks
_Nothing is open. Write to me to begin._\
""")


def test_what_has_no_room_is_counted():
    requests = tuple(
        (
            a_reply(a_text(TRANSFER), (Button(f"r{number}:approve", "Approve"),)),
            replace(a_view(TRANSFER), id=RequestId(f"r{number}")),
        )
        for number in range(40)
    )
    tasks = tuple(f"task {number}" for number in range(30))
    view = home(HomeView(tasks=tasks, requests=requests, agents=(BANK,) * 90))

    said = [text for text in texts(view["blocks"]) if text.startswith("_… and")]
    assert "\n".join(said) == snapshot("""\
_… and 20 more tasks; write “tasks” to see them._
_… and 26 more requests; write “requests” to see them._
_… and 53 more agents; write “help” to see them._\
""")
    assert refusals_of_view(view) == []


homes = st.builds(
    HomeView,
    tasks=st.lists(hostile, max_size=12).map(tuple),
    agents=st.lists(
        st.builds(Introduction, hostile, hostile, st.lists(hostile, max_size=5).map(tuple)),
        max_size=3,
    ).map(tuple),
    paused=hostile,
)


@given(homes)
def test_every_home_is_within_the_limits_and_does_nothing(view: HomeView):
    said = home(replace(view, requests=(WAITING,)))

    assert refusals_of_view(said) == []
    assert [c for text in texts(said["blocks"]) for c in controls(text)] == []
