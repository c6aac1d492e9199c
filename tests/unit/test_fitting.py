from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory_core import fitting, history, prompt
from memory_core.model import Message, Prompt, Seq, Summary, ToolCall, ToolRound
from memory_core.testing.clock import START
from tests.unit.strategies import conversations, message

TEXT = "Decisions and conclusions:\n- blue"
SUMMARY = Summary(
    version=1,
    text=TEXT,
    dimensions="{}",
    covers_seq=Seq(0),
    messages=1,
    tokens=prompt.summary_cost(TEXT),
    tokens_before=900,
    made_at=START,
)


@given(conversations, st.integers(0, 300))
def test_the_history_goes_first_and_the_summary_last(talk: list[Message], budget: int) -> None:
    fitted = fitting.fit(tuple(talk), SUMMARY, budget)
    assert fitted.cost <= budget
    assert (fitted.summary is None) is (SUMMARY.tokens > budget)


def test_tool_rounds_push_out_the_history_and_then_the_summary() -> None:
    call = ToolCall(id="1", name="find", arguments="{}", result="x" * 400)
    asked = Prompt(
        system="rules",
        summary=prompt.summary_block(TEXT),
        history=(message("before"),),
        question="now?",
        rounds=(ToolRound(calls=(call,)),),
    )
    whole = prompt.total_cost(asked)
    assert history.within(asked, whole) == asked
    without_history = replace(asked, history=())
    assert history.within(asked, whole - 1) == without_history
    assert history.within(asked, prompt.total_cost(without_history)) == without_history
    least = history.within(asked, prompt.total_cost(without_history) - 1)
    assert least.summary is None
