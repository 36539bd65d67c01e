"""Calls what an author wrote, whether it is a plain function, an async one, or wraps one."""

import asyncio
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any


class NeverBegan(TypeError):
    """A function of an author's does not take what it is given: nothing in it has run."""

    def __init__(self, function: Callable[..., Any], error: TypeError) -> None:
        super().__init__(str(error))
        self.function = function


async def called(function: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
    """Call a function; a plain one leaves the loop free, and what can be awaited is awaited.

    Raises:
        NeverBegan: it does not take these arguments.
        RuntimeError: it raised `SystemExit`, which would end the whole bot, or `StopIteration`,
            which no future takes: who waits for one would wait for ever.
    """
    try:
        if inspect.iscoroutinefunction(function):
            result = await _run(function, *given, **named)
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
    except TypeError as error:
        # What is written in Python and was entered has left its own line behind this one.
        never_entered = error.__traceback__ is not None and error.__traceback__.tb_next is None
        if never_entered and _is_python(function):
            raise NeverBegan(function, error) from error
        raise


def _is_python(function: Callable[..., Any]) -> bool:
    """Say whether a call of it shows in a traceback; one of a compiled function does not."""
    plain = function.func if isinstance(function, partial) else function
    return inspect.isfunction(plain) or inspect.ismethod(plain)


def _not_carried(error: BaseException) -> RuntimeError:
    return RuntimeError(f"it raised {type(error).__name__}")
