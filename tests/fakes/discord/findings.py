"""Checks what the bot sent: Discord's limits, and manners that Discord would not enforce."""

from collections.abc import Iterator

from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.limits import TOKEN_SECONDS
from tests.fakes.discord.links import links_in
from tests.fakes.discord.record import Call
from tests.fakes.discord.rows import Flag, Interaction, Json, texts
from tests.fakes.discord.world import World

POSTS = ("POST /channels/{channel}/messages", "POST /webhooks/{webhook}/{token}")
EDITS = (
    "PATCH /channels/{channel}/messages/{message}",
    "PATCH /webhooks/{webhook}/{token}/messages/{message}",
)
ANSWERS = ("POST /interactions/{interaction}/{token}/callback", "callback")
WITH_MESSAGE = (4, 7)
# Refusals that no circumstances excuse: the bot built the call wrongly, or was late.
OWN_FAULTS = (40005, 40060, 50006, 50016, 50035, 50109, 10062)
PROTOCOL_BREACHES = range(4001, 4015)
EXCUSED_CLOSES = (4004, 4009)


def findings(world: World, gateway: Gateway, interactions: list[Interaction]) -> list[str]:
    """Say everything that is wrong with what the bot did, one sentence each; [] is all well."""
    found: list[str] = []
    for number, call in enumerate(world.record):
        place = f"#{number} {call.route}"
        found += [f"{place}: {sentence}" for sentence in dict.fromkeys(_call(call))]
    found += [sentence for row in interactions for sentence in _interaction(world, row)]
    found += _gateway(gateway)
    return found + _pings(world)


def _call(call: Call) -> Iterator[str]:
    if call.is_early:
        yield "called before the Retry-After had ended"
    if call.code in OWN_FAULTS or (call.status == 404 and call.code == 0):
        yield f"refused: {call.answer}"
    body = _message_of(call)
    if body is not None:
        yield from _message(body, is_new=call.route not in EDITS and call.body.get("type") != 7)


def _message_of(call: Call) -> Json | None:
    """The message in a call, if it holds one."""
    if call.route in POSTS or call.route in EDITS:
        return call.body
    if call.route in ANSWERS and call.body.get("type") in WITH_MESSAGE:
        return dict(call.body.get("data") or {})
    return None


def _message(body: Json, *, is_new: bool) -> Iterator[str]:
    content = str(body.get("content") or "")
    if not content and not texts(body.get("components") or []):
        return
    allowed = body.get("allowed_mentions")
    if allowed is None or allowed.get("parse"):
        yield "mentions are not switched off (allowed_mentions)"
    flags = Flag(int(body.get("flags") or 0))
    is_open = not flags & (Flag.SUPPRESS_EMBEDS | Flag.IS_COMPONENTS_V2)
    must_suppress = is_new and content and not body.get("embeds")
    if is_open and (must_suppress or (any(links_in(content)) and is_new)):
        yield "link previews are not switched off (SUPPRESS_EMBEDS)"


def _interaction(world: World, row: Interaction) -> Iterator[str]:
    whose = f"interaction {row.id} of {row.user.name}"
    if row.via and row.answer is None and row.trouble is not None:
        yield f"{whose}: {row.trouble}"
    original = row.original
    # Once its token is over, nobody can take it away any more.
    may_change = world.clock.now() - row.made_at <= TOKEN_SECONDS
    is_thinking = original is not None and bool(original.flags & Flag.LOADING)
    if original is not None and is_thinking and may_change and not original.is_deleted:
        yield f"{whose}: the bot still seems to think"


def _gateway(gateway: Gateway) -> list[str]:
    found = [
        f"gateway connection {row.number}: closed with {row.closed_with}"
        for row in gateway.connections
        if row.closed_with in PROTOCOL_BREACHES
        and row.closed_with not in EXCUSED_CLOSES
        and not row.is_closed_by_order
    ]
    if gateway.early_identifies:
        found.append(f"{gateway.early_identifies} IDENTIFY within {gateway.identify_seconds} s")
    return found


def _pings(world: World) -> list[str]:
    rows = [row for place in world.posted.values() for row in place.values()]
    mine = [row for row in rows if row.author is world.app.bot]
    loud = [row for row in mine if row.pinged.everyone or row.pinged.role_ids]
    return [f"message {row.id} calls a crowd: {row.shown!r}" for row in loud]
