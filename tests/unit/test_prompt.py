from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory_core import prompt, tokens
from memory_core.model import (
    Agent,
    AgentId,
    ChatKey,
    MemoryContext,
    Message,
    ToolCall,
    ToolRound,
    Turn,
    TurnId,
    UserId,
)
from memory_core.testing import seen
from tests.unit.strategies import conversations, message, messages, texts

AGENT = Agent(id=AgentId("dba"), name="DBA", prompt="You know databases.", model="small")


def turn(text: str = "what now?", speaker: str | None = None) -> Turn:
    return Turn(
        id=TurnId("t"),
        chat=ChatKey("telegram:1"),
        user_id=UserId("telegram:1"),
        agent=AGENT,
        text=text,
        speaker=speaker,
    )


@given(messages)
def test_the_cost_of_a_message_is_an_upper_bound_of_what_is_read(stored: Message) -> None:
    alone = prompt.build(turn(), MemoryContext(history=(stored,)))
    without = prompt.build(turn(), MemoryContext())
    assert prompt.total_cost(alone) - prompt.total_cost(without) <= prompt.cost(stored)


@given(texts, st.sampled_from([None, "Anna", "小明 2"]))
def test_the_fixed_cost_is_that_of_a_prompt_without_history(
    text: str, speaker: str | None
) -> None:
    asked = turn(text, speaker)
    assert prompt.total_cost(prompt.build(asked, MemoryContext())) == prompt.fixed_cost(asked)


@given(conversations)
def test_the_whole_prompt_is_within_the_sum_of_its_parts(talk: list[Message]) -> None:
    whole = prompt.build(turn(), MemoryContext(history=tuple(talk)))
    parts = prompt.fixed_cost(turn()) + sum(map(prompt.cost, talk))
    assert prompt.total_cost(whole) <= parts


def test_tool_rounds_are_counted_and_read() -> None:
    call = ToolCall(id="1", name="run_sql", arguments='{"sql": "select 1"}', result="one row")
    rounds = (ToolRound(text="Looking.", calls=(call,)),)
    spoken = message("Done.", role="assistant")._replace(
        rounds=rounds,
        tokens=tokens.of_message("Done.", rounds),
    )
    whole = prompt.build(turn(), MemoryContext(history=(spoken,)))
    assert prompt.total_cost(whole) == prompt.fixed_cost(turn()) + prompt.cost(spoken)
    assert all(text in seen(whole) for text in ("Looking.", "run_sql", "select 1", "one row"))


def test_a_speaker_is_named_before_the_words() -> None:
    said = message("hello", speaker="Anna")
    whole = prompt.build(turn("hi", "小明 2"), MemoryContext(history=(said,)))
    assert [part.text for part in prompt.messages(whole)] == ['"Anna": hello', '"小明 2": hi']


def test_half_an_answer_is_marked_and_costs_its_mark() -> None:
    half = message("the first part", role="assistant", state="interrupted")
    whole = message("the first part", role="assistant")
    read = prompt.messages(prompt.build(turn(), MemoryContext(history=(half, whole))))
    assert [part.text for part in read[:2]] == [
        "the first part\n[interrupted]",
        "the first part",
    ]
    assert prompt.cost(half) > prompt.cost(whole)


def test_rules_come_first_then_the_agents_own_text() -> None:
    system = prompt.system(AGENT)
    assert system.endswith("\n\nYou know databases.")
    assert system.startswith(prompt.system(replace(AGENT, prompt="")))
    assert prompt.system(replace(AGENT, prompt=" \n")) == prompt.system(replace(AGENT, prompt=""))


@given(conversations, texts, texts)
def test_stable_parts_come_first_and_do_not_depend_on_the_question(
    talk: list[Message], one: str, two: str
) -> None:
    context = MemoryContext(history=tuple(talk))
    first, second = (prompt.build(turn(text), context) for text in (one, two))
    assert first.system == second.system
    assert prompt.messages(first)[:-1] == prompt.messages(second)[:-1]
    assert prompt.messages(first)[-1].text == one


def test_a_prompt_carries_model_language_and_whether_it_is_the_first() -> None:
    built = prompt.build(replace(turn(), language="zh"), MemoryContext(first=False))
    assert (built.model, built.language, built.first) == ("small", "zh", False)
