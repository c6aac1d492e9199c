"""History with tool calls, cut anywhere and stored by anybody: the server takes every request."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.llm.anthropic_messages import request
from memory_core import history
from memory_core.model import Message, Prompt, ToolCall, ToolRound, TurnId
from memory_core.policy import DEFAULT
from memory_core.prompt import cost
from tests.bot import makers
from tests.bot.model_talks import Talk, talking
from tests.bot.model_tools import Query
from tests.peers.anthropic import MessagesTwin, calls, said
from tests.peers.anthropic.check_request import Strictness, check_request

AS_STRICT_AS_CAN_BE = Strictness(alternation=True, resumes=lambda _: False)
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
IDS = st.sampled_from(["toolu_1", "toolu_2", "call:0", ""]) | st.text(max_size=5)
JSON = st.sampled_from(['{"sql": "SELECT 1"}', "{}", "[]", "3", '{"x": Infinity}', "{", ""])
CALLS = st.builds(
    ToolCall, id=IDS, name=st.sampled_from(["query", "a.b", ""]), arguments=JSON, result=WORDS
)
ROUNDS = st.builds(ToolRound, text=WORDS, calls=st.lists(CALLS, min_size=1, max_size=3).map(tuple))
TURNS = st.tuples(WORDS, st.lists(ROUNDS, max_size=2), WORDS, st.booleans())


def conversation(turns: list[tuple[str, list[ToolRound], str, bool]]) -> list[Message]:
    """Return what storage would hold: answers may be missing or broken off."""
    rows: list[Message] = []
    for number, (question, rounds, answer, whole) in enumerate(turns):
        turn = TurnId(f"turn {number}")
        rows.append(makers.message(question or "?", len(rows) + 1)._replace(turn_id=turn))
        if rounds or answer.strip():
            said = makers.message(answer, len(rows) + 1, role="assistant")
            state: Any = "complete" if whole and answer.strip() else "interrupted"
            rows.append(said._replace(turn_id=turn, rounds=tuple(rounds), state=state))
    return rows


@given(st.lists(TURNS, max_size=4), st.lists(ROUNDS, max_size=2))
def test_every_cut_of_a_history_is_a_request_the_server_takes(
    turns: list[tuple[str, list[ToolRound], str, bool]], running: list[ToolRound]
) -> None:
    rows = conversation(turns)
    cuts = [tuple(rows[index:]) for index in range(len(rows) + 1)]
    fitted = [history.fit(rows, sum(map(cost, rows[index:]))) for index in range(len(rows) + 1)]
    prompts = [
        Prompt(system="s", question="now?", history=kept, rounds=tuple(running))
        for kept in (*cuts, *fitted)
    ]
    for prompt in prompts:
        body = json.loads(json.dumps(request(prompt, model="m", max_tokens=10)))
        check_request(body, AS_STRICT_AS_CAN_BE)


async def test_a_stored_conversation_with_tools_is_taken_at_any_size_of_the_window(
    tmp_path: Path,
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin, tools=[Query()]) as talk:
        for number in range(4):
            twin.once(said(f"count {number}"), reply=calls("query", {"sql": "x" * 50 * number}))
            await talk.ask(f"count {number}")
        for window in range(200, 900, 50):
            smaller = Talk(talk.storage, talk.to, replace(DEFAULT, context_window=window))
            assert (await smaller.ask("and?")).outcome == "answered"
    assert not twin.refusals
    sizes = {len(asked.messages) for asked in twin.requests}
    assert len(sizes) > 5
