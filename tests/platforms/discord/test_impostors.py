"""R1 on Discord: only the right person's click counts; fourteen kinds of impostors try all verbs.

Discord says who pressed, and ids of people are the same everywhere: what an impostor can do is
press what they see, forge what a client sends, and be somebody else than when the card was made.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.domain.ids import RequestId
from tests.fakes.discord import Message, User
from tests.fakes.discord.rows import Json
from tests.platforms.discord.desk import Bank, a_bank, card_of, request_of
from tests.platforms.kept import MOVED, audited, moved, the_request, until_audited

pytestmark = [pytest.mark.timeout(180), pytest.mark.proves("R1")]

VERBS = ("approve", "reject", "edit")
APPROVERS = "{ann},{ben},{seven}"

Attack = Callable[[Bank, Message, str], Awaitable[int]]
"""Presses and sends forms as somebody else; how many refusals the audit must hold for it."""


def form(request: RequestId, verb: str) -> tuple[Json, dict[str, str]]:
    """A form that the bot never opened, and what is typed into it."""
    name, value = ("amount", "650") if verb == "edit" else ("reason", "no")
    inner = {"type": 4, "custom_id": name, "style": 1, "required": False}
    label = {"type": 18, "label": name, "component": inner}
    made = {"custom_id": f"{request}:{verb}", "title": verb, "components": [label]}
    return made, {name: value}


async def press(bank: Bank, card: Message, verb: str, by: User) -> int:
    """Press a button, and send the form behind it as if it had been opened."""
    request = request_of(card)
    await bank.fake.press(by, card, f"{request}:{verb}", forged=True)
    if verb == "approve":
        return 1
    made, values = form(request, verb)
    await bank.fake.submit(by, values, form=made, channel=card.channel)
    return 2


async def the_requester(bank: Bank, card: Message, verb: str) -> int:
    """Who is even on the list."""
    return await press(bank, card, verb, bank.ann)


async def another_member(bank: Bank, card: Message, verb: str) -> int:
    return await press(bank, card, verb, bank.eve)


async def one_of_no_guild(bank: Bank, card: Message, verb: str) -> int:
    return await press(bank, card, verb, bank.fake.stranger("nobody"))


async def one_of_another_guild(bank: Bank, card: Message, verb: str) -> int:
    """An admin there, who has never been here."""
    there = bank.fake.guild("there")
    return await press(bank, card, verb, bank.fake.user("dora", there))


async def a_bot(bank: Bank, card: Message, verb: str) -> int:
    return await press(bank, card, verb, bank.fake.user("robo", roles=(bank.seven,), is_bot=True))


async def one_who_left(bank: Bank, card: Message, verb: str) -> int:
    bank.fake.leave(bank.ben)
    return await as_ben(bank, card, verb)


async def one_in_timeout(bank: Bank, card: Message, verb: str) -> int:
    bank.fake.change_member(bank.ben, is_timed_out=True)
    return await as_ben(bank, card, verb)


async def as_ben(bank: Bank, card: Message, verb: str) -> int:
    """Press as Ben, who is something else since the card was posted, and is not after it."""
    before = len(await audited(bank, "press_refused"))
    count = await press(bank, card, verb, bank.ben)
    await until_audited(bank, "press_refused", before + count)
    bank.fake.join(bank.ben, bank.fake.home)
    return count


async def one_taken_off(bank: Bank, card: Message, verb: str) -> int:
    """Cleo had the role when the card was posted."""
    bank.fake.change_member(bank.cleo)
    return await press(bank, card, verb, bank.cleo)


async def a_role_of_that_name(bank: Bank, card: Message, verb: str) -> int:
    other = bank.fake.role("seven")
    return await press(bank, card, verb, bank.fake.user("fred", roles=(other,)))


async def a_look_alike(bank: Bank, card: Message, verb: str) -> int:
    return await press(bank, card, verb, bank.fake.user("ben"))


async def a_nick(bank: Bank, card: Message, verb: str) -> int:
    """Eve calls herself as Ben is called here."""
    bank.fake.change_member(bank.eve, nick="ben")
    return await press(bank, card, verb, bank.eve)


async def another_ones_button(bank: Bank, card: Message, verb: str) -> int:
    """Ben presses his own card, with the id of a request that nobody has."""
    await bank.fake.press(bank.ben, card, f"{request_of(card)}0:{verb}", forged=True)
    return 1


async def a_copied_card(bank: Bank, card: Message, verb: str) -> int:
    """The same buttons stand on another message, and are pressed there."""
    other = await bank.fake.say(bank.eve, card.channel, "look", components=card.components)
    await bank.fake.press(bank.ben, other, f"{request_of(card)}:{verb}", forged=True)
    return 1


async def one_of_the_private_talk(bank: Bank, card: Message, verb: str) -> int:
    """Eve presses in her private talk with the bot, as if the card had been brought to her."""
    brought = await bank.fake.say(bank.eve, None, "look", components=card.components)
    await bank.fake.press(bank.eve, brought, f"{request_of(card)}:{verb}", forged=True)
    return 1


ATTACKS: tuple[Attack, ...] = (
    the_requester,
    another_member,
    one_of_no_guild,
    one_of_another_guild,
    a_bot,
    one_who_left,
    one_in_timeout,
    one_taken_off,
    a_role_of_that_name,
    a_look_alike,
    a_nick,
    another_ones_button,
    a_copied_card,
    one_of_the_private_talk,
)


async def test_no_impostor_decides(tmp_path: Path, record_property: Callable[[str, object], None]):
    """R1: 42 refused, each told of in the audit; the card stays open, the ledger empty."""
    async with a_bank(tmp_path, approvers=APPROVERS) as bank:
        bank.fake.change_member(bank.cleo, bank.seven)
        card = card_of(await bank.with_a_card(bank.fake.general))
        before = await the_request(bank, request_of(card))
        refused = 0
        for attack in ATTACKS:
            for verb in VERBS:
                noted = len(await audited(bank, "press_refused"))
                count = await attack(bank, card, verb)
                await until_audited(bank, "press_refused", noted + count)

                assert await the_request(bank, before.id) == before, (attack.__name__, verb)
                assert await moved(bank) == [], (attack.__name__, verb)
                assert len(await audited(bank, "press_refused")) == noted + count
                refused += 1
        assert refused == 42
        assert all(row.trouble is None for row in bank.fake.interactions)
        record_property("faults:impostors_refused_on_discord", refused)

        await bank.fake.press(bank.ben, card, "Approve")
        await bank.until_shown(card, "Approved")
        assert await moved(bank) == [MOVED]


@pytest.mark.parametrize("verb", VERBS)
async def test_the_right_person_decides(tmp_path: Path, verb: str):
    """R1: 3 accepted."""
    async with a_bank(tmp_path) as bank:
        card = card_of(await bank.with_a_card(bank.fake.general))

        await bank.fake.press(bank.ben, card, verb.capitalize())
        if verb != "approve":
            await bank.fake.submit(bank.ben, {"amount": "650"} if verb == "edit" else {})
        await bank.fake.until(lambda: not card.buttons)

        amounts = [amount for _source, _target, amount in await moved(bank)]
        assert amounts == {"approve": [70_000], "reject": [], "edit": [65_000]}[verb]
        [decision] = [d for d in await audited(bank, "decision") if d["kind"] == "approval"]
        home = bank.fake.home.id
        by = (f"discord/{home}/{bank.ann.id}", f"discord/{home}/{bank.ben.id}")
        assert (decision["asked"], decision["by"]) == by
