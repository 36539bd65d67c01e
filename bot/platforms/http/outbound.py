"""Ours to theirs: replies are kept for whoever reads them, progress goes to who listens now."""

from collections.abc import Mapping

from pydantic import JsonValue
from typing_extensions import override

from bot.core.commands.own import FORGOTTEN
from bot.core.ports.published import Outgoing
from bot.core.remembering.card import ABOUT as MEMORY
from bot.domain.messages import Reply, Thread
from bot.engine.platform import Platform
from bot.platforms.http.hub import Doing, Hub
from bot.storage.views.published import SqlPublished

END = "end_of_turn"
OWN_WORK = "~"
"""Threads that begin like this are for work of our own; no caller has one, so nobody reads it.

What may come often shares one: each session costs whatever goes through all of somebody's.
"""


class HttpPlatform(Platform):
    """Takes what the bot says in sessions over HTTP."""

    def __init__(self, published: SqlPublished, hub: Hub) -> None:
        self._published = published
        self._hub = hub

    @override
    async def deliver(self, reply: Reply) -> None:
        reader = reply.to if reply.private else None
        session = reply.thread.session
        event = Outgoing(session, str(reply.kind), reply_body(reply), reply.reply_to, reader)
        self._hub.hold(reply)
        if reply.text == FORGOTTEN and reply.to and reply.thread.thread != OWN_WORK:
            # The session has gone with its words; that they are gone is to be read all the same.
            await self._published.open(session, reply.to)
        await self._published.note(reply.id, event)
        self._hub.wake(session)

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        self._hub.tell(thread.session, Doing(reply_to, agent, text))

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        if duplicate:  # the first one ends for itself
            return
        session = thread.session
        body = {"reply_to": reply_to}
        await self._published.note(f"{session}#{reply_to}", Outgoing(session, END, body, reply_to))
        self._hub.wake(session)


def reply_body(reply: Reply) -> Mapping[str, JsonValue]:
    """Write a reply; what it has none of stays out, and so do buttons that decide no request.

    What those do can be said in words.
    """
    text = reply.kept.spoken  # what is written here is kept
    body: dict[str, JsonValue] = {"id": reply.id, "reply_to": reply.reply_to, "text": text}
    body |= {"agent": reply.agent} if reply.agent else {}
    body |= {"to": reply.to.user} if reply.to else {}
    body |= {"request_id": reply.request} if reply.request else {}
    buttons = [button for button in reply.buttons if not button.id.startswith(MEMORY)]
    if buttons:
        body["buttons"] = [
            {"id": button.id, "label": button.label, "style": button.style} for button in buttons
        ]
    if reply.fields:
        body["fields"] = [
            {"name": f.name, "label": f.label, "secret": f.secret, "value": f.value}
            for f in reply.fields
        ]
    return body
