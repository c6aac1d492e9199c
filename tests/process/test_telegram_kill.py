"""Kill -9 while people talk to the bot on Telegram: nothing is lost, nothing is answered twice."""

import asyncio
import random
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest

from memory_core.concurrency import Nursery
from tests.peers.anthropic import MessagesTwin
from tests.peers.anthropic.recorded import RecordedRequest
from tests.peers.telegram import BotApiTwin, Person
from tests.peers.telegram.faults import FaultName
from tests.process import telegram_bot

CHATS, MESSAGES = 20, 10
BOUNDARIES = range(1, 40)
HANGS: tuple[FaultName, ...] = ("hang", "hang_after")
_NUMBER = re.compile(r"question (\d+)")
_WHOLE_ANSWER = re.compile(r"question (\d+), and no other\.$")


def number_in(text: str) -> int:
    """Return which question a text is about."""
    found = _NUMBER.findall(text)
    assert found, text
    return int(found[-1])


def answer(request: RecordedRequest) -> str:
    """Answer with the number of the question, long enough to be previewed."""
    asked = number_in(str(request.messages[-1]["content"]))
    return f"This is what I have to say. It is the answer to question {asked}, and no other."


class World:
    """Twins of Telegram and the model, and the bot's processes between them."""

    def __init__(self, telegram: BotApiTwin, model: MessagesTwin, folder: Path) -> None:
        self.telegram, self.model, self.folder = telegram, model, folder
        self.process: ForkServerProcess | None = None

    @property
    def database(self) -> Path:
        return self.folder / "bot.db"

    def start(self, boundary: int = 0) -> None:
        """Start a process of the bot that dies at a boundary; never for 0."""
        environ = {
            "TELEGRAM_BOT_TOKEN": self.telegram.token,
            "DBRIDGE_TELEGRAM__API_BASE": self.telegram.base_url,
            "DBRIDGE_TELEGRAM__ALLOWED_USERS": '["*"]',
            "DBRIDGE_TELEGRAM__OPERATORS": "[1]",
            "ANTHROPIC_BASE_URL": self.model.base_url,
            "ANTHROPIC_API_KEY": self.model.api_key,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "LOG_LEVEL": "WARNING",
        }
        self.process = telegram_bot.start(environ, boundary)

    async def over(self) -> int | None:
        """Wait for the process to end, and return its status."""
        if self.process is not None:
            await asyncio.to_thread(self.process.join)
        return None if self.process is None else self.process.exitcode

    async def die(self) -> None:
        """Kill the process as the kernel would."""
        if self.process is not None:
            self.process.kill()
        await self.over()

    async def end(self) -> int | None:
        """Ask the process to end, and return its status."""
        if self.process is not None:
            self.process.terminate()
        return await self.over()

    def people(self, count: int = CHATS) -> list[Person]:
        """Return people who have pressed Start."""
        return [self.telegram.person(f"Person {n}") for n in range(count)]

    def answers(self, person: Person) -> list[int]:
        """Return which questions of a person are answered on their phone, in order."""
        shown = [m.shown for m in person.chat.messages if m.from_bot and not m.deleted]
        return [int(found[1]) for text in shown if (found := _WHOLE_ANSWER.search(text))]

    def stored(self) -> set[int]:
        """Return the questions whose answers are stored: a preview alone is no answer."""
        with closing(sqlite3.connect(self.database)) as conn:
            rows = conn.execute("SELECT content FROM ai_messages WHERE role = 'assistant'")
            return {number_in(content) for (content,) in rows}

    async def all_answered(self, asked: dict[Person, list[int]]) -> None:
        """Wait until every question has its answer."""
        await self.telegram.wait_until(
            lambda: all(set(numbers) <= set(self.answers(p)) for p, numbers in asked.items()),
            timeout=60,
        )

    def check(self, asked: dict[Person, list[int]], kills: int) -> None:
        """Every question has one answer, in order, stored as a pair, and nothing was given up."""
        repeated = 0
        for person, numbers in asked.items():
            seen = self.answers(person)
            first = list(dict.fromkeys(seen))
            assert first == numbers, (person.id, seen)
            repeats = Counter(seen)
            repeated += sum(count - 1 for count in repeats.values())
            assert all(count - 1 <= kills for count in repeats.values()), seen
        assert repeated <= kills * len(asked)
        with closing(sqlite3.connect(self.database)) as conn:
            assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert conn.execute("SELECT count(*) FROM inbox WHERE state = 'dead'").fetchone() == (
                0,
            )
            open_ = "SELECT count(*) FROM inbox WHERE state IN ('waiting', 'begun')"
            assert conn.execute(open_).fetchone() == (0,)
            turns = conn.execute(
                "SELECT turn_id, count(*), sum(role = 'user') FROM ai_messages GROUP BY turn_id"
            ).fetchall()
        assert all((count, questions) == (2, 1) for _, count, questions in turns)
        assert len(turns) == sum(map(len, asked.values()))

    def check_model_calls(self, answered_at: dict[int, int]) -> None:
        """No question that was answered is asked of the model again."""
        for place, request in enumerate(self.model.requests):
            number = number_in(str(request.messages[-1]["content"]))
            assert place < answered_at.get(number, sys.maxsize), f"question {number} asked again"


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    async with BotApiTwin() as telegram, MessagesTwin() as model:
        model.default = answer
        made = World(telegram, model, folder)
        try:
            yield made
        finally:
            await made.die()


