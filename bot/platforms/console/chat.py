"""The console for people: a prompt, numbered buttons, hidden secrets, dim progress."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue
from typing_extensions import override

from bot.core.ports.environment import Ids
from bot.domain.errors import StoreAway
from bot.domain.messages import Button, Field, Incoming, Kind, Reply, ReplyKind, Thread
from bot.language.lexicon import is_stop
from bot.platforms.console.input import Seat, Typed, press_of, press_with, pressed, words_wanted
from bot.platforms.console.output import Paper, choices_of
from bot.platforms.console.terminal import Printer, Prompt
from bot.platforms.console.turns import ConsolePlatform, Door

PROMPT = "> "
LEAVING = frozenset({"/quit", "/exit", "quit", "exit"})
HOW_TO_LEAVE = "“help” shows what you can say, “quit” leaves."
LEFT_ALONE = "(left as it is; what is shown above still waits)"
NOT_KEPT = "I could not keep this, because the store does not answer. Please send it again."


@dataclass
class Screen(ConsolePlatform):
    """Prints what the bot says, and remembers what can be answered by a number or a form."""

    printer: Printer
    paper: Paper
    place: Thread
    buttons: list[Button] = field(default_factory=list)
    last: Reply | None = None

    @override
    async def deliver(self, reply: Reply) -> None:
        if not reply.is_said:  # what is printed stays as it is
            return
        if reply.thread != self.place:
            where = self.paper.aside(f"In the thread “{reply.thread.thread}”:")
            self.printer.write(f"{where}\n{self.paper.reply(reply)}")
            return
        self.printer.write(self.paper.reply(reply, len(self.buttons) + 1))
        self.buttons += choices_of(reply)
        self.last = reply

    @override
    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        if thread == self.place:
            doing = self.doing(thread, reply_to, agent, text)
            self.printer.write_aside(self.paper.progress(doing))

    @override
    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        self.turns.ended(thread, reply_to)

    def aside(self, text: str) -> None:
        """Print something that is not part of the conversation."""
        self.printer.write_aside(self.paper.aside(text))

    def turn_begins(self) -> None:
        """Forget the buttons of the turn before; their requests can still be answered in words."""
        self.buttons.clear()
        self.last = None

    @property
    def form(self) -> Reply | None:
        """The form that waits for a secret, when it was the last thing said."""
        if self.last is None or self.last.kind is not ReplyKind.FORM:
            return None
        return self.last if any(f.secret for f in self.last.fields) else None


@dataclass(frozen=True, slots=True)
class Chat:
    """One person's conversation: a line, its turn, the next line."""

    screen: Screen
    prompt: Prompt
    door: Door
    ids: Ids
    seat: Seat
    is_terminal: bool = True
    is_greeted: bool = True

    async def run(self) -> None:
        """Greet, unless it begins with the first line; then go on until there is no more input."""
        if self.is_terminal:
            self.screen.aside(HOW_TO_LEAVE)
        start = Incoming(self.ids.new(), self.seat.place, self.seat.person, Kind.START)
        if self.is_greeted:
            await self._turn(start)
        while (event := await self._next()) is not None:
            await self._turn(event)

    async def _next(self) -> Incoming | None:
        """Read until there is something to send; None at the end."""
        form = self.screen.form if self.is_terminal else None
        if form is not None and form.to in {None, self.seat.person}:
            event = await self._fill_in(form)
            if event is not None:
                return event
        while (line := await self.prompt.line(PROMPT)) is not None:
            if line.strip() in LEAVING:
                return None
            if line.strip() and (event := await self._typed(line.strip())) is not None:
                return event
        return None

    async def _typed(self, line: str) -> Incoming | None:
        typed = Typed(line, tuple(self.screen.buttons))
        if typed.button is not None and (ask := words_wanted(typed.button)):
            return await self._with_words(typed.button, ask)
        if typed.button is None or not self.is_terminal:
            return typed.event(self.ids.new(), self.seat)
        is_edit = typed.button.id.endswith(":edit")
        values = await self._edited(self._fields_of(typed.button)) if is_edit else {}
        return pressed(self.ids.new(), self.seat, press_of(typed.button.id, values))

    async def _with_words(self, button: Button, ask: str) -> Incoming | None:
        """Press a button with the next line, which is its words; “stop” there presses nothing."""
        if not self.is_terminal:  # a pipe shows no prompt
            self.screen.aside(ask)
        line = (await self.prompt.line(ask) or "").strip()
        if is_stop(line.removeprefix("/")):
            self.screen.aside(LEFT_ALONE)
            return None
        return pressed(self.ids.new(), self.seat, press_with(button, line))

    def _fields_of(self, button: Button) -> Sequence[Field]:
        last = self.screen.last
        return last.fields if last is not None and button in last.buttons else ()

    async def _edited(self, fields: Sequence[Field]) -> dict[str, JsonValue]:
        """Ask for each field; one left empty stays as it is."""
        values: dict[str, JsonValue] = {}
        for shown in fields:
            typed = await self.prompt.line(f"{shown.label} [{shown.value}]: ")
            if typed and typed.strip():
                values[shown.name] = typed.strip()
        return values

    async def _fill_in(self, form: Reply) -> Incoming | None:
        values: dict[str, JsonValue] = {}
        for wanted in form.fields:
            ask = self.prompt.secret if wanted.secret else self.prompt.line
            typed = await ask(f"{wanted.label}: ")
            if not typed:
                self.screen.aside("(nothing typed; answer here, or say “stop”)")
                return None
            if is_stop(typed.strip().removeprefix("/")):  # as the form itself says
                return await self._typed(typed.strip())
            values[wanted.name] = typed
        return pressed(self.ids.new(), self.seat, press_of(form.buttons[0].id, values))

    async def _turn(self, event: Incoming) -> None:
        self.screen.turn_begins()
        self.screen.turns.started(event)
        try:
            await self.door.accept(event)
        except StoreAway:
            self.screen.turns.ended(event.thread, event.id)
            self.screen.aside(NOT_KEPT)
        await self.screen.turns.all_ended()
