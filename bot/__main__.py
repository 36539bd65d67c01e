"""The door for `frontdesk` and for `python -m bot`."""

from bot.cli.root import frontdesk


def main() -> None:
    """Run the command line."""
    frontdesk(prog_name="frontdesk")


if __name__ == "__main__":
    main()
