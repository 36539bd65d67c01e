"""What this process sealed a moment ago: it need not be opened to be read."""

from collections import OrderedDict

from typing_extensions import override

from bot.core.ports.world import Cipher

_MOST = 64  # copies of events are sealed too, and nobody ever opens those


class Fresh(Cipher):
    """A cipher that knows what it has just sealed, until that is opened.

    An event is sealed when it is accepted, and opened when its turn begins: most often at once,
    and in the same process. Opening it takes a fiftieth of what a turn without a model takes.
    """

    def __init__(self, inner: Cipher) -> None:
        self._inner = inner
        self._known: OrderedDict[str, str] = OrderedDict()

    @override
    def seal(self, clear: str) -> str:
        sealed = self._inner.seal(clear)
        self._known[sealed] = clear
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
        return sealed

    @override
    def open(self, sealed: str) -> str:
        known = self._known.pop(sealed, None)
        return self._inner.open(sealed) if known is None else known
