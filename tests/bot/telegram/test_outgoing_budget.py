"""The send budget: Telegram's rates are kept, finals come in order, nobody starves."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.telegram.budget import Budget
from bot.telegram.pace import PACE
from bot.telegram.places import Place
from tests.bot.telegram.outgoing import SteppedTime, Words, outgoing

ANNA, BOB, TEAM = 1, 2, -1


@dataclass(kw_only=True)
class Wishes:
    """Finals and previews as they ask, and when they were let through."""

    time: SteppedTime = field(default_factory=SteppedTime)
    finals: list[tuple[float, int, int]] = field(default_factory=list)
    previews: list[tuple[float, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.time.now()
        self.budget = Budget(self.time)

    async def final(self, chat_id: int, number: int) -> None:
        await self.budget.turn(chat_id)
        self.finals.append((self.time.now() - self.start, chat_id, number))

    def preview(self, chat_id: int) -> bool:
        room = self.budget.spare(chat_id)
        if room:
            self.previews.append((self.time.now() - self.start, chat_id))
        return room

    @property
    def all(self) -> list[tuple[float, int]]:
        return sorted([(at, chat) for at, chat, _ in self.finals] + self.previews)

    async def run(self, *chats: int) -> list[float]:
        """Ask for a final to each of these chats at once; when each was let through."""

        async def everything() -> None:
            async with asyncio.TaskGroup() as group:
                for number, chat_id in enumerate(chats):
                    group.create_task(self.final(chat_id, number))

        async with asyncio.TaskGroup() as group:
            await self.time.run(group.create_task(everything()))
        return [round(at, 2) for at, _, _ in self.finals]


async def test_three_at_once_then_one_a_second() -> None:
    assert await Wishes().run(*[ANNA] * 5) == [0, 0, 0, 1.05, 2.1]


async def test_groups_get_twenty_a_minute() -> None:
    let_through = await Wishes().run(*[TEAM] * 21)
    assert let_through[19] < 20
    assert let_through[20] == 61


async def test_everybody_together_gets_thirty_a_second() -> None:
    let_through = await Wishes().run(*range(1, 63))
    assert let_through == [0.0] * 30 + [1.1] * 30 + [2.2] * 2


async def test_a_slow_chat_does_not_delay_another() -> None:
    wishes = Wishes()
    wishes.budget.suspend(ANNA, 60)
    await wishes.run(ANNA, BOB)
    assert [(at, chat) for at, chat, _ in wishes.finals] == [(0, BOB), (60, ANNA)]


async def test_a_suspension_reaches_those_who_wait_already() -> None:
    wishes = Wishes()
    async with asyncio.TaskGroup() as group:
        waiting = [group.create_task(wishes.final(ANNA, number)) for number in range(4)]
        await wishes.time.advance(0.5)
        wishes.budget.suspend(ANNA, 30)
        await wishes.time.run(waiting[-1])
    assert [at for at, _, _ in wishes.finals] == [0, 0, 0, 30.5]


async def test_a_suspension_reaches_those_who_wait_for_everybody() -> None:
    wishes = Wishes()
    await wishes.run(*range(100, 130))
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(wishes.final(ANNA, 0))
        await wishes.time.advance(0.5)
        wishes.budget.suspend(ANNA, 30)
        await wishes.time.run(waiting)
    assert wishes.finals[-1] == (30.5, ANNA, 0)


async def test_previews_leave_room_for_a_final() -> None:
    wishes = Wishes()
    assert [wishes.preview(ANNA) for _ in range(3)] == [True, True, False]
    assert await wishes.run(ANNA) == [0]


async def test_previews_are_shed_while_a_final_waits() -> None:
    wishes = Wishes()
    await wishes.run(*[ANNA] * 3)
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(wishes.final(ANNA, 3))
        await wishes.time.advance(0.5)
        assert not wishes.preview(ANNA)
        await wishes.time.run(waiting)
    await wishes.time.advance(2.1)
    assert wishes.preview(ANNA)


async def test_previews_leave_groups_room_for_finals() -> None:
    wishes = Wishes()
    for _ in range(30):
        wishes.preview(TEAM)
        await wishes.time.advance(1.5)
    assert len(wishes.previews) == 14
    assert await wishes.run(*[TEAM] * 3) == [45, 45, 45]


async def test_one_who_gives_up_leaves_the_turn_to_the_next() -> None:
    wishes = Wishes()
    await wishes.run(*[ANNA] * 3)
    async with asyncio.TaskGroup() as group:
        first = group.create_task(wishes.final(ANNA, 3))
        second = group.create_task(wishes.final(ANNA, 4))
        await wishes.time.advance(0.5)
        first.cancel()
        await wishes.time.run(second)
    assert wishes.finals[-1][1:] == (ANNA, 4)
    assert round(wishes.finals[-1][0], 2) == 1.05


async def test_quiet_chats_are_forgotten() -> None:
    wishes = Wishes()
    await wishes.run(*range(-50, 50))
    await wishes.time.advance(200)
    await wishes.run(ANNA)
    assert len(wishes.budget._ledger._accounts) == 1


steps = st.lists(
    st.tuples(
        st.sampled_from(["final", "final", "preview", "suspend"]),
        st.sampled_from([ANNA, BOB, TEAM, -2]) | st.integers(3, 40),
        st.sampled_from([0.0, 0.0, 0.0, 0.1, 0.7, 1.5, 20.0]),
    ),
    max_size=150,
)


@settings(max_examples=60)
@given(steps)
async def test_rates_hold_in_any_window_and_finals_come_in_order(
    steps: list[tuple[str, int, float]],
) -> None:
    wishes = Wishes()
    asked: dict[int, list[int]] = defaultdict(list)
    silent: list[tuple[int, float, float]] = []
    async with asyncio.TaskGroup() as group:
        tasks = []
        for number, (what, chat_id, pause) in enumerate(steps):
            now = wishes.time.now() - wishes.start
            if what == "final":
                asked[chat_id].append(number)
                tasks.append(group.create_task(wishes.final(chat_id, number)))
            elif what == "preview":
                wishes.preview(chat_id)
            else:
                wishes.budget.suspend(chat_id, 5)
                silent.append((chat_id, now, now + 5))
            await wishes.time.advance(pause)
        for task in tasks:
            await wishes.time.run(task)

    let_through: dict[int, list[int]] = defaultdict(list)
    for _, chat_id, number in wishes.finals:
        let_through[chat_id].append(number)
    assert let_through == asked
    assert_rates(wishes.all)
    for chat_id, begin, end in silent:
        assert not [at for at, chat in wishes.all if chat == chat_id and begin < at < end - 1e-6]


def assert_rates(sent: list[tuple[float, int]]) -> None:
    assert most([at for at, _ in sent], 1.0) <= 30
    for chat_id in {chat for _, chat in sent}:
        times = [at for at, chat in sent if chat == chat_id]
        assert chat_id > 0 or most(times, 60.0) <= 20
        for window in (0.9, 1.9, 4.9, 9.9):
            assert most(times, window) <= PACE.chat_burst + window


def most(times: list[float], window: float) -> int:
    """The most there are in any window of this length."""
    return max((sum(at <= t < at + window for t in times) for at in times), default=0)


async def test_with_the_budget_telegram_never_has_to_refuse() -> None:
    async with outgoing() as it:
        it.twin.flood.on = True
        group = it.twin.group("Team", owner=it.anna)
        bob = it.twin.person("Bob")
        await bob.start()
        async with asyncio.TaskGroup() as tasks:
            for number in range(25):
                for chat in (it.anna.chat, bob.chat, group):
                    tasks.create_task(it.sender.send(Place(chat.id), Words(str(number))))
        assert it.twin.flood.refused == 0
        for chat in (it.anna.chat, bob.chat, group):
            assert chat.texts == [str(number) for number in range(25)]


async def test_a_refusal_in_spite_of_the_budget_is_waited_out_in_order() -> None:
    async with outgoing() as it:
        it.twin.flood.on = True
        it.twin.flood.burst = 1
        for number in range(6):
            await it.sender.send(it.place, Words(str(number)))
        assert it.twin.flood.refused > 0
        assert it.anna.chat.texts == list("012345")
