"""A password goes to its check and nowhere else, however it is given, on every platform."""

from pathlib import Path

import pytest

from tests.journeys.anywhere.telling import OpenDesk, said
from tests.journeys.conversation import Counted
from tests.journeys.models.puppet import puppet

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R8")]


@pytest.mark.parametrize("way", ["in the form", "as a message"])
async def test_a_password_is_seen_by_nobody_and_kept_nowhere(
    a_desk: OpenDesk, tmp_path: Path, way: str
):
    model = Counted(puppet(lambda _call: None))
    desk = await a_desk(model=model)
    ann = desk.talk("ann")
    await said(ann, "log me in", "seldo")

    told = await (ann.confide("monkey") if way == "in the form" else ann.say("monkey"))

    assert "You are logged in as seldo." in told
    assert "monkey" not in await ann.all_seen()
    assert "monkey" not in model.everything_read
    assert b"monkey" not in kept(tmp_path)


def kept(folder: Path) -> bytes:
    """All that was written there."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
