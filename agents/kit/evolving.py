"""How values change: by becoming another one, with some fields anew."""

from typing import Any, TypeVar

T = TypeVar("T")


def evolve(value: T, **changes: Any) -> T:
    """Return a value with these changes; as `dataclasses.replace`, at a fifth of the cost.

    It copies what stands and runs no `__init__`, which for a frozen class sets each field by a
    call. So it is for classes without slots that hold their fields and nothing else.

    Raises:
        TypeError: there is no field of such a name.
    """
    evolved = object.__new__(type(value))
    fields = evolved.__dict__
    fields.update(value.__dict__)
    known = len(fields)
    fields.update(changes)
    if len(fields) != known:
        unknown = ", ".join(sorted(changes.keys() - value.__dict__.keys()))
        raise TypeError(f"{type(value).__name__} has no field {unknown}")
    return evolved
