"""`frontdesk plans`: the plans people have made, and how one stands."""

import click

from bot.bootstrap import App
from bot.cli.open import in_app
from bot.cli.showing import table, tell
from bot.cli.turns import NotFound
from bot.core.requests.plan_cards import write_plan
from bot.domain.ids import PlanId
from bot.domain.plans.plan import PlanStatus
from bot.domain.plans.plan_view import view_of

MOST = 200


@click.group()
def plans() -> None:
    """List plans, or show one."""


@plans.command("list")
@click.option("--open", "only_open", is_flag=True, help="Only those that are still open.")
def list_plans(*, only_open: bool) -> None:
    """List plans, the newest first."""
    in_app(lambda app: _list_plans(app, only_open=only_open))


@plans.command("show")
@click.argument("plan")
def show_plan(plan: str) -> None:
    """Show PLAN, a line for each step."""
    in_app(lambda app: _show_plan(app, PlanId(plan)))


async def _list_plans(app: App, *, only_open: bool) -> None:
    found = await app.reader.plans(MOST + 1, PlanStatus.OPEN if only_open else "")
    rows = []
    for plan in found[:MOST]:
        counts = plan.counts
        steps = f"{counts.completed}/{counts.total}"
        rows.append((str(plan.id), str(plan.status), steps, plan.owner.key, plan.goal[:60]))
    click.echo(table(("PLAN", "STATUS", "DONE", "OF", "GOAL"), rows))
    if len(found) > MOST:
        click.echo(f"There are more; the newest {MOST} are listed, an export has all.", err=True)


async def _show_plan(app: App, plan_id: PlanId) -> None:
    plan = await app.ports.plans.find(plan_id)
    if plan is None:
        message = f"There is no plan {plan_id}; see: frontdesk plans list."
        raise NotFound(message)
    tell(write_plan(view_of(plan)))
