"""`frontdesk eval`: how well the configured model holds scripted conversations."""

import asyncio
import statistics
from pathlib import Path

import click

from bot.bootstrap import Settings
from bot.cli.evals.run import Result, run_once
from bot.cli.evals.script import Script, files_of, read_scripts
from bot.cli.open import plain_errors, start

MICROS = 1_000_000


@click.command("eval")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How often each conversation is held.",
)
@click.option(
    "--min-rate",
    type=click.FloatRange(min=0.0, max=1.0),
    default=1.0,
    show_default=True,
    help="Fail below this pass rate; 1 is all.",
)
@plain_errors
def evaluate(files: tuple[Path, ...], runs: int, min_rate: float) -> None:
    """Hold the conversations in FILES against the configured model and report pass rates.

    Without FILES, the samples that come with the product. Each run starts from an empty
    database with the demo's rows. Where no model is configured, rules answer, and
    conversations that need a model are left out.
    """
    settings = start()
    scripts = [script for path in files_of(files) for script in read_scripts(path)]
    if not scripts:
        message = "There is no conversation in these files."
        raise click.ClickException(message)
    click.echo(
        f"model: {', '.join(settings.every_model) if settings.has_model else 'none, by rules'}"
    )
    held = [script for script in scripts if settings.has_model or not script.needs_model]
    rates = [_report(script, asyncio.run(_runs(script, settings, runs))) for script in held]
    for script in scripts:
        if script not in held:
            click.echo(f"not held, for it needs a model: {script.name}")
    if min(rates, default=1.0) < min_rate:
        raise SystemExit(1)


async def _runs(script: Script, settings: Settings, runs: int) -> list[Result]:
    return [await run_once(script, settings) for _ in range(runs * script.repeat)]


def _report(script: Script, results: list[Result]) -> float:
    """Print how a conversation went, with the first failure of each kind; return its rate."""
    passed = sum(not result.problem for result in results)
    rate = passed / len(results)
    click.echo(f"{passed}/{len(results)} ({rate:.0%})  {script.name}")
    click.echo(f"      {_cost(results)}")
    for problem in dict.fromkeys(result.problem for result in results if result.problem):
        click.echo(f"    failed: {problem}")
    return rate


def _cost(results: list[Result]) -> str:
    spent = [result.spent for result in results]
    calls = statistics.mean(one.calls for one in spent)
    seconds = statistics.median(one.seconds for one in spent)
    tokens = statistics.mean(one.usage.input_tokens + one.usage.output_tokens for one in spent)
    dollars = statistics.mean(one.usage.cost_micros for one in spent) / MICROS
    cost = f", ${dollars:.4f}" if dollars else ""
    return f"each: {calls:.1f} model calls, {tokens:,.0f} tokens{cost}, {seconds:.1f} s"
