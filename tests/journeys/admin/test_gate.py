"""Who may look after the bot: asked anew for every act, refused in private, told to the audit."""

from copy import deepcopy
from dataclasses import replace

import pytest

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from tests.journeys.office import ABROAD, ADA, ADMIN, ANN, BEN, HERE, ROB, THERE, Office, an_office

ACTS = {
    "sessions": "sessions",
    "sessions of a person": "sessions <@UANN1|ann>",
    "show": "show <@UANN1>",
    "reset a person": "reset <@UANN1>",
    "reset a channel": "reset <#C1|general>",
    "reset a thread": "reset this thread",
    "reset all": "reset all yes",
    "pause": "pause",
    "unpause": "unpause",
    "audit": "audit 5",
    "admins": "admins",
    "channel": "channel all",
}
GUEST, STRANGER, BOT, GONE = (Person("slack", "T1", f"U-{n}") for n in "1234")
NAMESAKE = Person("slack", "T2", ADA.user)
NOBODYS = {
    "member": (BEN, MemberStatus()),
    "guest": (GUEST, MemberStatus(is_guest=True, is_admin=True)),
    "stranger": (STRANGER, MemberStatus(is_stranger=True, is_admin=True)),
    "bot": (BOT, MemberStatus(is_bot=True, is_admin=True)),
    "same user id of another workspace": (NAMESAKE, MemberStatus()),
    "admin of another workspace": (Person("slack", "T2", "U-5"), MemberStatus(is_admin=True)),
    "removed admin": (ROB, MemberStatus()),
    "admin who has left": (GONE, MemberStatus(is_active=False, is_admin=True)),
    "named, but left": (ADA, MemberStatus(is_active=False)),
}
each_act = pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
either_way = pytest.mark.parametrize("slash", [True, False], ids=["slash", "word"])


async def busy_office() -> Office:
    """Ann has a task in two threads, Ben in one."""
    office = await an_office()
    await office.says(ANN, "transfer money")
    await office.says(ANN, "transfer money", THERE)
    await office.says(BEN, "transfer money")
    return office


def state(office: Office) -> object:
    """All that an act might change, but the author's own words and the audit."""
    tables = office.store.tables
    open_now = {
        key: participant.stack
        for key, participant in tables.participants.items()
        if participant.stack.tasks
    }
    kept = (open_now, tables.pauses, tables.quiet, tables.modes, office.pending)
    return deepcopy(kept)


@each_act
@either_way
@pytest.mark.parametrize("kind", NOBODYS)
async def test_nobody_else_does_anything(act: str, kind: str, *, slash: bool):
    """R15: every admin verb, 8 kinds of others, with a slash and as words: nothing happens."""
    office = await busy_office()
    person, standing = NOBODYS[kind]
    office.people.known[person] = standing
    before = state(office)

    replies = await office.says(person, act, ABROAD if person is NAMESAKE else HERE, slash=slash)

    assert state(office) == before
    assert [(reply.private, reply.to) for reply in replies] == [(True, person)]
    assert "Only admins" in replies[0].text
    (tried,) = office.acts("admin")
    assert (tried["allowed"], tried["verb"]) == (False, act.split(maxsplit=1)[0])
    assert office.store.tables.audit[-1].person == person.key


@each_act
@either_way
@pytest.mark.parametrize("admin", [ADA, ROB], ids=["named", "by role"])
async def test_admins_do(act: str, admin: Person, *, slash: bool):
    office = await busy_office()

    replies = await office.says(admin, act, slash=slash)

    assert "Only admins" not in replies[0].text
    assert [tried["allowed"] for tried in office.acts("admin")] == [True]


@each_act
async def test_nothing_is_done_while_nobody_knows_who_is_an_admin(act: str):
    office = await busy_office()
    before = state(office)
    office.people.is_away = True

    (reply,) = await office.says(ADA, act)

    assert reply.private
    assert "cannot learn who is an admin" in reply.text
    assert state(office) == before
    assert [tried["allowed"] for tried in office.acts("admin")] == [False]


async def test_a_removed_admin_is_refused_at_once():
    office = await busy_office()
    await office.says(ROB, "audit")

    office.people.known[ROB] = MemberStatus()
    (reply,) = await office.says(ROB, "audit")

    assert "Only admins" in reply.text


async def test_an_id_alone_names_an_admin_everywhere():
    office = await busy_office()
    office.services = replace(office.services, admins=(NAMESAKE.user,))

    (reply,) = await office.says(NAMESAKE, "sessions", ABROAD)

    assert "Only admins" not in reply.text


@pytest.mark.parametrize("act", ["sessions", "show <@UANN1>", "reset all yes", "audit 50"])
async def test_an_admin_of_one_workspace_sees_and_touches_no_other(act: str):
    office = await busy_office()
    foreign = Person("slack", "T2", "UFOREIGN1", "Fay")
    office.people.known[foreign] = ADMIN
    before = state(office)

    replies = await office.says(foreign, act, ABROAD)

    assert state(office) == before
    said = "\n".join(reply.text for reply in replies)
    assert "Ann" not in said
    assert "T1" not in said


async def test_what_stood_behind_a_verb_reaches_the_audit_only_as_a_digest():
    office = await busy_office()

    await office.says(BEN, "show my-secret-project", slash=True)

    assert "secret" not in office.store.tables.audit[-1].entries
    assert str(office.acts("admin")[0]["argument"]).startswith("digest:")


async def test_what_admins_are_shown_is_no_part_of_the_conversation():
    office = await busy_office()

    await office.says(ADA, "sessions")

    lines = office.store.tables.said[HERE.session]
    assert [line.text for line in lines if line.to == ADA.key] == []
