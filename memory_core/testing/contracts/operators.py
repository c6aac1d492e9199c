"""Becoming an operator with a one-time code."""

import asyncio

from memory_core.ports import Storage
from memory_core.testing.contracts.makers import ANNA, BEN, at


class OperatorsContract:
    """Promises of ``ports.Operators``."""

    async def test_at_first_nobody_is_an_operator(self, storage: Storage) -> None:
        assert await storage.operators.all() == frozenset()

    async def test_the_right_code_makes_an_operator(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        assert await storage.operators.claim("code", ANNA, at(1)) == "granted"
        assert await storage.operators.all() == {ANNA}

    async def test_of_several_at_the_same_time_one_is_granted(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        people = (ANNA, BEN, ANNA, BEN)
        claims = (storage.operators.claim("code", who, at(1)) for who in people)
        outcomes = await asyncio.gather(*claims)
        assert sorted(outcomes) == ["granted", "over", "over", "over"]
        assert await storage.operators.all() == {people[outcomes.index("granted")]}

    async def test_a_used_code_is_over_for_everybody(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        await storage.operators.claim("code", ANNA, at(1))
        assert await storage.operators.claim("code", ANNA, at(2)) == "over"
        assert await storage.operators.claim("code", BEN, at(2)) == "over"
        assert await storage.operators.all() == {ANNA}

    async def test_an_expired_code_is_over(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        assert await storage.operators.claim("code", ANNA, at(15)) == "over"
        assert await storage.operators.all() == frozenset()

    async def test_a_code_is_good_until_it_expires(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        assert await storage.operators.claim("code", ANNA, at(14.99)) == "granted"

    async def test_a_burnt_code_is_over(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        assert await storage.operators.burn("code")
        assert await storage.operators.claim("code", ANNA, at(1)) == "over"
        assert await storage.operators.all() == frozenset()

    async def test_only_a_code_on_offer_can_be_burnt(self, storage: Storage) -> None:
        assert not await storage.operators.burn("never made")
        await storage.operators.offer("first", at(15))
        await storage.operators.offer("second", at(15))
        assert not await storage.operators.burn("first")
        assert await storage.operators.burn("second")
        assert not await storage.operators.burn("second")

    async def test_a_used_code_cannot_be_burnt(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        await storage.operators.claim("code", ANNA, at(1))
        assert not await storage.operators.burn("code")

    async def test_burning_a_wrong_code_leaves_the_one_on_offer(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        await storage.operators.burn("guess")
        assert await storage.operators.claim("code", ANNA, at(1)) == "granted"

    async def test_a_wrong_code_makes_nobody_an_operator(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        assert await storage.operators.claim("guess", BEN, at(1)) == "wrong"
        assert await storage.operators.all() == frozenset()

    async def test_a_code_is_wrong_when_none_is_on_offer(self, storage: Storage) -> None:
        assert await storage.operators.claim("guess", BEN, at(1)) == "wrong"

    async def test_four_wrong_guesses_leave_the_code_good(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        await _guess(storage, 4)
        assert await storage.operators.claim("code", ANNA, at(2)) == "granted"

    async def test_five_wrong_guesses_end_the_code(self, storage: Storage) -> None:
        await storage.operators.offer("code", at(15))
        await _guess(storage, 5)
        assert await storage.operators.claim("code", ANNA, at(2)) == "over"
        assert await storage.operators.all() == frozenset()

    async def test_five_wrong_guesses_at_the_same_time_end_the_code(
        self, storage: Storage
    ) -> None:
        await storage.operators.offer("code", at(15))
        guesses = (storage.operators.claim("guess", BEN, at(1)) for _ in range(5))
        assert set(await asyncio.gather(*guesses)) == {"wrong"}
        assert await storage.operators.claim("code", ANNA, at(2)) == "over"

    async def test_wrong_guesses_count_against_the_code_on_offer_only(
        self, storage: Storage
    ) -> None:
        await storage.operators.offer("first", at(15))
        await _guess(storage, 4)
        await storage.operators.offer("second", at(15))
        await _guess(storage, 4)
        assert await storage.operators.claim("second", ANNA, at(2)) == "granted"

    async def test_an_earlier_code_is_no_wrong_guess(self, storage: Storage) -> None:
        await storage.operators.offer("first", at(15))
        await storage.operators.offer("second", at(15))
        for _ in range(5):
            assert await storage.operators.claim("first", BEN, at(1)) == "over"
        assert await storage.operators.claim("second", ANNA, at(2)) == "granted"

    async def test_a_newer_offer_ends_the_older(self, storage: Storage) -> None:
        await storage.operators.offer("first", at(15))
        await storage.operators.offer("second", at(15))
        assert await storage.operators.claim("first", BEN, at(1)) == "over"
        assert await storage.operators.claim("second", ANNA, at(1)) == "granted"

    async def test_a_second_code_makes_a_second_operator(self, storage: Storage) -> None:
        for code, who in (("first", ANNA), ("second", BEN)):
            await storage.operators.offer(code, at(15))
            await storage.operators.claim(code, who, at(1))
        assert await storage.operators.all() == {ANNA, BEN}

    async def test_an_operator_may_claim_again(self, storage: Storage) -> None:
        for code in ("first", "second"):
            await storage.operators.offer(code, at(15))
            assert await storage.operators.claim(code, ANNA, at(1)) == "granted"
        assert await storage.operators.all() == {ANNA}


async def _guess(storage: Storage, times: int) -> None:
    for number in range(times):
        assert await storage.operators.claim(f"guess {number}", BEN, at(1)) == "wrong"