async def test_two_hundred_turns_survive_ten_random_kills(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    dice = random.Random(seed)  # noqa: S311 - not a secret
    async with world(tmp_path) as here:
        asked: dict[Person, list[int]] = {person: [] for person in here.people()}
        answered_at: dict[int, int] = {}
        questions = list(range(CHATS * MESSAGES))
        here.start()
        for kill in range(10):
            for _ in range(CHATS):
                number = questions.pop(0)
                person = list(asked)[number % CHATS]
                asked[person].append(number)
                await person.say(f"question {number}")
            wanted = dice.randint(1, CHATS * (kill + 1) - 1)
            calls = len(here.model.requests) + dice.randint(0, CHATS)
            await here.telegram.wait_until(
                lambda calls=calls, wanted=wanted: (
                    len(here.model.requests) >= calls  # type: ignore[misc]
                    or sum(len(here.answers(p)) for p in asked) >= wanted
                ),
                timeout=60,
            )
            await here.die()
            for number in here.stored():
                answered_at.setdefault(number, len(here.model.requests))
            here.start()
        await here.all_answered(asked)
        assert await here.end() == 0
        here.check(asked, kills=10)
        here.check_model_calls(answered_at)


@pytest.mark.parametrize("boundary", BOUNDARIES)
async def test_a_kill_at_any_commit_boundary_loses_and_repeats_nothing(
    tmp_path: Path, boundary: int
) -> None:
    async with world(tmp_path) as here:
        asked = {person: [n, n + 10] for n, person in enumerate(here.people(2), start=1)}
        for person, numbers in asked.items():
            for number in numbers:
                await person.say(f"question {number}")
        here.start(boundary)
        nursery = Nursery()
        ends = [
            nursery.spawn(here.over(), "death"),
            nursery.spawn(here.all_answered(asked), "answers"),
        ]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        ends[1].cancel()
        await here.die()
        await nursery.drain(10)
        here.start()
        await here.all_answered(asked)
        assert await here.end() == 0
        here.check(asked, kills=1)


@pytest.mark.parametrize("fault", HANGS)
@pytest.mark.parametrize("nth", [1, 2, 3])
async def test_a_kill_while_a_message_is_being_sent_repeats_at_most_that_one(
    tmp_path: Path, fault: FaultName, nth: int
) -> None:
    async with world(tmp_path) as here:
        asked = {person: [n, n + 10] for n, person in enumerate(here.people(2), start=1)}
        here.telegram.faults.add(fault, "sendMessage", nth=nth)
        here.start()
        for person, numbers in asked.items():
            for number in numbers:
                await person.say(f"question {number}")
        await here.telegram.wait_until(
            lambda: len(here.telegram.calls_of("sendMessage")) >= nth, timeout=30
        )
        await here.die()
        here.telegram.faults.clear()
        here.start()
        await here.all_answered(asked)
        assert await here.end() == 0
        here.check(asked, kills=1)


async def test_a_running_turn_finishes_when_the_bot_is_asked_to_end(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        (anna,) = here.people(1)
        here.start()
        await anna.say("question 1")
        await here.model.arrived(1)
        assert await here.end() == 0
        assert here.answers(anna) == [1]
