"""Each arrival is settled once with its reply, whatever fails on the way."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from bot.telegram.handlers.screens import Screens
from memory_core.delivery import Arrival, Inbox, Waiting
from memory_core.errors import StorageUnavailable
from memory_core.model import InboxId, Outgoing
from memory_core.ports import Storage
from memory_core.testing import ScriptedModel, in_memory_storage
from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Person


class FailingInbox:
    """An inbox whose next calls of one name find the database away."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.fails: dict[str, int] = {}

    async def add(self, arrivals: Sequence[Arrival], now: datetime) -> tuple[Waiting, ...]:
        return await self._inbox.add(arrivals, now)

    async def replace(self, message: str, payload: str) -> bool:
        return await self._inbox.replace(message, payload)

    async def begin(self, ids: Sequence[InboxId]) -> None:
        self._perhaps_fail("begin")
        await self._inbox.begin(ids)

    async def note_preview(self, ids: Sequence[InboxId], preview: int) -> None:
        await self._inbox.note_preview(ids, preview)

    async def settle(
        self, ids: Sequence[InboxId], replies: Sequence[Outgoing], now: datetime
    ) -> None:
        self._perhaps_fail("settle")
        await self._inbox.settle(ids, replies, now)

    async def failed(self, ids: Sequence[InboxId]) -> None:
        await self._inbox.failed(ids)

    async def bury(self, ids: Sequence[InboxId], reason: str, now: datetime) -> None:
        await self._inbox.bury(ids, reason, now)

    async def unfinished(self) -> tuple[Waiting, ...]:
        return await self._inbox.unfinished()

    def _perhaps_fail(self, call: str) -> None:
        if self.fails.get(call, 0):
            self.fails[call] -= 1
            raise StorageUnavailable("busy", "made up")


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.telegram.lanes.STORAGE_PAUSE_S", 0)
    monkeypatch.setattr("bot.telegram.desk.STORAGE_PAUSE_S", 0)


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


@pytest.fixture
def storage() -> Storage:
    healthy = in_memory_storage()
    return replace(healthy, inbox=FailingInbox(healthy.inbox))


def failing(talk: Talk) -> FailingInbox:
    inbox = talk.app.storage.inbox
    assert isinstance(inbox, FailingInbox)
    return inbox


async def all_settled(talk: Talk) -> bool:
    return await talk.app.storage.inbox.unfinished() == ()


@pytest.mark.parametrize("text", ["hello", "/new"])
async def test_while_the_database_is_away_one_word_is_said_and_nothing_is_lost(
    twin: BotApiTwin, anna: Person, storage: Storage, text: str
) -> None:
    async with running_bot(twin, storage=storage) as talk:
        failing(talk).fails = {"begin": 5}
        await anna.say(text)
        await talk.hear()
        notices = [each for each in anna.chat.texts if each.startswith("I cannot store anything")]
        assert len(notices) == 1
        assert len(anna.chat.texts) == 2
        assert await all_settled(talk)


async def test_what_was_done_is_not_done_again_because_its_reply_could_not_be_stored(
    twin: BotApiTwin, anna: Person, storage: Storage
) -> None:
    async with running_bot(twin, storage=storage) as talk:
        await anna.say("hello")
        await talk.hear()
        failing(talk).fails = {"settle": 3}
        await anna.say("/clear")
        await talk.hear()
        assert anna.chat.texts[-1].startswith("2 messages set aside")
        assert await all_settled(talk)


async def test_an_arrival_that_fails_three_times_gets_one_apology_and_holds_nobody_up(
    twin: BotApiTwin, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[object] = []

    async def broken(_self: Screens, *anything: object) -> None:
        tries.append(anything)
        raise ZeroDivisionError

    monkeypatch.setattr(Screens, "whoami", broken)
    async with running_bot(twin) as talk:
        await anna.say("/whoami")
        await anna.say("/stop")
        await talk.hear()
        apology, stopped = anna.chat.texts
        assert apology.startswith("I tried several times")
        assert stopped.startswith("There is nothing to stop")
        assert len(tries) == 3
        assert await all_settled(talk)


async def test_commands_are_carried_out_in_order_of_arrival(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        for number in range(1, 6):
            await anna.say(f"/new {number}")
        await anna.say("/sessions")
        await talk.hear()
        began = [f"A fresh conversation: “{number}”." for number in range(1, 6)]
        assert anna.chat.texts[:5] == began
        assert "● 1  5" in anna.chat.texts[5]


async def test_a_start_carries_out_in_order_what_a_death_left(
    twin: BotApiTwin, anna: Person
) -> None:
    storage, model = in_memory_storage(), ScriptedModel("First.", "Second.", "Third.")
    async with running_bot(twin, storage=storage, model=model) as talk:
        await anna.say("one")
        await talk.hear()
        await anna.say("two")
        await anna.say("/retry")
        await anna.say("/new Fresh")
        await anna.say("/stop")
        await _arrive(twin, storage, talk, anna)
        await talk.restart()
        assert anna.chat.texts == [
            "First.",
            "Second.",
            "Third.",
            "A fresh conversation: “Fresh”. “one” is kept.",
            "There is nothing to stop: no answer is being written.",
        ]
        await talk.restart()
        assert len(anna.chat.texts) == 5


async def test_a_tap_left_by_a_death_is_carried_out_once(twin: BotApiTwin, anna: Person) -> None:
    storage = in_memory_storage()
    async with running_bot(twin, storage=storage) as talk:
        await anna.say("hello")
        await talk.hear()
        await anna.say("/clear")
        await talk.hear()
        cleared = anna.chat.from_bot[-1]
        await anna.click(cleared, "Undo")
        await anna.click(cleared, "Undo")
        await _arrive(twin, storage, talk, anna)
        await talk.restart()
        assert cleared.shown.startswith("2 messages back")
        assert await all_settled(talk)


async def _arrive(twin: BotApiTwin, storage: Storage, talk: Talk, anna: Person) -> None:
    """Store what is pending as a process did that died right after."""
    lane = f"telegram:{anna.chat.id}"
    updates = [update.body() for update in twin.updates.pending]
    twin.updates.drop_all()
    arrivals = [
        Arrival(update_id=each["update_id"], lane=lane, payload=json.dumps(each))  # type: ignore[arg-type]
        for each in updates
    ]
    await storage.inbox.add(arrivals, talk.clock.now())
