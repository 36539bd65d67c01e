"""How somebody becomes one person on several platforms, and stops being it."""

import pytest

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.messages import Thread
from bot.domain.requests import RequestStatus
from tests.journeys.links.linked import (
    ANNS_KEY,
    AT_HOME,
    BY_HTTP,
    CONSOLE,
    EVES_KEY,
    NO,
    YES,
    an_office_with_links,
    texts,
)
from tests.journeys.office import ANN, BEN, HERE

pytestmark = pytest.mark.proves("R1", "R15", "R24")


async def test_a_code_from_one_side_links_with_the_other_once_both_agree():
    office = await an_office_with_links()

    asked = await office.asked(ANN, ANNS_KEY)

    for place, other in ((HERE, "http, workspace main, user ann"), (BY_HTTP, "user UANN1")):
        assert other in texts(asked, place)
    assert all(reply.private for reply in asked)
    assert await office.linked(ANN) == set()

    first = await office.confirms(ANNS_KEY)
    assert "once the other side says yes: slack, workspace T1, user UANN1" in texts(first, BY_HTTP)
    assert await office.linked(ANN) == set()

    second = await office.confirms(ANN)
    assert "Linked with http, workspace main, user ann" in texts(second, HERE)
    assert "Linked with slack, workspace T1, user UANN1" in texts(second, BY_HTTP)
    assert await office.linked(ANN) == {ANNS_KEY}


async def test_each_act_is_in_the_audit_and_no_code_is():
    office = await an_office_with_links()
    code = await office.code()
    await office.words(ANNS_KEY, f"link {code}")
    await office.confirms(ANNS_KEY)
    await office.confirms(ANN)
    await office.words(ANN, "unlink")

    acts = [entry["act"] for link in office.store.tables.audit for entry in link.told]

    wanted = ["link_code", "link_redeemed", "link_confirmed", "linked", "unlinked"]
    assert [act for act in acts if act in wanted] == wanted
    (linked,) = office.acts("linked")
    assert (linked["one"], linked["other"]) == (ANN.key, ANNS_KEY.key)
    tables = office.store.tables
    kept = str([tables.said, tables.audit, tables.replies, tables.offers, tables.participants])
    assert code not in kept
    assert code.replace("-", "") not in kept


async def test_a_code_is_shown_to_its_maker_alone():
    office = await an_office_with_links()

    (shown,) = await office.says(ANN, "link", HERE)

    assert shown.private
    assert shown.to == ANN
    assert shown.text not in str(office.store.tables.replies)
    assert office.store.tables.said[HERE.session][-1].text == "link"


@pytest.mark.parametrize("says_no", [ANN, ANNS_KEY], ids=["maker", "redeemer"])
async def test_a_no_of_either_side_is_told_to_both(says_no: Person):
    office = await an_office_with_links()
    await office.asked()

    told = await office.confirms(says_no, NO)

    assert "one side said no" in texts(told, HERE)
    assert "one side said no" in texts(told, BY_HTTP)
    assert office.questions == []
    assert await office.linked(ANN) == set()
    assert len(office.acts("link_declined")) == 1


async def test_a_typed_yes_confirms_too():
    office = await an_office_with_links()
    await office.asked()

    await office.words(ANNS_KEY, "yes")
    await office.words(ANN, "yes")

    assert await office.linked(ANN) == {ANNS_KEY}


async def test_nobody_else_confirms_for_a_side():
    office = await an_office_with_links()
    await office.asked()
    of_ann, of_key = office.question(ANN), office.question(ANNS_KEY)

    for stranger in (BEN, ANNS_KEY, EVES_KEY, AT_HOME):
        await office.presses(stranger, of_ann.id, YES)
    for stranger in (BEN, ANN, EVES_KEY):
        await office.decides(stranger if stranger != BEN else ANN, of_key, "yes")

    assert {request.status for request in office.questions} == {RequestStatus.PENDING}
    assert await office.linked(ANN) == set()


@pytest.mark.parametrize(
    ("by", "words"),
    [(ANN, "You made that code here yourself"), (BEN, "of each workspace of a platform only one")],
    ids=["own", "same side"],
)
async def test_a_code_is_of_no_use_on_its_own_side(by: Person, words: str):
    office = await an_office_with_links()
    code = await office.code()

    told = await office.told(by, f"link {code}", HERE)

    assert words in told
    assert office.questions == []
    assert len(office.acts("link_refused")) == 1


