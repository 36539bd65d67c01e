"""What becomes of standard streams that are closed, or whose disk is full."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

TAKE_NO_MORE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def open_what_is_closed() -> None:
    """Give closed streams to nobody; else the next file that is opened takes their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


@contextmanager
def telling_full_output() -> Iterator[None]:
    """End with a word, and not with a trace, where the output takes no more."""
    try:
        yield
    except OSError as error:
        is_of_a_stream = error.filename is None and error.errno in TAKE_NO_MORE
        if not is_of_a_stream:
            raise
        forget_output()
        message = f"Error: the output cannot be written: {error.strerror}"
        raise SystemExit(message) from error


def forget_output() -> None:
    """Keep the interpreter from complaining, while it ends, of what cannot be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
