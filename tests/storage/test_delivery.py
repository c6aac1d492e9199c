"""What stays on disk of arrivals and replies."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from memory_core.model import Outgoing
from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, queued, reply, update
from memory_core.testing.contracts.makers import (
    answered,
    asked,
    at,
    begin,
    heard,
    record,
)
from storage import open_storage

UNSTORABLE = reply("half an emoji: \ud83d")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
async def storage(path: Path) -> AsyncIterator[Storage]:
    async with open_storage(f"sqlite:///{path}") as opened:
        yield opened


def on_disk(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(query).fetchall()


async def test_of_what_is_not_for_us_only_the_id_is_kept(storage: Storage, path: Path) -> None:
    await storage.inbox.add([update(7, "secret", lane=None, message="9:7")], at(0))
    kept = on_disk(path, "SELECT update_id, lane, message, payload, state FROM inbox")
    assert kept == [(7, None, None, "", "settled")]


async def test_every_settled_arrival_has_a_time_to_grow_old_from(
    storage: Storage, path: Path
) -> None:
    await storage.inbox.add([update(1, lane=None)], at(0))
    await storage.inbox.settle(await arrive(storage, 2), [], at(1))
    await storage.inbox.bury(await arrive(storage, 3), "died three times", at(2))
    ages = on_disk(path, "SELECT settled_at FROM inbox ORDER BY id")
    assert [str(at_)[11:16] for (at_,) in ages] == [f"{at(n):%H:%M}" for n in range(3)]


async def test_a_settled_payload_is_emptied_and_a_buried_one_kept(
    storage: Storage, path: Path
) -> None:
    settled, by_turn, buried, waits = await arrive(storage, 1, 2, 3, 4)
    await storage.inbox.settle([settled], [], at(1))
    await storage.turns.commit(record(None, "t", answers=(by_turn,)))
    await storage.inbox.bury([buried], "died three times", at(1))
    assert waits
    kept = on_disk(path, "SELECT payload, state, reason FROM inbox ORDER BY id")
    assert kept == [
        ("", "settled", None),
        ("", "settled", None),
        ("update 3", "dead", "died three times"),
        ("update 4", "waiting", None),
    ]


async def test_the_payload_of_a_part_is_kept_only_while_it_may_be_sent(
    storage: Storage, path: Path
) -> None:
    delivered, refused, uncertain, _ = await queued(storage, "1", "2", "3", "4")
    await storage.outbox.delivered(delivered.id, 70, at(1))
    await storage.outbox.refused(refused.id, "blocked")
    await storage.outbox.uncertain(uncertain.id)
    kept = on_disk(path, "SELECT payload, state, reason FROM outbox ORDER BY id")
    assert kept == [
        ("", "delivered", None),
        ("", "refused", "blocked"),
        ("3", "uncertain", None),
        ("4", "waiting", None),
    ]


async def test_a_turn_whose_reply_cannot_be_stored_leaves_nothing(storage: Storage) -> None:
    session, ids = await begin(storage), await arrive(storage, 1)
    turn = record(session, "t", asked("q"), answered("a"), answers=tuple(ids))
    with pytest.raises(UnicodeEncodeError):
        await storage.turns.commit(replace(turn, replies=(reply("one"), UNSTORABLE)))
    assert await heard(storage, session) == []
    assert await storage.outbox.lanes() == ()
    assert await left(storage) == ["update 1"]
    assert await storage.turns.commit(replace(turn, replies=(reply("one"),))) == "stored"


async def test_an_arrival_whose_reply_cannot_be_stored_waits_on(storage: Storage) -> None:
    ids = await arrive(storage, 1)
    replies: list[Outgoing] = [reply("one"), UNSTORABLE]
    with pytest.raises(UnicodeEncodeError):
        await storage.inbox.settle(ids, replies, at(1))
    assert await storage.outbox.lanes() == ()
    assert await left(storage) == ["update 1"]


async def test_what_waits_outlives_the_process(path: Path) -> None:
    async with open_storage(f"sqlite:///{path}") as storage:
        begun, waits = await arrive(storage, 1, 2)
        await storage.inbox.begin([begun])
        await storage.inbox.note_preview([begun], 70)
        [part] = await queued(storage, "one")
    async with open_storage(f"sqlite:///{path}") as storage:
        found = await storage.inbox.unfinished()
        assert [(f.id, f.deaths, f.preview) for f in found] == [(begun, 1, 70), (waits, 0, None)]
        assert await storage.outbox.due(part.lane) == (part,)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("SELECT id FROM inbox WHERE state IN ('waiting', 'begun') ORDER BY id", "inbox_open"),
        ("UPDATE inbox SET payload = '' WHERE message = ? AND state = 'waiting'", "by_message"),
        ("SELECT id FROM outbox WHERE lane = ? AND state = 'waiting' ORDER BY id", "waiting"),
        ("SELECT DISTINCT lane FROM outbox WHERE state = 'waiting'", "outbox_waiting"),
    ],
)
@pytest.mark.usefixtures("storage")
def test_what_waits_is_found_without_reading_all(path: Path, query: str, index: str) -> None:
    values = ["x"] * query.count("?")
    with closing(sqlite3.connect(path)) as conn:
        plan = conn.execute(f"EXPLAIN QUERY PLAN {query}", values).fetchall()
    assert any(index in step[-1] for step in plan), plan
    assert not any("TEMP B-TREE" in step[-1] for step in plan), plan
