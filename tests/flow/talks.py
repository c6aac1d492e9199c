"""Long conversations that were stored before, and what summarisers make of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from memory_core import tokens
from memory_core.model import JsonRequest, Message, NewMessage, Role, Seq
from memory_core.policy import DEFAULT, Policy
from memory_core.ports import Storage
from memory_core.summarizing import ModelSummarizer
from memory_core.testing import FakeClock, ScriptedJsonModel, ScriptedModel
from memory_core.testing.contracts.makers import record
from tests.flow.makers import ANNA, Bot

SMALL = replace(DEFAULT, context_window=10_000)
"""The window of the worked example of section 14.2."""
SUMMARY = {"decisions": [f"{n}: the orders model has regions and months " * 4 for n in range(10)]}


def padded(text: str, size: int) -> str:
    """Return ``text`` with filler so that it costs exactly ``size`` tokens as a message."""
    missing = size - tokens.of_message(text)
    filler = "a" * (missing * 100 // 27)
    while tokens.of_message(text + filler) > size:
        filler = filler[1:]
    return text + filler


def said(role: Role, text: str, speaker: str | None = None) -> NewMessage:
    user = ANNA if role == "user" else None
    return NewMessage(
        role=role,
        content=text,
        state="complete",
        tokens=tokens.of_message(text),
        user_id=user,
        speaker=speaker,
    )


async def fill(bot: Bot, messages: int = 40, size: int = 200, begin: int = 0) -> None:
    """Store a conversation of that many messages of that size."""
    for number in range(begin, begin + messages, 2):
        session = (await bot.storage.turns.load((await bot.session()).id, 0, lambda _: 1)).session
        turn = record(
            session,
            f"stored {session.id} {number}",
            said("user", padded(f"question {number} ", size)),
            said("assistant", padded(f"answer {number + 1} ", size)),
        )
        await bot.storage.turns.commit(turn)


def bot_with(
    storage: Storage,
    *summaries: object,
    policy: Policy = SMALL,
    by: Callable[[JsonRequest[Any]], object] | None = None,
    model: ScriptedModel | None = None,
    clock: FakeClock | None = None,
) -> tuple[Bot, ScriptedJsonModel]:
    """Return a bot whose summariser says ``summaries``, then what ``by`` makes."""
    json_model = ScriptedJsonModel(*summaries, by=by)
    bot = Bot(
        storage,
        model or ScriptedModel(by=lambda _: "ok"),
        policy,
        summarizer=ModelSummarizer(json_model, policy),
        clock=clock,
    )
    return bot, json_model


async def ask_and_wait(bot: Bot, text: str = "go on") -> None:
    """Ask, and wait until nothing happens in the background any more."""
    assert (await bot.ask(text)).outcome == "answered"
    await bot.nursery.drain(5)


async def shown(bot: Bot) -> list[Message]:
    """Return what the session shows beside its summary."""
    stored = await bot.storage.turns.load((await bot.session()).id, 10**9, lambda _: 0)
    return list(stored.history)


async def boundary(bot: Bot) -> Seq:
    summary = await bot.commands.summary((await bot.session()).id)
    return summary.covers_seq if summary else Seq(0)


async def counted(bot: Bot) -> Mapping[str, int]:
    """Return the counters, those still in memory included."""
    await bot.counters.flush()
    return await bot.storage.metrics.counters()


async def adds_up(bot: Bot) -> None:
    """Every attempt that was triggered ended once, or is open."""
    counts = await bot.storage.summaries.counts()
    ends = counts.success + counts.failure + counts.discarded + counts.pending
    assert counts.trigger == ends
