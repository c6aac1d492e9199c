"""L1: a message is counted once, when it is first shown shortened (section 5.1)."""

from memory_core.metrics import L1_TRIGGER
from memory_core.ports import Storage
from memory_core.testing import ScriptedModel
from tests.flow.makers import Bot
from tests.flow.talks import ask_and_wait, counted

LONG = "start " + "filler " * 600 + " end"


async def test_each_long_message_counts_once_however_often_it_is_shown(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    counts = []
    for text in (LONG, "hm", LONG, "hm", "hm"):
        await ask_and_wait(bot, text)
        counts.append((await counted(bot))[L1_TRIGGER])
    assert counts == [0, 1, 1, 2, 2]
    again = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    await ask_and_wait(again)
    assert (await counted(again))[L1_TRIGGER] == 2
