"""The door for `frontdesk` and for `python -m bot`."""

import gc

from bot.cli.commands import frontdesk, open_what_is_closed, telling_full_output


def main() -> None:
    """Run the command line.

    What is imported stays: until an application is built of it, no garbage is looked for.
    """
    gc.disable()
    open_what_is_closed()
    with telling_full_output():
        frontdesk(prog_name="frontdesk")


if __name__ == "__main__":
    main()
