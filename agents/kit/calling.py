"""Calls what an author wrote, whether it is a plain function, an async one, or wraps one."""

import asyncio
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any


async def called(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Call a function; a plain one leaves the loop free, and what can be awaited is awaited.

    Raises:
        RuntimeError: it raised `SystemExit`, which would end the whole bot, or `StopIteration`,
            which no future takes: who waits for one would wait for ever.
    """
    try:
        if inspect.iscoroutinefunction(function):
            result = await function(*given, **named)
        else:
            result = await asyncio.to_thread(_run, function, *given, **named)
        # A plain decorator around an async function returns what has not run yet, and so does
        # an async one whose author forgot an await.
        return await result if inspect.isawaitable(result) else result
    except SystemExit as error:
        raise _not_carried(error) from error


def to_await(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, as one whose result is awaited."""
    return partial(called, function)


def _run(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    try:
        return function(*given, **named)
    except StopIteration as error:
        raise _not_carried(error) from error


def _not_carried(error: BaseException) -> RuntimeError:
    return RuntimeError(f"it raised {type(error).__name__}")
