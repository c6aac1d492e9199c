"""Which part of a prompt the twin calls written, read or new."""

from .anthropic import MessagesTwin, says
from .raw_messages import Json, assistant, body, post, text, user

MARK = {"type": "ephemeral"}
LONG = text("x" * 8000, cache_control=MARK)
TURN_5 = user(text("Hello", cache_control=MARK))


async def usage(twin: MessagesTwin, **changes: object) -> tuple[int, int, int]:
    """Tokens at full price, written and read."""
    counted: Json = (await post(twin, body(**changes))).json["usage"]
    return (
        counted["input_tokens"],
        counted["cache_creation_input_tokens"],
        counted["cache_read_input_tokens"],
    )


async def test_a_marked_prefix_is_written_once_and_read_after() -> None:
    async with MessagesTwin() as twin:
        assert await usage(twin, system=[LONG]) == (5, 2000, 0)
        assert await usage(twin, system=[LONG]) == (5, 0, 2000)
        assert twin.requests[-1].cache_breakpoints == ["system.0"]


async def test_without_marks_nothing_is_cached() -> None:
    async with MessagesTwin() as twin:
        for _ in range(2):
            assert await usage(twin, system="x" * 8000) == (2005, 0, 0)


async def test_a_growing_conversation_reads_what_it_wrote_and_writes_the_rest() -> None:
    earlier = [user(), assistant(text("Yes?"))]
    async with MessagesTwin() as twin:
        await usage(twin, system=[LONG], messages=[TURN_5])
        grown = await usage(twin, system=[LONG], messages=[*earlier, TURN_5])
    assert grown == (0, 9, 2005)


async def test_one_changed_character_early_in_the_prompt_misses_the_cache() -> None:
    async with MessagesTwin() as twin:
        await usage(twin, system=[LONG])
        changed = await usage(twin, system=[text("y" + "x" * 7999, cache_control=MARK)])
        another = await usage(twin, system=[LONG], model="claude-opus-5-5")
    assert changed == another == (5, 2000, 0)


async def test_a_prefix_that_is_too_short_is_not_cached() -> None:
    async with MessagesTwin(cache_minimum_tokens=2001) as twin:
        for _ in range(2):
            assert await usage(twin, system=[LONG]) == (2005, 0, 0)


async def test_a_prefix_is_forgotten_five_minutes_after_its_last_use() -> None:
    now = 0.0
    async with MessagesTwin(clock=lambda: now) as twin:
        await usage(twin, system=[LONG])
        now = 299.0
        assert (await usage(twin, system=[LONG]))[2] == 2000
        now = 598.0
        assert (await usage(twin, system=[LONG]))[2] == 2000
        now = 898.0
        assert (await usage(twin, system=[LONG]))[2] == 0


async def test_an_hour_is_counted_apart() -> None:
    hour = text("x" * 8000, cache_control=MARK | {"ttl": "1h"})
    async with MessagesTwin() as twin:
        response = await post(twin, body(system=[hour], messages=[TURN_5]))
    assert response.json["usage"]["cache_creation"] == {
        "ephemeral_5m_input_tokens": 5,
        "ephemeral_1h_input_tokens": 2000,
    }


async def test_a_prefix_more_than_twenty_blocks_back_is_not_found() -> None:
    plain, marked = text("x" * 8000), text("z", cache_control=MARK)
    many = [text(f"block {number}") for number in range(20)]
    async with MessagesTwin() as twin:
        await usage(twin, system=[LONG])
        far = await usage(twin, system=[plain], messages=[user(*many, marked)])
        near = await usage(twin, system=[plain], messages=[user(*many[:19], marked)])
    assert far[2] == 0
    assert near[2] == 2000


async def test_a_mark_on_the_request_falls_on_its_last_block() -> None:
    async with MessagesTwin() as twin:
        await post(twin, body(cache_control=MARK))
        assert twin.requests[-1].cache_breakpoints == ["messages.0.content.0"]


async def test_chinese_counts_a_token_per_character() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=says("你好"))
        response = await post(twin, body(messages=[user(text("我喜欢短答案"))]))
    assert response.json["usage"]["input_tokens"] == 9
    assert response.json["usage"]["output_tokens"] == 3


async def test_a_script_may_say_what_was_used() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=says("Hi", usage={"output_tokens": 77}))
        response = await post(twin, body())
    assert response.json["usage"]["output_tokens"] == 77
