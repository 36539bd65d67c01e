"""Modals and Home: `views.open`, `push`, `update` and `publish`."""

from typing import Any

from tests.fakes.slack.errors import SlackRefuses, refuse_with_messages
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import View
from tests.fakes.slack.viewkit import view_is_too_large, view_problems
from tests.fakes.slack.world import MAX_STACK, World


@method("views.open")
def _open(asked: Asked) -> Json:
    content = _content(asked, "modal")
    trigger = asked.world.use_trigger(asked.args.get("trigger_id"), asked.grant.team)
    view = new_view(asked.world, asked.grant.team, trigger.user, content)
    asked.world.stacks[asked.grant.team, trigger.user] = [view]
    asked.world.view_shown(view)
    return {"view": view.as_json()}


@method("views.push")
def _push(asked: Asked) -> Json:
    content = _content(asked, "modal")
    trigger = asked.world.use_trigger(asked.args.get("trigger_id"), asked.grant.team)
    if trigger.view is None or not asked.world.stack(trigger.team, trigger.user):
        raise SlackRefuses("not_found")
    view = push_view(asked.world, trigger.team, trigger.user, content)
    return {"view": view.as_json()}


@method("views.update")
def _update(asked: Asked) -> Json:
    view = _wanted(asked)
    content = _content(asked, view.content["type"], own=view)
    if asked.args.get("hash") not in (None, "", view.hash):
        raise SlackRefuses("hash_conflict")
    replace_view(asked.world, view, content)
    return {"view": view.as_json()}


@method("views.publish")
def _publish(asked: Asked) -> Json:
    asked.need("user_id")
    user = str(asked.args["user_id"])
    if (asked.grant.team, user) not in asked.world.directory.users:
        raise refuse_with_messages("invalid_arguments", ["invalid user_id"])
    old = asked.world.homes.get((asked.grant.team, user))
    content = _content(asked, "home", own=old)
    if old is not None:
        if asked.args.get("hash") not in (None, "", old.hash):
            raise SlackRefuses("hash_conflict")
        replace_view(asked.world, old, content)
        return {"view": old.as_json()}
    view = new_view(asked.world, asked.grant.team, user, content)
    asked.world.homes[asked.grant.team, user] = view
    asked.world.view_shown(view)
    return {"view": view.as_json()}


def new_view(world: World, team: str, user: str, content: Json) -> View:
    """Make a view that is not shown yet."""
    view_id = world.new_id("V")
    return View(view_id, team, user, _with_block_ids(content), _new_hash(world), view_id)


def push_view(world: World, team: str, user: str, content: Json) -> View:
    """Show a modal on top of the others, at most three."""
    stack = world.stack(team, user)
    if len(stack) >= MAX_STACK:
        raise SlackRefuses("push_limit_reached")
    view = new_view(world, team, user, content)
    view.root_id, view.previous_id = stack[0].root_id, stack[-1].id
    stack.append(view)
    world.view_shown(view)
    return view


def replace_view(world: World, view: View, content: Json) -> None:
    """Show something else in the same view."""
    view.content, view.hash = _with_block_ids(content), _new_hash(world)
    view.errors, view.trouble = {}, None
    world.view_shown(view)


def check_view(content: Any) -> None:
    """Refuse a view Slack would not show."""
    problems = view_problems(content)
    if problems:
        raise refuse_with_messages("invalid_arguments", problems)
    if view_is_too_large(content):
        raise SlackRefuses("view_too_large")


def _new_hash(world: World) -> str:
    return f"{int(world.clock.now())}.{world.new_id('h')}"


def _with_block_ids(content: Json) -> Json:
    """Slack gives every block an id, and every element an action id."""
    blocks = []
    for number, block in enumerate(content.get("blocks", ())):
        named = {"block_id": f"b{number}"} | block
        if isinstance(named.get("element"), dict):
            named["element"] = {"action_id": f"a{number}"} | named["element"]
        blocks.append(named)
    return content | {"blocks": blocks}


def _content(asked: Asked, kind: str, own: View | None = None) -> Json:
    asked.need("view")
    content = asked.args["view"]
    check_view(content)
    if content["type"] != kind:
        raise refuse_with_messages("invalid_arguments", [f"must be {kind} [json-pointer:/view]"])
    external_id = content.get("external_id")
    if external_id and any(
        view.content.get("external_id") == external_id for view in _all(asked) if view is not own
    ):
        raise SlackRefuses("duplicate_external_id")
    kept: Json = content
    return kept


def _all(asked: Asked) -> list[View]:
    open_views = [view for stack in asked.world.stacks.values() for view in stack]
    return [*open_views, *asked.world.homes.values()]


def _wanted(asked: Asked) -> View:
    external_id = asked.args.get("external_id")
    if external_id:
        for view in _all(asked):
            if view.content.get("external_id") == external_id and view.team == asked.grant.team:
                return view
        raise SlackRefuses("not_found")
    asked.need("view_id")
    return asked.world.view(asked.grant.team, str(asked.args["view_id"]))
