"""Everything that goes wrong with a model, up to what the person reads and what is kept."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from bot import texts
from memory_core import errors
from memory_core.model import Language, MessageState, Outcome
from tests.bot.model_talks import talking
from tests.peers.anthropic import Fault, FaultName, MessagesTwin, says

REPLY = says("one ", "two ", "three")
SILENT = ("hang_before_headers", "stall_mid_stream")
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A fault, how often the server is asked, and what becomes of question and answer."""

    fault: FaultName
    error: type[errors.ModelError] | None
    requests: int = 1
    text: str = ""
    outcome: Outcome = "failed"


def broken_off(fault: FaultName, error: type[errors.ModelError], text: str = "one two") -> Case:
    return Case(fault=fault, error=error, text=text, outcome="interrupted")


CASES = [
    Case(fault="rate_limited", error=errors.RateLimited),
    Case(fault="overloaded_529", error=errors.ModelUnavailable, requests=3),
    Case(fault="server_error_500", error=errors.ModelUnavailable, requests=3),
    Case(fault="unavailable_503_html", error=errors.ModelUnavailable, requests=3),
    Case(fault="prompt_too_long", error=errors.ContextOverflow, requests=2),
    Case(fault="llama_exceed_context", error=errors.ContextOverflow, requests=2),
    Case(fault="unauthorized_401", error=errors.ModelMisconfigured),
    Case(fault="forbidden_403", error=errors.ModelMisconfigured),
    Case(fault="model_not_found_404", error=errors.ModelMisconfigured),
    Case(fault="closed_before_headers", error=errors.ModelUnavailable, requests=3),
    Case(fault="hang_before_headers", error=errors.ModelTimedOut),
    broken_off("stall_mid_stream", errors.AnswerInterrupted),
    broken_off("cut_mid_stream", errors.AnswerInterrupted),
    broken_off("closed_mid_stream", errors.AnswerInterrupted),
    broken_off("clean_end_without_message_stop", errors.AnswerInterrupted),
    broken_off("sse_error_event", errors.ModelUnavailable),
    broken_off("malformed_sse", errors.BadOutput),
    Case(fault="malformed_json", error=errors.BadOutput, requests=3),
    Case(fault="html_200", error=errors.BadOutput, requests=3),
    Case(fault="missing_event_lines", error=errors.BadOutput, requests=3),
    Case(fault="refusal", error=errors.Refused),
    broken_off("max_tokens", errors.AnswerCut),
    broken_off("model_context_window_exceeded", errors.ContextOverflow),
    Case(fault="empty_text", error=errors.EmptyAnswer),
    Case(fault="tool_call_with_invalid_json", error=errors.BadOutput, requests=3),
]


def test_no_fault_is_left_out() -> None:
    told_elsewhere = {"pause_turn"}
    assert {case.fault for case in CASES} | told_elsewhere == set(get_args(FaultName))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fault)
async def test_a_fault_ends_the_turn_with_a_sentence_and_the_next_message_works(
    tmp_path: Path, case: Case
) -> None:
    read_s = 0.1 if case.fault in SILENT else 10
    async with MessagesTwin() as twin, talking(tmp_path, twin, read_s=read_s) as talk:
        twin.on(reply=REPLY, fault=case.fault, times=case.requests)
        twin.on(reply="All is well.")
        reply = await talk.ask("hello?")
        assert (reply.outcome, reply.text) == (case.outcome, case.text)
        assert type(reply.error) is case.error
        assert len(twin.requests) == case.requests
        assert [(row.content, row.state) for row in await talk.rows()] == _kept(case)
        for language in LANGUAGES:
            _check_sentence(texts.explain(reply.error, texts.of(language)), language)
        assert (await talk.ask("and now?")).text == "All is well."
        assert not twin.refusals


def _kept(case: Case) -> list[tuple[str, MessageState]]:
    if not case.text:
        return [("hello?", "unanswered")]
    return [("hello?", "complete"), (case.text, "interrupted")]


def _check_sentence(sentence: str, language: Language) -> None:
    """It is written in its language, and says what to do in a second part."""
    assert bool(re.match("[\u4e00-\u9fff]", sentence)) == (language == "zh")
    assert len(re.findall("[.。！？?]", sentence)) >= 2
    assert "error" not in sentence.lower()


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("overloaded_error", errors.ModelUnavailable),
        ("api_error", errors.ModelUnavailable),
        ("timeout_error", errors.ModelUnavailable),
        ("rate_limit_error", errors.RateLimited),
        ("authentication_error", errors.ModelMisconfigured),
        ("invalid_request_error", errors.ModelMisconfigured),
    ],
)
async def test_an_error_within_a_stream_is_told_by_its_type(
    tmp_path: Path, kind: str, error: type[errors.ModelError]
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        twin.on(reply=REPLY, fault=Fault(name="sse_error_event", error_type=kind))
        reply = await talk.ask("hello?")
    assert type(reply.error) is error
    assert reply.text == "one two"


async def test_a_prompt_that_is_too_long_is_fitted_harder_once(tmp_path: Path) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        for number in range(4):
            await talk.ask(f"{number} " + "long question " * 500)
        twin.once(fault="prompt_too_long")
        twin.on(reply="It fits.")
        assert (await talk.ask("and now?")).text == "It fits."
        tried, fitted = twin.requests[-2:]
    assert tried.last_user_text == fitted.last_user_text == "and now?"
    assert len(tried.messages) >= len(fitted.messages)


async def test_a_paused_turn_is_sent_back_until_it_is_whole(tmp_path: Path) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        twin.on(reply=says("Wait ", "for it"), fault="pause_turn", times=2)
        twin.on(reply=says("... done."))
        reply = await talk.ask("search")
    assert (reply.outcome, reply.text) == ("answered", "Wait fWait f... done.")
    assert [message["role"] for message in twin.requests[2].messages] == ["user", "assistant"]
    assert not twin.refusals


async def test_a_turn_paused_for_ever_is_given_up_with_what_was_said(tmp_path: Path) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        twin.on(reply=says("Wait."), fault="pause_turn")
        reply = await talk.ask("search")
    assert reply.outcome == "interrupted"
    assert isinstance(reply.error, errors.AnswerInterrupted)
    assert len(twin.requests) == 3
    assert not twin.refusals
