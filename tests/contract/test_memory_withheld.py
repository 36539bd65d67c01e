"""A line at which a model's content filter stopped is kept with a mark, and not remembered."""

from bot.storage.memory.search_index import DUE_LINES
from tests.contract.conftest import Ports
from tests.contract.test_memory import HERE, a_due, found, spoke
from tests.fakes.events import a_message


async def test_a_line_at_which_a_filter_stopped_is_marked_and_not_remembered(ports: Ports):
    await spoke(ports, "my locker", withheld=True)
    for n in range(DUE_LINES // 2):
        await spoke(ports, f"word {n}")

    assert await found(ports, "locker") == {"re: my locker"}
    assert "my locker" not in {line.text for line in (await a_due(ports)).lines}
    await ports.inbox.accept(a_message("last"))
    begun = await ports.turns.begin(HERE.session)
    assert begun is not None
    assert [line.text for line in begun.recent if line.withheld] == ["my locker"]
