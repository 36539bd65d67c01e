"""A workshop of small agents for plans: tools that fail, need others, secrets, or an answer."""

from dataclasses import dataclass, field

from agents.kit import Agent, EffectKey, Fact, Secret, ToolFailed, Turn, always, four_eyes, tool

BADGE = Fact("badge", "a badge that was shown", label="badge")


@dataclass
class Workshop:
    """What was done, by key; `broken` are tools that fail, `version` is of one of them."""

    done: dict[str, str] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    version: int = 1

    def act(self, name: str, key: str, what: str) -> str:
        if name in self.broken:
            raise ToolFailed(f"The {name} is broken.")
        self.done.setdefault(key, f"{name} {what}")
        return f"{name}: {what} is done."

    @property
    def deeds(self) -> list[str]:
        return list(self.done.values())

    def agents(self) -> tuple[Agent, ...]:
        return (self._printer(), self._courier(), self._archive(), self._vault(), self._gate())

    def _printer(self) -> Agent:
        @tool(effect=True, free=["text", "copies"], ends_task=True, version=self.version)
        async def print_page(text: str, key: EffectKey, copies: int = 1) -> str:
            """Print a page."""
            return self.act("printer", key, f"{copies} x {text}")

        @tool(effect=True, free=["text"])
        async def copy(text: str, key: EffectKey) -> str:
            """Copy a page; its agent would speak after it."""
            return self.act("copier", key, text)

        return _agent("printer", print_page, copy)

    def _courier(self) -> Agent:
        @tool(effect=True, ends_task=True, risk="medium")
        async def send(to: str, key: EffectKey) -> str:
            """Send a parcel."""
            return self.act("courier", key, to)

        @tool(
            effect=True,
            free=["to"],
            ends_task=True,
            approval=four_eyes(approvers=["ben"]),
            risk="high",
        )
        async def send_abroad(to: str, key: EffectKey) -> str:
            """Send a parcel abroad."""
            return self.act("courier", key, f"abroad to {to}")

        @tool(
            effect=True,
            free=["to"],
            ends_task=True,
            approval=four_eyes(approvers=["ben", "cem", "dee"], quorum=2),
        )
        async def send_gold(to: str, key: EffectKey) -> str:
            """Send gold."""
            return self.act("courier", key, f"gold to {to}")

        @tool(effect=True, free=["to"], ends_task=True)
        async def drop(to: str) -> str:
            """Drop a parcel by drone; nobody can tell whether it arrived."""
            self.act("drone", f"drone-{len(self.done)}", to)
            raise RuntimeError("no signal")

        return _agent("courier", send, send_abroad, send_gold, drop)

    def _archive(self) -> Agent:
        @tool(ends_task=True)
        async def address_of(name: str) -> str:
            """Look up an address."""
            return self.act("archive", f"read-{len(self.done)}", name) and "12 Elm Street"

        return _agent("archive", address_of)

    def _vault(self) -> Agent:
        @tool(effect=True, free=["box"], ends_task=True, approval=always("it opens the vault"))
        async def open_box(box: str, pin: Secret, key: EffectKey) -> str:
            """Open a box of the vault."""
            if pin.reveal() != "4711":
                raise ToolFailed("That pin is wrong.")
            return self.act("vault", key, box)

        @tool(effect=True, ends_task=True, requires=[BADGE])
        async def lock_up(key: EffectKey) -> str:
            """Lock the vault."""
            return self.act("vault", key, "locked")

        return _agent("vault", open_box, lock_up)

    def _gate(self) -> Agent:
        @tool(provides=[BADGE], ends_task=True)
        async def show_badge(turn: Turn, badge: str) -> str:
            """Show a badge."""
            turn.establish(BADGE, badge)
            return f"Badge {badge} is fine."

        return _agent("gate", show_badge)


def _agent(name: str, *tools: object) -> Agent:
    return Agent(
        name=name,
        description=f"The {name} of the workshop.",
        introduction=f"The {name}",
        prompt=f"You are the {name}.",
        tools=tools,  # type: ignore[arg-type] # the decorator returns tools
    )
