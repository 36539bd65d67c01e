"""Response URLs: five messages in half an hour, or changes of the message pressed."""

from dataclasses import dataclass

from aiohttp import web

from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.failing import Failing
from tests.fakes.slack.methods.content import read_content
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.rows import Hook, Message
from tests.fakes.slack.shapes import message_json
from tests.fakes.slack.world import HOOK_SECONDS, HOOK_USES, World


@dataclass(slots=True)
class Hooks:
    """Serves the response URLs; faults hit them as the method `response_url`."""

    world: World
    failing: Failing

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Take one message, unless the URL is used up or too old."""
        call = Call("response_url", {}, None, self.world.clock.now())
        self.world.record.calls.append(call)
        name = request.match_info["name"]
        struck = self.failing.faults.strike(call, name.partition("/")[0])
        if struck is None:
            return await self._take(request, call, name)
        done = await self._take(request, call, name) if struck.fault.is_done else None
        call.status = None
        return await self.failing.fail(request, call, struck, done)

    async def _take(self, request: web.Request, call: Call, name: str) -> web.Response:
        try:
            call.arguments = dict(await request.json())
            hook = self._usable(name)
            hook.uses += 1
            respond(self.world, hook, call.arguments)
        except ValueError:
            call.answer, call.status = {"ok": False, "error": "invalid_payload"}, 400
        except SlackRefuses as refusal:
            call.answer = refusal.answer
            is_gone = refusal.answer["error"] in ("used_url", "expired_url")
            call.status = 404 if is_gone else 400
        else:
            call.answer, call.status = {"ok": True}, 200
        return web.json_response(call.answer, status=call.status)

    def _usable(self, name: str) -> Hook:
        hook = self.world.hooks.get(name)
        if hook is None or self.world.clock.now() - hook.made_at > HOOK_SECONDS:
            raise SlackRefuses("expired_url")
        if hook.uses >= HOOK_USES:
            raise SlackRefuses("used_url")
        return hook


def respond(world: World, hook: Hook, said: Json) -> None:
    """Do what a body sent to a response URL, or in an acknowledgement, asks for."""
    target = hook.message
    if said.get("delete_original"):
        if target is not None:
            target.is_deleted = True
        world.changed()
        return
    content = read_content(said)
    if content.is_empty:
        raise SlackRefuses("no_text")
    if said.get("replace_original") and target is not None:
        previous = message_json(world, target)
        target.text, target.blocks = content.text or "", content.blocks or []
        target.attachments, target.edits = content.attachments or [], target.edits + 1
        world.shown(target)
        if target.only_for is None:
            world.echo("changed", target, previous)
        return
    team = world.directory.teams[hook.team]
    message = Message(
        team=hook.team,
        channel=hook.channel,
        ts=world.new_ts(),
        user=team.bot_user_id,
        text=content.text or "",
        blocks=content.blocks or [],
        attachments=content.attachments or [],
        thread_ts=said.get("thread_ts"),
        bot_id=team.bot_id,
        app_id=world.app.id,
        unfurls_links=said.get("unfurl_links", True),
        unfurls_media=said.get("unfurl_media", True),
    )
    if said.get("response_type") != "in_channel":
        message.only_for = hook.user
    world.add(message)
    if message.only_for is None:
        world.echo("posted", message, {})
