"""Whether a card stands where the bot posted it: copies of cards decide nothing."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.core.ports.places import Posts
from bot.domain.ids import RequestId

Pause = Callable[[float], Awaitable[None]]
Spot = tuple[str, str]
"""A channel and a message of it."""

# Whoever sees a card may press it before it is noted where it stands.
LOOKS_AGAIN_AFTER_SECONDS = (0.05, 0.15, 0.4)


async def is_original(
    posts: Posts, request: RequestId, at: Spot, pause: Pause = asyncio.sleep
) -> bool:
    """Say whether a card was posted there; look again while none is known in that channel.

    Raises:
        StoreAway: the store does not answer.
    """
    standing = await _standing(posts, request)
    for seconds in LOOKS_AGAIN_AFTER_SECONDS:
        if at[0] in {channel for channel, _message in standing}:
            break
        await pause(seconds)
        standing = await _standing(posts, request)
    return at in standing


async def _standing(posts: Posts, request: RequestId) -> set[Spot]:
    return {(post.channel, post.message) for post in await posts.of_request(request)}
