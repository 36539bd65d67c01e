"""Where file bytes go and come from."""

from dataclasses import dataclass

from aiohttp import web

from tests.fakes.slack.record import Call
from tests.fakes.slack.world import World

LOGIN_PAGE = "<!DOCTYPE html><html><body>Sign in to Slack</body></html>"


@dataclass(slots=True)
class FileHost:
    """The upload address, and the download that needs the bot's token."""

    world: World

    async def upload(self, request: web.Request) -> web.Response:
        """Take the bytes of a file that was announced."""
        file = self.world.files.get(request.match_info["file"])
        if file is None or file.is_complete:
            return web.Response(status=404)
        if request.content_type.startswith("multipart/"):
            fields = await request.post()
            parts = [part for part in fields.values() if isinstance(part, web.FileField)]
            file.content = parts[0].file.read() if parts else b""
        else:
            file.content = await request.read()
        if len(file.content) != file.announced_length:
            file.content = b""
            return web.Response(status=400, text="length mismatch")
        return web.Response(text=f"OK - {len(file.content)}")

    async def download(self, request: web.Request) -> web.Response:
        """Give the bytes to a token that may read them; show anybody else a login page."""
        _, _, file_id = request.match_info["file"].partition("-")
        _, _, token = request.headers.get("Authorization", "").partition(" ")
        grant = self.world.tokens.grants.get(token)
        file = self.world.files.get(file_id)
        may_read = (
            grant is not None
            and grant.ended_by is None
            and "files:read" in grant.scopes
            and file is not None
            and file.team == grant.team
        )
        call = Call("download", {"file": file_id}, token or None, self.world.clock.now())
        call.scopes = frozenset({"files:read"})
        call.answer, call.status = {"ok": may_read}, 200
        self.world.record.calls.append(call)
        if not may_read or file is None:
            # Slack leads to its login page here, with status 200: a trap for the careless.
            return web.Response(text=LOGIN_PAGE, content_type="text/html")
        return web.Response(body=file.content, content_type=file.mimetype)
