"""Puts together how the bot speaks on Discord."""

from bot.bootstrap.application import App
from bot.bootstrap.titles import titles_of
from bot.platforms.discord.calls.directory import DiscordDirectory
from bot.platforms.discord.calls.sight import Sight
from bot.platforms.discord.inbound.places import PLATFORM
from bot.platforms.discord.outbound.rendering import Rendering
from bot.platforms.discord.sending.boards import DiscordWall
from bot.platforms.discord.sending.copies import PrivateChannels
from bot.platforms.discord.sending.files import Files
from bot.platforms.discord.sending.live import Lives
from bot.platforms.discord.sending.personas import Personas
from bot.platforms.discord.sending.platform import DiscordPlatform
from bot.platforms.discord.sending.posting import Poster
from bot.platforms.discord.sending.preparing import Preparing
from bot.platforms.discord.sending.threads import OpenThreads
from bot.platforms.discord.sending.whispers import Whispers
from bot.platforms.shared.boards import Boards
from bot.platforms.shared.copies import Copies
from bot.platforms.shared.traces import Traces


def discord_platform(
    app: App, directory: DiscordDirectory, threads: OpenThreads
) -> DiscordPlatform:
    """Make the platform."""
    ports, settings, line = app.ports, app.settings, directory.line
    elapsed, named = ports.clock.elapsed, titles_of(app)
    poster = Poster(line, ports.posts, threads, elapsed)
    rendering = Rendering(ports.clock, frozenset(settings.link_hosts))
    lives = Lives(poster, Traces(ports.posts), named, elapsed, ports.pause)
    whispers = Whispers(poster, ports.cipher, ports.clock.now, ports.pause)
    files = Files(line, settings.discord_api_url)
    return DiscordPlatform(
        poster=poster,
        lives=lives,
        whispers=whispers,
        preparing=Preparing(line, directory, files, threads.open),
        rendering=rendering,
        requests=ports.requests,
        posts=ports.posts,
        copies=Copies(PLATFORM, PrivateChannels(whispers, rendering), ports.posts, directory),
        boards=Boards(DiscordWall(poster, lives, named), ports.posts, elapsed, ports.pause),
        personas=Personas(poster),
        sight=Sight(line),
    )
