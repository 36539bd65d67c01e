"""What people write, edit or delete, before it is known whether the bot should mind."""

from dataclasses import dataclass

from agents.kit.values.person import Person
from bot.domain.messages import Attachment, Incoming, Kind, Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatEvent:
    """A message, an edit or a deletion, in the thread it stands in.

    `threaded` says that it stands in a thread, `direct` that nobody else reads it, `mentioned`
    that it names the bot, `aside` that it is addressed to somebody else.
    """

    kind: Kind
    place: Thread
    person: Person
    text: str = ""
    version: str = ""
    threaded: bool = False
    direct: bool = False
    mentioned: bool = False
    aside: bool = False
    files: tuple[Attachment, ...] = ()

    def as_event(self, message: str, thread: Thread, ending: str = "") -> Incoming:
        """The event, in the session of a thread; every copy of it has the same id.

        Args:
            message: what names the message on the platform.
            thread: whose session it is for.
            ending: what its id ends with.
        """
        version = f".{self.kind}.{self.version}" if self.kind is not Kind.MESSAGE else ""
        return Incoming(
            id=f"{message}{version}{ending}",
            thread=thread,
            person=self.person,
            kind=self.kind,
            text=self.text,
            message=message,
            files=self.files,
            shared=not self.direct,
        )
