"""Discord's link previews and media proxy: which addresses would be fetched, by whose hand."""

from dataclasses import dataclass, field

from tests.fakes.discord.links import links_in, media_in, pictures_in
from tests.fakes.discord.rows import SPOKEN, Flag, Message

NO_PREVIEWS = Flag.SUPPRESS_EMBEDS | Flag.IS_COMPONENTS_V2


@dataclass(frozen=True, slots=True)
class Hit:
    """An address Discord would have fetched; nothing is really fetched."""

    url: str
    why: str
    """`preview` of a link in a text, or `picture`."""
    channel_id: int
    message_id: int


@dataclass(slots=True)
class Crawler:
    """Looks at everything the bot shows, every time it changes.

    A link in a text is exempt in angle brackets, among components of the second version, and
    when the message suppresses embeds at that moment: doing so afterwards comes too late.
    Pictures are always fetched.
    """

    hits: list[Hit] = field(default_factory=list)

    def look(self, message: Message) -> None:
        """Crawl a message as it is shown now."""
        if message.kind not in SPOKEN:
            return
        avatar = [message.avatar_url] if message.avatar_url else []
        for url in (*pictures_in(message.embeds), *media_in(message.components), *avatar):
            self._hit(url, "picture", message)
        if not message.flags & NO_PREVIEWS:
            for url in links_in(message.content):
                self._hit(url, "preview", message)

    def _hit(self, url: str, why: str, message: Message) -> None:
        hit = Hit(url, why, message.channel.id, message.id)
        if hit not in self.hits:
            self.hits.append(hit)

    @property
    def urls(self) -> set[str]:
        """Every address fetched."""
        return {hit.url for hit in self.hits}
