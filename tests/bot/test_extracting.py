"""Summaries of the offline model: telling sentences, in their dimensions, within bounds."""

import pytest

from bot.llm.offline import answers
from bot.llm.offline.extracting import ExtractiveSummarizer
from memory_core import dimensions, prompt, tokens
from memory_core.dimensions import EMPTY, Dimensions
from memory_core.model import Message, Prompt, ToolCall, ToolRound
from memory_core.policy import DEFAULT
from memory_core.summarizing import Part
from tests.unit.strategies import message


async def extract(
    *talk: Message, former: Dimensions = EMPTY, focus: str = "", filler: int = 40
) -> Dimensions:
    """Summarise a talk among so much small talk that the sentences have room."""
    padding = tuple(message("ok", role="assistant")._replace(tokens=50) for _ in range(filler))
    part = Part(messages=(*talk, *padding), room=10**6)
    return (await ExtractiveSummarizer(DEFAULT).fold(former, part, focus)).dimensions


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("We decided to use PostgreSQL for billing.", "decisions"),
        ("我们决定用 PostgreSQL 做账单。", "decisions"),
        ("I created the table order_items.", "objects"),
        ("我新建了订单明细表。", "objects"),
        ("I added a column region to the orders table.", "schema_changes"),
        ("订单表加了一个地区字段。", "schema_changes"),
        ("I inserted 200 rows into customers.", "data_operations"),
        ("昨天导入了两万条客户记录。", "data_operations"),
        ("The import failed with a timeout on host db7.", "errors_and_fixes"),
        ("导入报错了,超时。", "errors_and_fixes"),
        ("I have to send the report to Maria by Friday.", "todos"),
        ("周五之前还要给老王发报表。", "todos"),
        ("I prefer short answers.", "preferences"),
        ("我喜欢简短的回答。", "preferences"),
        ("My server is called zebra7.", "other_context"),
        ("我的服务器叫斑马七号。", "other_context"),
        ("How many orders were there in March?", "requests"),
        ("三月份有多少订单?", "requests"),
    ],
)
async def test_a_sentence_goes_where_its_words_belong(said: str, key: str) -> None:
    found = await extract(message(said))
    assert {k: items for k, items in found.items() if items} == {key: (said,)}


async def test_small_talk_is_left_out() -> None:
    found = await extract(message("hello"), message("thanks!"), message("好的"), message("ok"))
    assert not any(found.values())


async def test_only_the_telling_sentences_of_a_message_are_taken() -> None:
    found = await extract(message("Hi! My server is called zebra7. Thanks!"))
    assert found["other_context"] == ("My server is called zebra7.",)


async def test_a_sentence_said_again_is_kept_once() -> None:
    told = message("My server is called zebra7.")
    first = await extract(told)
    assert await extract(told, told, former=first) == first


async def test_tool_calls_are_noted_with_their_results() -> None:
    call = ToolCall(id="1", name="count", arguments='{"table": "orders"}', result="7\nrows")
    counted = message("done", role="assistant")._replace(rounds=(ToolRound(calls=(call,)),))
    assert (await extract(counted))["tool_calls"] == ('count {"table": "orders"}: 7 rows',)


async def test_people_of_a_group_and_the_bot_are_told_apart() -> None:
    said = message("I prefer tea.", speaker="Anna")
    found = await extract(
        said, message("The import failed on db7 with error 12.", role="assistant")
    )
    assert found["preferences"] == ('"Anna": I prefer tea.',)
    assert found["errors_and_fixes"] == ('"bot": The import failed on db7 with error 12.',)


async def test_when_room_is_scarce_the_telling_and_the_wished_stay() -> None:
    chatter = [
        message(f"It rained on {chr(97 + n % 26) * (n // 26 + 3)} again") for n in range(400)
    ]
    zebra, fruit = message("My server is called zebra7."), message("It is a papaya kind of day")
    found = await extract(zebra, fruit, *chatter, focus="papaya")
    text = dimensions.render(found)
    assert tokens.estimate(text) <= DEFAULT.summary_tokens + 50
    assert "zebra7" in text
    assert "papaya" in text


async def test_what_is_said_over_and_over_gives_way_to_facts() -> None:
    refrain = [
        message(f"Report number {n} of region {n} was read in the office") for n in range(99)
    ]
    facts = [message("My server is called zebra7."), message("My sister lives in Porto.")]
    first = await extract(*facts, *refrain[:50])
    again = await extract(*refrain[50:], former=first)
    assert [fact for fact in again["other_context"] if fact.startswith("My")] == [
        "My server is called zebra7.",
        "My sister lives in Porto.",
    ]


async def test_what_a_summary_quotes_can_still_be_asked_for() -> None:
    found = await extract(message("My server is called zebra7."), message("My cat is Tom."))
    block = prompt.summary_block(dimensions.render(found), extractive=True)
    asked = Prompt(system="", summary=block, question="What is my server called?", first=False)
    assert "zebra7" in answers.reply(asked)


async def test_words_of_a_model_are_not_quoted_as_words_of_a_person() -> None:
    block = prompt.summary_block("Other context:\n- My server is called zebra7.")
    asked = Prompt(system="", summary=block, question="What is my server called?", first=False)
    assert "zebra7" not in answers.reply(asked)
