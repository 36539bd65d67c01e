"""A card that was pressed before it was noted is no copy; a copy is one for ever."""

import pytest

from bot.core.ports.sessions import PostedReply
from bot.domain.ids import RequestId, SessionId
from bot.platforms.chat.interactions import LOOKS_AGAIN_AFTER_SECONDS, is_original
from tests.fakes.store.sessions import MemoryPosts

CARD = RequestId("card")
SESSION = SessionId("slack/T1/C1/1")
STANDS = PostedReply("key", SESSION, "C1", "1.5", CARD)
HERE, BESIDE, ELSEWHERE = ("C1", "1.5"), ("C1", "1.6"), ("C2", "1.5")


@pytest.mark.proves("R20")
async def test_a_card_that_is_noted_while_it_is_pressed_is_no_copy():
    posts, waited = MemoryPosts(), list[float]()

    async def pause(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == len(LOOKS_AGAIN_AFTER_SECONDS):
            await posts.note(STANDS)

    assert await is_original(posts, CARD, HERE, pause)
    assert tuple(waited) == LOOKS_AGAIN_AFTER_SECONDS


@pytest.mark.proves("R1")
@pytest.mark.parametrize(("at", "looks"), [(HERE, 0), (BESIDE, 0), (ELSEWHERE, 3)])
async def test_a_copy_is_one_however_often_one_looks(at: tuple[str, str], looks: int):
    posts, waited = MemoryPosts(), list[float]()
    await posts.note(STANDS)

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    assert await is_original(posts, CARD, at, pause) is (at == HERE)
    assert len(waited) == looks
