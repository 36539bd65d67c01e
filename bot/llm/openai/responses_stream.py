"""The events of a streamed answer of the Responses API → the answer, as if it had come at once."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from bot.llm.openai.failures import Unusable
from bot.llm.openai.responses_reply import failure_of_error
from bot.llm.openai.sent import MOST_CHARACTERS

_MOST_EVENTS = 200_000
_MOST_ITEM_CHARACTERS = 1_000_000
_LAST = ("response.completed", "response.incomplete", "response.failed")


class StreamedResponse:
    """Collects events; stays in progress when the stream is cut."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self._on_text = on_text
        self._events = 0
        self._length = 0
        self._said: list[str] = []
        self._item_length = 0
        self._items: list[tuple[int, Any]] = []
        self._answer: dict[str, Any] = {"status": "in_progress"}

    def add(self, piece: object) -> None:
        """Take in one event.

        Raises:
            ModelUnavailable: it is none, it tells of an error, or there are far too many.
        """
        self._events += 1
        if not isinstance(piece, dict) or self._events > _MOST_EVENTS:
            raise Unusable("the model service sent pieces that make no answer")
        match piece.get("type"):
            case "response.output_text.delta":
                self._show(piece.get("delta"))
            case "response.output_item.done":
                self._add_item(piece)
            case "error":
                raise failure_of_error(piece)
            case kind if kind in _LAST and isinstance(piece.get("response"), dict):
                self._answer = piece["response"]

    def end(self) -> None:
        """Nothing to note: the last event says that it is the last one."""

    @property
    def text(self) -> str:
        """The words so far."""
        return "".join(self._said)

    def payload(self) -> dict[str, Any]:
        """The whole answer; some servers leave out at its end what they sent before."""
        items = [item for _place, item in sorted(self._items, key=itemgetter(0))]
        output = self._answer.get("output") or items or self._words()
        return {**self._answer, "output": output}

    def _words(self) -> list[dict[str, Any]]:
        """An item of the words alone, where a server sent no more than them."""
        content = [{"type": "output_text", "text": self.text}]
        return [{"type": "message", "content": content}] if self._said else []

    def _show(self, text: object) -> None:
        if not isinstance(text, str) or not text or self._length > MOST_CHARACTERS:
            return
        self._said.append(text)
        self._length += len(text)
        if self._on_text is not None:
            self._on_text(text)

    def _add_item(self, piece: dict[str, Any]) -> None:
        """Keep a whole item; they need not come in their order."""
        place, item = piece.get("output_index"), piece.get("item")
        self._items.append((place if isinstance(place, int) else len(self._items), item))
        self._item_length += len(str(item))
        if self._item_length > _MOST_ITEM_CHARACTERS:
            raise Unusable("the model service sent far too much")
