"""R1: only the right person's click counts; thirteen kinds of impostors try all three verbs."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from agents.kit import Approval, Person, four_eyes
from bot.core.ports.directory import MemberStatus
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import RequestKind
from tests.fakes.directory import FakeDirectory
from tests.journeys.bank.talking import ANAS, CHECKING, moved
from tests.journeys.conversation import THREAD, Conversation, a_person
from tests.journeys.requests.deciding import (
    BY_BEN,
    LIMIT,
    button,
    outcomes,
    the_request,
    told,
    with_a_card,
)

BEN = Person("console", "local", "ben", "Ben")
VERBS = ("approve", "reject", "edit")
GROUP_OF_BEN = four_eyes(groups=["S7"], when=LIMIT)

Attack = Callable[[Conversation, FakeDirectory, str], Awaitable[None]]


async def the_requester(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    await press(conversation, a_person("ana"), verb)


async def another_member(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    await press(conversation, a_person("eve"), verb)


async def a_guest(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    directory.people[BEN] = MemberStatus(is_guest=True)
    await press(conversation, BEN, verb)


async def a_stranger(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    directory.people[BEN] = MemberStatus(is_stranger=True)
    await press(conversation, BEN, verb)


async def another_workspace(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    await press(conversation, Person("console", "elsewhere", "ben", "Ben"), verb)


async def another_tenant(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    await press(conversation, Person("slack", "T9", "ben", "Ben"), verb)


async def a_bot(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    directory.people[BEN] = MemberStatus(is_bot=True)
    await press(conversation, BEN, verb)


async def one_who_left(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    directory.people[BEN] = MemberStatus(is_active=False)
    await press(conversation, BEN, verb)


async def one_taken_off(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    """The group had Ben in it when the card was posted."""
    directory.groups["S7"] = {"cleo"}
    await press(conversation, BEN, verb)


async def a_look_alike(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    await press(conversation, Person("console", "local", "b\u0435n", "Ben"), verb)


async def another_ones_button(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    """Ben's own card, with the id of a request that nobody has."""
    request = the_request(conversation).id
    await conversation.press_as(BEN, f"{request}0:{verb}", amount="650")


async def a_replay(conversation: Conversation, directory: FakeDirectory, verb: str) -> None:
    """A click that was refused while Ben was away comes again, as it was, once he is back."""
    request = the_request(conversation).id
    click = Incoming(
        "click", THREAD, BEN, Kind.PRESS, press=Press(request, verb, {"amount": "650"})
    )
    directory.people[BEN] = MemberStatus(is_active=False)
    await conversation.take(click)
    del directory.people[BEN]
    await conversation.take(click)


async def a_copied_card(conversation: Conversation, _: FakeDirectory, verb: str) -> None:
    """The card was forwarded, and is pressed in another thread."""
    press_ = Press(the_request(conversation).id, verb, {"amount": "650"})
    elsewhere = Thread("console", "local", "chat", "elsewhere")
    await conversation.take(Incoming("copy", elsewhere, BEN, Kind.PRESS, press=press_))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        the_requester,
        another_member,
        a_guest,
        a_stranger,
        another_workspace,
        another_tenant,
        a_bot,
        one_who_left,
        one_taken_off,
        a_look_alike,
        another_ones_button,
        a_replay,
        a_copied_card,
    )
}


async def press(conversation: Conversation, person: Person, verb: str) -> None:
    values = {"amount": "650"} if verb == "edit" else {}
    await conversation.press_as(person, button(conversation, verb), **values)


async def a_card(attack: str, directory: FakeDirectory) -> Conversation:
    rule = BY_BEN
    if attack == "one_taken_off":
        rule, directory.groups = GROUP_OF_BEN, {"S7": {"ben"}}
    if attack == "the_requester":  # who is even on the list
        rule = four_eyes(approvers=["ana", "ben"], when=LIMIT)
    return await with_a_card(rule, directory)


async def test_no_impostor_decides():
    """R1: 39 refused, the card stays open, the ledger stays empty."""
    refused = 0
    for name, attack in ATTACKS.items():
        for verb in VERBS:
            directory = FakeDirectory()
            conversation = await a_card(name, directory)
            before = the_request(conversation)

            await attack(conversation, directory, verb)

            assert the_request(conversation) == before, (name, verb)
            assert await moved(conversation) == [], (name, verb)
            refused += 1
    assert refused == 39


async def test_the_right_person_decides():
    """R1: 3 accepted."""
    ledgers = []
    for verb in VERBS:
        conversation = await with_a_card(BY_BEN, FakeDirectory())

        await press(conversation, BEN, verb)

        assert [r for r in conversation.pending if r.kind is RequestKind.APPROVAL] == []
        ledgers.append(await moved(conversation))
    assert ledgers == [[(CHECKING, ANAS, 70_000)], [], [(CHECKING, ANAS, 65_000)]]


