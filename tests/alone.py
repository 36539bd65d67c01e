"""Tests whose figures mean nothing beside others: each of them has the machine for itself."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def the_machine(folder: Path, *, alone: bool) -> Iterator[None]:
    """Share the machine with the other test processes that use this folder, or have it alone.

    Who wants it alone holds the gate until done, so that no others enter while it waits for
    those that are inside.
    """
    with (folder / "gate").open("w") as gate, (folder / "machine").open("w") as machine:
        with _locked(gate, fcntl.LOCK_EX):
            if alone:
                with _locked(machine, fcntl.LOCK_EX):
                    yield
                return
            fcntl.flock(machine, fcntl.LOCK_SH)
        yield  # closing the file lets go of it


@contextmanager
def _locked(file: IO[str], how: int) -> Iterator[None]:
    fcntl.flock(file, how)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)
