"""Agent sessions, status lines and suggested prompts."""

from tests.fakes.slack import limits
from tests.fakes.slack.errors import SlackRefuses, refuse_with_messages
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Session
from tests.fakes.slack.world import World

STATUSES = ("active", "processing", "suspended", "closed")
NOT_SUBSCRIBED = "missing_agent_session_stopped_event_subscription"


@method("agents.sessions.setStatus")
def _set_status(asked: Asked) -> Json:
    asked.need("status")
    channel, key = _session_key(asked)
    status = str(asked.args["status"])
    if status not in STATUSES:
        raise SlackRefuses("invalid_status")
    if key not in asked.world.sessions:
        _create(asked, channel, key)
    session = set_status(asked.world, key, status)
    answer: Json = {"status": status, "agent_status": status, "title": session.title}
    if not asked.world.listens_to("agent_session_stopped"):
        answer["warning"] = NOT_SUBSCRIBED
    return answer


def _create(asked: Asked, channel: Channel, key: tuple[str, str, str]) -> None:
    title = str(asked.args.get("title") or "")
    if len(title) > limits.SESSION_TITLE:
        raise refuse_with_messages("invalid_arguments", ["must be less than 201 characters"])
    initiator = asked.args.get("initiator_user_id")
    if initiator is not None and initiator not in channel.members:
        raise SlackRefuses("user_not_found")
    titles = [title] if title else []
    asked.world.sessions[key] = Session(channel.id, key[2], "", title, initiator, titles=titles)


def set_status(world: World, key: tuple[str, str, str], status: str) -> Session:
    """Move a session on and remember when."""
    session = world.sessions[key]
    session.status = status
    session.transitions.append((world.clock.now(), status))
    world.changed()
    return session


@method("agents.sessions.rename")
def _rename(asked: Asked) -> Json:
    asked.need("title")
    _, key = _session_key(asked)
    title = str(asked.args["title"])
    if len(title) > limits.SESSION_TITLE:
        raise SlackRefuses("invalid_name")
    session = asked.world.sessions.get(key)
    if session is None:
        raise SlackRefuses("session_not_found")
    session.title = title
    session.titles.append(title)
    asked.world.changed()
    return {"title": title}


def _session_key(asked: Asked) -> tuple[Channel, tuple[str, str, str]]:
    if not asked.world.is_agent:
        raise SlackRefuses("feature_disabled")
    channel = asked.channel("channel_id")
    if asked.team.bot_user_id not in channel.members:
        raise SlackRefuses("not_authorized")
    thread_ts = str(asked.args.get("thread_ts") or "")
    if not thread_ts:
        raise SlackRefuses("thread_ts_required")
    if thread_ts not in asked.world.in_channel(asked.grant.team, channel.id):
        raise SlackRefuses("thread_not_found")
    if asked.is_persona:
        asked.need_scope("chat:write.customize")
    return channel, (asked.grant.team, channel.id, thread_ts)


@method("assistant.threads.setStatus")
def _set_typing(asked: Asked) -> Json:
    asked.need("channel_id", "thread_ts")
    channel = asked.channel("channel_id")
    thread_ts = str(asked.args["thread_ts"])
    if thread_ts not in asked.world.in_channel(asked.grant.team, channel.id):
        raise SlackRefuses("invalid_thread_ts")
    if len(asked.args.get("loading_messages") or ()) > limits.LOADING_MESSAGES:
        raise refuse_with_messages("invalid_arguments", ["no more than 10 items allowed"])
    asked.world.typing.append((channel.id, thread_ts, str(asked.args.get("status") or "")))
    asked.world.changed()
    return {}


@method("assistant.threads.setTitle")
def _set_title(asked: Asked) -> Json:
    asked.need("channel_id", "thread_ts", "title")
    asked.channel("channel_id")
    return {}


@method("assistant.threads.setSuggestedPrompts")
def _set_prompts(asked: Asked) -> Json:
    asked.need("channel_id", "prompts")
    if not asked.world.is_agent:
        raise SlackRefuses("not_agent_app")
    channel = asked.channel("channel_id")
    prompts = asked.args["prompts"]
    are_whole = all(prompt.get("title") and prompt.get("message") for prompt in prompts)
    if not are_whole or len(prompts) > limits.SUGGESTED_PROMPTS:
        raise refuse_with_messages(
            "invalid_arguments", ["at most 4 prompts, each with both texts"]
        )
    asked.world.prompts[asked.grant.team, channel.id] = prompts
    asked.world.changed()
    return {}