async def test_a_used_an_old_and_an_invented_code_get_honest_answers():
    office = await an_office_with_links()
    code = await office.code()
    await office.words(ANNS_KEY, f"link {code}")
    assert "was used before" in await office.words(EVES_KEY, f"link {code}")

    late = await office.code(AT_HOME)
    office.conversation.clock.pass_time(minutes=11)
    assert "good for ten minutes" in await office.words(EVES_KEY, f"link {late}")

    assert "no such code" in await office.words(EVES_KEY, "link AAAAA-AAAAA-AAAAA-AAAAA")
    because = [entry["because"] for entry in office.acts("link_refused")]
    assert because == ["used", "expired", "unknown"]


async def test_who_guesses_is_heard_five_times_an_hour():
    office = await an_office_with_links()
    code = await office.code()
    for _guess in range(5):
        await office.words(EVES_KEY, "link AAAAA-AAAAA-AAAAA-AAAAA")

    told = await office.words(EVES_KEY, f"link {code}")

    assert "too many wrong codes" in told
    assert office.questions == []
    assert len(office.acts("link_refused")) == 6


async def test_a_question_about_a_link_lapses():
    office = await an_office_with_links()
    await office.asked()
    await office.confirms(ANNS_KEY)
    office.conversation.clock.pass_time(minutes=11)

    told = await office.confirms(ANN)

    assert "expired" in texts(told, HERE)
    assert await office.linked(ANN) == set()


@pytest.mark.parametrize(
    "standing",
    [MemberStatus(is_active=False), MemberStatus(is_bot=True), MemberStatus(is_stranger=True)],
    ids=["left", "bot", "stranger"],
)
async def test_only_active_people_link(standing: MemberStatus):
    office = await an_office_with_links()
    code = await office.code()
    office.people.known = {ANNS_KEY: standing}

    told = await office.words(ANNS_KEY, f"link {code}")

    assert "Only active members" in told
    assert office.questions == []


async def test_a_name_or_an_address_links_nobody():
    office = await an_office_with_links()
    twin = Person("http", "main", "UANN1", "Ann")
    place = Thread("http", "main", "UANN1", "s1")

    await office.says(twin, "links", place)

    assert await office.linked(twin) == set()
    assert await office.linked(ANN) == set()


async def test_links_are_listed_and_ended_from_either_side():
    office = await an_office_with_links()
    await office.link(ANN, ANNS_KEY)
    await office.link(ANN, AT_HOME)

    shown = await office.words(ANNS_KEY, "links")
    assert "1. console, workspace local, user you" in shown
    assert "2. slack, workspace T1, user UANN1" in shown

    told = await office.words(ANNS_KEY, "unlink 1")
    assert "Unlinked: console, workspace local, user you" in told
    assert await office.linked(AT_HOME) == set()
    assert await office.linked(ANN) == {ANNS_KEY}

    await office.words(ANN, "unlink")
    assert await office.linked(ANNS_KEY) == set()
    assert "not linked with anybody" in await office.words(ANNS_KEY, "links")
    assert "not linked with anybody" in await office.words(ANN, "unlink")


async def test_two_groups_become_one_only_with_all_named():
    office = await an_office_with_links()
    await office.link(ANN, ANNS_KEY)
    other = Person("slack", "T2", "U7")
    away = Thread("slack", "T2", "C9", "4.0")
    code = await office.code(ANNS_KEY)

    asked = await office.says(other, f"link {code}", away)

    assert "user UANN1" in texts(asked, away)
    assert "user ann" in texts(asked, away)
    await office.confirms(ANNS_KEY)
    await office.confirms(other)
    assert await office.linked(other) == {ANN, ANNS_KEY}


async def test_a_reset_unlinks_nobody_and_forget_does():
    office = await an_office_with_links()
    await office.link()

    await office.words(ANN, "reset")
    assert await office.linked(ANN) == {ANNS_KEY}

    await office.words(ANN, "forget yes")
    assert await office.linked(ANNS_KEY) == set()
    assert ANN.key not in str(office.store.tables.members)


async def test_the_console_is_a_side_like_any_other():
    office = await an_office_with_links()

    asked = await office.asked(AT_HOME, ANN)

    assert "slack, workspace T1, user UANN1" in texts(asked, CONSOLE)
    await office.confirms(AT_HOME)
    await office.confirms(ANN)
    assert await office.linked(AT_HOME) == {ANN}
