"""Operators ask how the bot is doing."""

from tests.bot.telegram.talking import running_bot
from tests.peers.telegram import BotApiTwin


async def test_an_operator_sees_the_numbers_in_private(twin: BotApiTwin) -> None:
    anna = twin.person("Anna", language="en")
    async with running_bot(twin, operators=[anna.id]) as talk:
        await anna.say("/metrics")
        await talk.hear()
    (answer,) = (m.shown for m in anna.chat.messages if m.from_bot)
    assert answer.startswith("All well\nL1 shortened: 0")
    assert "Saved by compaction: 0 tokens" in answer


async def test_others_are_told_that_it_is_not_for_them(twin: BotApiTwin) -> None:
    ben = twin.person("Ben", language="zh-hans")
    async with running_bot(twin) as talk:
        await ben.say("/metrics")
        await talk.hear()
    assert [m.shown for m in ben.chat.messages if m.from_bot] == ["只有运维者能看指标。"]


async def test_in_a_group_the_numbers_go_to_the_private_chat(twin: BotApiTwin) -> None:
    anna = twin.person("Anna", language="en")
    await anna.start()
    group = twin.group("Team", members=[anna])
    async with running_bot(twin, operators=[anna.id]) as talk:
        await talk.hear()
        await anna.say("/metrics", chat=group)
        await talk.hear()
        said = [m.shown for m in group.messages if m.from_bot]
        private = [m.shown for m in anna.chat.messages if m.from_bot]
    assert said == ["I sent you the metrics in our private chat."]
    assert private[-1].startswith("All well")