@pytest.mark.parametrize("verb", VERBS)
async def test_whoever_is_refused_is_told_in_private_and_it_is_noted(verb: str):
    conversation = await with_a_card()

    said = await conversation.press_id(button(conversation, verb), user="eve", amount="650")

    assert said == "You cannot decide this; it is waiting for ben."
    assert [reply.text for reply in told(conversation, "eve")] == [said]
    (noted,) = await conversation.store.decisions(THREAD.session, a_person("eve"))
    assert (noted.chosen, verb in noted.reason) == ("refused", True)


@pytest.mark.parametrize("rule", [four_eyes(when=LIMIT), four_eyes(groups=["S0"], when=LIMIT)])
@pytest.mark.parametrize("user", ["ana", "ben", "eve"])
async def test_where_nobody_is_named_nobody_decides(rule: Approval, user: str):
    """R1: an empty list, or an empty group, lets nobody approve."""
    conversation = await with_a_card(rule, FakeDirectory())

    said = await conversation.press_id(button(conversation, "approve"), user=user)

    assert "cannot decide" in said
    assert len(conversation.pending) == 1
    assert await moved(conversation) == []


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("typed", [True, False])
async def test_while_the_directory_is_away_nobody_decides(verb: str, *, typed: bool):
    directory = FakeDirectory()
    conversation = await with_a_card(BY_BEN, directory)
    before = the_request(conversation)
    directory.is_away = True
    words = {"approve": "approve", "reject": "reject, too much", "edit": "edit amount=650"}

    if typed:
        said = await conversation.say(words[verb], user="ben")
    else:
        said = await conversation.press_id(button(conversation, verb), user="ben", amount="650")

    assert "try again" in said
    assert the_request(conversation) == before
    directory.is_away = False
    await conversation.press_id(button(conversation, "approve"), user="ben")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize(
    ("standing", "may"),
    [
        (MemberStatus(is_guest=True), True),
        (MemberStatus(is_stranger=True), True),
        (MemberStatus(is_bot=True), False),
        (MemberStatus(is_active=False), False),
    ],
)
async def test_guests_confirm_what_is_their_own_and_bots_nothing(
    standing: MemberStatus, *, may: bool
):
    directory = FakeDirectory({a_person("ana"): standing})
    conversation = await with_a_card(LIMIT, directory)

    await conversation.press_id(button(conversation, "approve"))

    assert bool(await moved(conversation)) is may
    assert bool(conversation.pending) is not may


@pytest.mark.parametrize("words", ["approve", "yes", "no, too much", "edit amount=650"])
async def test_the_words_of_others_decide_nothing(words: str):
    conversation = await with_a_card(BY_BEN, FakeDirectory())
    before = the_request(conversation)

    await conversation.say(words, user="eve")

    assert the_request(conversation) == before
    assert await moved(conversation) == []


@pytest.mark.parametrize("words", ["approve", "yes", "ok"])
async def test_the_yes_of_who_asked_is_answered_and_decides_nothing(words: str):
    conversation = await with_a_card(BY_BEN, FakeDirectory())
    before = the_request(conversation)

    said = await conversation.say(words)

    assert said == "You cannot decide this; it is waiting for ben."
    assert the_request(conversation) == before
    assert await moved(conversation) == []


async def test_who_asked_may_want_something_else_and_that_is_a_new_card_for_the_others():
    conversation = await with_a_card(BY_BEN, FakeDirectory())
    before = the_request(conversation)

    await conversation.say("no, make it 650")

    assert the_request(conversation).id != before.id
    assert await moved(conversation) == []
    assert outcomes(conversation)[-1] == "Replaced by a newer request"
    await conversation.press_id(button(conversation, "approve"), user="ben")
    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


async def test_the_words_of_a_listed_guest_are_refused_in_private():
    directory = FakeDirectory({BEN: MemberStatus(is_guest=True)})
    conversation = await with_a_card(BY_BEN, directory)

    said = await conversation.say("approve", user="ben")

    assert "as a guest" in said
    assert [reply.text for reply in told(conversation, "ben")] == [said]
    assert await moved(conversation) == []


async def test_the_directory_is_asked_at_every_click_and_never_before():
    directory = FakeDirectory()
    conversation = await with_a_card(BY_BEN, directory)
    assert directory.asked == []
    the_asker = the_request(conversation).asked.key

    directory.people[BEN] = MemberStatus(is_guest=True)
    await conversation.press_id(button(conversation, "approve"), user="ben")
    directory.people[BEN] = replace(MemberStatus(), is_admin=True)
    await conversation.press_id(button(conversation, "approve"), user="ben")

    # Whoever asked is looked up once, before what they asked for is run.
    assert directory.asked == [BEN.key, BEN.key, the_asker]
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]
