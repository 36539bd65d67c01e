"""Calls what an author wrote, whether it is a plain function, an async one, or wraps one."""

import asyncio
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any


async def called(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Call a function; a plain one leaves the loop free, and what can be awaited is awaited."""
    if inspect.iscoroutinefunction(function):
        return await function(*given, **named)
    # A plain decorator around an async function returns what has not run yet.
    result = await asyncio.to_thread(function, *given, **named)
    return await result if inspect.isawaitable(result) else result


def to_await(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, as one whose result is awaited."""
    return function if inspect.iscoroutinefunction(function) else partial(called, function)
