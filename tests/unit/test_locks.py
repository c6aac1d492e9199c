import asyncio

from memory_core.concurrency import KeyedLock, Nursery


async def enter(lock: KeyedLock, key: str, told: list[str], name: str) -> None:
    async with lock.hold(key):
        told.append(name)


async def test_a_key_is_held_by_one_at_a_time_in_order_of_asking() -> None:
    lock, nursery, told = KeyedLock(), Nursery(), list[str]()
    async with lock.hold("a"):
        for name in "1234":
            nursery.spawn(enter(lock, "a", told, name), name)
        await asyncio.sleep(0)
        assert told == []
    await nursery.drain(5)
    assert told == ["1", "2", "3", "4"]


async def test_another_key_is_free() -> None:
    lock = KeyedLock()
    async with asyncio.timeout(5), lock.hold("a"), lock.hold("b"):
        pass


async def test_one_who_gives_up_leaves_the_key_usable() -> None:
    lock, nursery, told = KeyedLock(), Nursery(), list[str]()
    async with lock.hold("a"):
        impatient = nursery.spawn(enter(lock, "a", told, "impatient"), "impatient")
        nursery.spawn(enter(lock, "a", told, "patient"), "patient")
        await asyncio.sleep(0)
        impatient.cancel()
    await nursery.drain(5)
    assert told == ["patient"]


async def test_one_cancelled_at_its_turn_passes_the_key_on() -> None:
    lock, nursery, told = KeyedLock(), Nursery(), list[str]()
    async with lock.hold("a"):
        first = nursery.spawn(enter(lock, "a", told, "first"), "first")
        nursery.spawn(enter(lock, "a", told, "second"), "second")
        await asyncio.sleep(0)
    first.cancel()
    await nursery.drain(5)
    assert told == ["second"]


async def test_keys_nobody_holds_take_no_memory() -> None:
    lock, nursery = KeyedLock(), Nursery()
    async with lock.hold("a"), lock.hold("b"):
        nursery.spawn(enter(lock, "a", [], "late"), "late").cancel()
        await asyncio.sleep(0)
    await nursery.drain(5)
    assert lock._locks == {}
