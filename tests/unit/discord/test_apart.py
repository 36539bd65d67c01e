"""Discord's client is an extra: nothing of it is loaded where nobody asks for Discord."""

import subprocess
import sys

LOADS = """
import sys
import bot.bootstrap, bot.bootstrap.serve, bot.cli.platforms, bot.cli.doctor, bot.cli.platforms
print([name for name in sys.modules if name.split(".")[0] == "discord"])
"""


def test_nothing_of_discord_is_loaded_unless_it_is_asked_for():
    loaded = subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, "-c", LOADS], capture_output=True, text=True, check=True
    )

    assert loaded.stdout.strip() == "[]"
