"""`frontdesk eval`: how well models hold scripted conversations, side by side."""

import asyncio
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from agents.kit.values.model import Purpose
from bot.bootstrap import Settings
from bot.cli.application import plain_errors, start
from bot.cli.eval_runs import EvalResult, Spent, run_once
from bot.cli.eval_scripts import EvalScript, files_of, read_scripts

MICROS = 1_000_000
HEADINGS = ("model", "passed", "reads", "tokens", "seconds", "talks", "tokens", "seconds")


@dataclass(frozen=True, slots=True)
class EvalHeld:
    """One conversation, and how each run of it went."""

    script: EvalScript
    results: list[EvalResult]

    @property
    def rate(self) -> float:
        """The share of runs that passed."""
        return self.passed / len(self.results)

    @property
    def passed(self) -> int:
        """How many runs passed."""
        return sum(not result.problem for result in self.results)


@click.command("eval")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME",
    help="A model of the configured server to judge; give several to compare them.",
)
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
def evaluate(files: tuple[Path, ...], models: tuple[str, ...], runs: int, min_rate: float) -> None:
    """Hold the conversations in FILES against models and report pass rates.

    Without FILES, the samples that come with the product. Each run starts from an empty
    database with the demo's rows. Where no model is configured, rules answer, and
    conversations that need a model are left out. With --model, a table compares them: what
    reads messages and what talks apart, each figure for one conversation.
    """
    settings = start()
    scripts = [script for path in files_of(files) for script in read_scripts(path)]
    if not scripts:
        message = "There is no conversation in these files."
        raise click.ClickException(message)
    judged = [(_only(settings, name), name) for name in dict.fromkeys(models)]
    if judged and not settings.has_model:
        message = "--model needs a server: set OPENAI_API_KEY, OPENAI_BASE_URL or "
        raise click.ClickException(f"{message}AZURE_OPENAI_ENDPOINT.")
    if not judged:
        usual = ", ".join(settings.every_model) if settings.has_model else "none, by rules"
        judged = [(settings, usual)]
    held = {name: _held(scripts, one, name, runs) for one, name in judged}
    if models:
        _compare(held)
    if min((each.rate for one in held.values() for each in one), default=1.0) < min_rate:
        raise SystemExit(1)


def _only(settings: Settings, model: str) -> Settings:
    """Ask this model for everything, and no other when it fails."""
    nobody_else = {f"model_{purpose}": "" for purpose in Purpose}
    return settings.model_copy(update={"model": model, "fallback_models": (), **nobody_else})


def _held(scripts: list[EvalScript], settings: Settings, name: str, runs: int) -> list[EvalHeld]:
    """Hold every conversation that can be, telling how each went."""
    click.echo(f"model: {name}")
    held = []
    for script in scripts:
        if settings.has_model or not script.needs_model:
            held.append(EvalHeld(script, asyncio.run(_runs(script, settings, runs))))
            _report(held[-1])
    known = [one.script for one in held]
    for script in scripts:
        if script not in known:
            click.echo(f"not held, for it needs a model: {script.name}")
    return held


async def _runs(script: EvalScript, settings: Settings, runs: int) -> list[EvalResult]:
    return [await run_once(script, settings) for _ in range(runs * script.repeat)]


def _report(held: EvalHeld) -> None:
    """Print how a conversation went, with the first failure of each kind."""
    results = held.results
    click.echo(f"{held.passed}/{len(results)} ({held.rate:.0%})  {held.script.name}")
    click.echo(f"      {_cost(results)}")
    for problem in dict.fromkeys(result.problem for result in results if result.problem):
        click.echo(f"    failed: {problem}")


def _cost(results: list[EvalResult]) -> str:
    spent = [result.reads.plus(result.talks) for result in results]
    calls = statistics.mean(one.calls for one in spent)
    seconds = statistics.median(result.seconds for result in results)
    tokens = statistics.mean(one.tokens for one in spent)
    dollars = statistics.mean(one.usage.cost_micros for one in spent) / MICROS
    cost = f", ${dollars:.4f}" if dollars else ""
    return f"each: {calls:.1f} model calls, {tokens:,.0f} tokens{cost}, {seconds:.1f} s"


def _compare(held: dict[str, list[EvalHeld]]) -> None:
    """Print one row for each model; its figures are for one conversation."""
    rows = [HEADINGS, *(_row(name, one) for name, one in held.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    click.echo()
    for name, *figures in rows:
        cells = [figure.rjust(width) for figure, width in zip(figures, widths[1:], strict=True)]
        click.echo("  ".join([name.ljust(widths[0]), *cells]))


def _row(name: str, held: list[EvalHeld]) -> tuple[str, ...]:
    results = [result for one in held for result in one.results]
    passed = sum(one.passed for one in held)
    share = f"{passed}/{len(results)} ({passed / len(results):.0%})"
    reads = _each(result.reads for result in results)
    return (name, share, *reads, *_each(result.talks for result in results))


def _each(spent: Iterable[Spent]) -> tuple[str, str, str]:
    """Calls, tokens and seconds of one conversation, on the average."""
    known = list(spent)
    calls = statistics.mean(one.calls for one in known)
    tokens = statistics.mean(one.tokens for one in known)
    seconds = statistics.mean(one.seconds for one in known)
    return f"{calls:.1f}", f"{tokens:,.0f}", f"{seconds:.1f}"
