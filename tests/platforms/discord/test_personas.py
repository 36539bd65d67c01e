"""On Discord the personas of a procedure speak under names of their own, from goal to end."""

from pathlib import Path

import pytest

from agents.general.notes import NOTES
from agents.kit.values.model import ModelCall
from bot.core.ports.sessions import PostedReply
from bot.domain.errors import StoreAway
from bot.storage.turns.outbox import SqlPosts
from tests.fakes.discord import Can, FakeDiscord
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.stand_in import StandIn
from tests.journeys.models.puppet import calls, puppet
from tests.platforms.discord.bot import PATIENCE_SECONDS, Talk, running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("S4-47")]

PROCEDURES = Path(__file__).parents[2] / "faults" / "procedures"
ROUND = ("Ann (host)", "Cleo (clerk)")
NAMES = ("Pia (proposer)", "Otto (opponent)", "Judith (judge)")


def _clerk(call: ModelCall) -> ScriptedAnswer | None:
    """Note the trouble down, once."""
    has_noted = any(message.role == "tool" for message in call.messages)
    noting = [tool.name for tool in call.tools if "make_note" in tool.name]
    return calls(noting[0], text="the pump is broken") if noting and not has_noted else None


async def until_said(talk: Talk, words: str) -> None:
    """Wait until the bot, or a persona of it, has said something."""
    await talk.bot.fake.until(
        lambda: any(words in row.shown for row in talk.answers), PATIENCE_SECONDS
    )


@pytest.mark.parametrize("may_make_webhooks", [True, False], ids=["webhook", "without"])
async def test_each_line_of_a_debate_names_who_speaks(tmp_path: Path, *, may_make_webhooks: bool):
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        if not may_make_webhooks:
            bots = next(role for role in fake.home.roles.values() if role.name == fake.bot.name)
            fake.change_role(bots, Can(bots.permissions) & ~Can.MANAGE_WEBHOOKS)
        talk = bot.talk(fake.user("ann"), fake.general)

        await talk.say("@debate we need more tea")
        await until_said(talk, "That was the debate")

        said = [row for row in talk.answers if "speaks as" in row.shown]
        wanted = [NAMES[0], NAMES[1], *NAMES[:2], NAMES[2]]
        if may_make_webhooks:
            speakers = [row.persona for row in said]
        else:
            speakers = [row.content.removeprefix("**").partition(":**")[0] for row in said]
        assert list(dict.fromkeys(speakers)) == list(dict.fromkeys(wanted))
        assert fake.answers(fake.general) == []


async def test_in_private_the_name_stands_before_the_words(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        talk = bot.talk(fake.user("ann"))

        await talk.say("@debate we need more tea")
        await until_said(talk, "That was the debate")

        said = [row for row in talk.answers if "speaks as" in row.shown]
        assert said[-1].content.startswith(f"**{NAMES[2]}:**")
        assert {row.persona for row in said} == {None}


async def test_a_person_plays_among_personas_and_its_effect_happens_once(tmp_path: Path):
    """Who notes down is told in private, and with it all that leads to it, by whom."""
    more = {"FRONTDESK_PROCEDURES": str(PROCEDURES)}
    async with FakeDiscord() as fake, running(fake, tmp_path, model=puppet(_clerk), **more) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)

        await talk.say("@noted note: the pump is broken")
        await until_said(talk, "Is that all?")
        await talk.say("that is all")
        await until_said(talk, "The round is over.")

        told = [row.content for row in fake.answers(talk.user)]
        assert [any(f"**{name}:**" in text for text in told) for name in ROUND] == [True] * len(
            ROUND
        )
        rows = await bot.app.ports.records.transact(lambda rows: rows.find(NOTES))
        assert [row["text"] for row in rows] == ["the pump is broken"]


async def test_a_line_is_noted_though_the_store_was_away_when_it_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    tried, note = set[str](), SqlPosts.note

    async def away_at_first(posts: SqlPosts, post: PostedReply) -> None:
        if post.key not in tried:
            tried.add(post.key)
            raise StoreAway
        await note(posts, post)

    monkeypatch.setattr(SqlPosts, "note", away_at_first)
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)

        await talk.say("@debate we need more tea")
        await until_said(talk, "That was the debate")

        said = [row for row in talk.answers if row.persona]
        assert len(said) == 6, "what is said is said once"
        places = [(str(row.channel.id), str(row.id)) for row in said]
        assert None not in [await bot.app.ports.posts.standing(*place) for place in places]
