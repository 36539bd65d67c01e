"""Slack's link previews and image proxy: which addresses would be fetched, by whose hand."""

from dataclasses import dataclass, field

from tests.fakes.slack.links import fetched, linked, links_in
from tests.fakes.slack.rows import Message, View


@dataclass(frozen=True, slots=True)
class Hit:
    """An address Slack would have fetched; nothing is really fetched."""

    url: str
    why: str
    """`preview` of a link in a text, or `image`."""
    channel: str
    ts: str


@dataclass(slots=True)
class Crawler:
    """Looks at everything the bot shows, every time it changes.

    A link in a text is exempt only if the message was sent with `unfurl_links` and
    `unfurl_media` both false; streams cannot say so. Images are always fetched.
    """

    hits: list[Hit] = field(default_factory=list)

    def look(self, message: Message) -> None:
        """Crawl a message as it is shown now."""
        if message.bot_id is None:
            return
        for url in (*fetched(message.blocks), *fetched(message.attachments), *_icon(message)):
            self._hit(url, "image", message.channel, message.ts)
        if message.unfurls_links is False and message.unfurls_media is False:
            return
        texts = (links_in(message.text), linked(message.blocks), linked(message.attachments))
        for url in (one for found in texts for one in found):
            self._hit(url, "preview", message.channel, message.ts)

    def look_at_view(self, view: View) -> None:
        """Crawl the images of a modal or Home; their links have no previews."""
        for url in fetched(view.content):
            self._hit(url, "image", view.user, view.id)

    def _hit(self, url: str, why: str, channel: str, ts: str) -> None:
        hit = Hit(url, why, channel, ts)
        if hit not in self.hits:
            self.hits.append(hit)

    @property
    def urls(self) -> set[str]:
        """Every address fetched."""
        return {hit.url for hit in self.hits}


def _icon(message: Message) -> list[str]:
    icon = message.icon or ""
    return [icon] if icon.startswith("http") else []
