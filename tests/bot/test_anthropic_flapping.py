"""Fifty turns at once with a server that fails in every way there is, by chance."""

import random
from collections import defaultdict
from pathlib import Path

from memory_core.concurrency import Nursery
from memory_core.model import Reply
from tests.bot.model_talks import Talk, talking
from tests.peers.anthropic import FaultName, MessagesTwin, says
from tests.peers.anthropic.faults import NAMES

CHATS = ("one", "two", "three", "four", "five")
TURNS_PER_CHAT = 10
DOWN: tuple[FaultName, ...] = ("server_error_500", "unavailable_503_html", "closed_before_headers")


def weather(twin: MessagesTwin, chance: random.Random) -> None:
    """First the server is down, then anything may happen, then it is well again.

    At most one call a chat is under way, so that of twelve failures seven have ended, in a row,
    before anybody can succeed.
    """
    for fault in chance.choices(DOWN, k=12):
        twin.once(reply=says("one ", "two ", "three"), fault=fault)
    for any_fault in chance.choices((*NAMES, *[None] * len(NAMES)), k=30):
        twin.once(reply=says("one ", "two ", "three"), fault=any_fault)


async def test_fifty_turns_each_end_once_and_in_order_and_the_breaker_opens_and_closes(
    tmp_path: Path,
) -> None:
    seed = random.randrange(10**6)  # noqa: S311 - a dice
    print("seed", seed)
    ended: defaultdict[str, list[Reply]] = defaultdict(list)
    was_open: list[bool] = []

    async def ask(talk: Talk, chat: str, number: int) -> None:
        ended[chat].append(await talk.ask(f"{number}?", chat))
        was_open.append(talk.to.endpoint.breaker.is_open)
        talk.to.clock.advance(seconds=1)

    async with MessagesTwin() as twin, talking(tmp_path, twin, read_s=0.5) as talk:
        weather(twin, random.Random(seed))  # noqa: S311
        nursery = Nursery()
        for chat in CHATS:  # so that no session is opened by two
            await talk.session(chat)
        for number in range(TURNS_PER_CHAT):
            for chat in CHATS:
                nursery.spawn(ask(talk, chat, number), f"{chat} {number}")
        await nursery.drain(50)
        twin.rules.clear()
        twin.default = says("fine")
        talk.to.clock.advance(seconds=15)
        last = await talk.ask("well again?")
        stored = {chat: await talk.rows(chat) for chat in CHATS}
        assert (last.outcome, talk.to.endpoint.breaker.is_open) == ("answered", False)
    assert any(was_open)
    for chat in CHATS:
        rows = stored[chat]
        questions = [row.content for row in rows if row.role == "user"]
        assert questions == [f"{number}?" for number in range(TURNS_PER_CHAT)]
        replies = [(reply.turn_id, reply.text) for reply in ended[chat] if reply.text]
        assert [(row.turn_id, row.content) for row in rows if row.role != "user"] == replies
        assert len(ended[chat]) == TURNS_PER_CHAT
