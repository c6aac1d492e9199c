"""What an answer or a refusal tells of a server."""

import anthropic
import httpx2
import pytest

from bot.llm.anthropic_faults import translated
from bot.llm.json_bodies import Way
from bot.llm.json_stream import Heard
from bot.llm.json_ways import KnownWays, may_reject_feature, was_ignored
from memory_core.errors import ModelError


def heard(text: str = "", *, called: bool = False, stop: str | None = "end_turn") -> Heard:
    answer = Heard(model="m", stop=stop)
    answer.words[0].append(text)
    if called:
        answer.arguments[1].append("{}")
    return answer


def refused(status: int, message: str) -> ModelError:
    """What the server's answer becomes, as the calls see it."""
    request = httpx2.Request("POST", "http://127.0.0.1/v1/messages")
    response = httpx2.Response(status, request=request)
    of_status = {
        400: anthropic.BadRequestError,
        404: anthropic.NotFoundError,
        422: anthropic.UnprocessableEntityError,
        500: anthropic.InternalServerError,
    }
    cause = of_status[status](message, response=response, body=None)
    error = translated(cause)
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("way", "answer", "ignored"),
    [
        ("native", heard('{"a": 1}'), False),
        ("native", heard(' {"a": 1}\n'), False),
        ("native", heard("```json\n{}\n```"), True),
        ("native", heard("[" * 5_000), True),
        ("native", heard("It is", stop="max_tokens"), False),
        ("native", heard("I will not", stop="refusal"), False),
        ("native", heard(" "), False),
        ("tool", heard(called=True, stop="tool_use"), False),
        ("tool", heard('Calling: {"name": "x", "arguments": {}}'), False),
        ("tool", heard("Gladly!"), True),
        ("text", heard("Gladly!"), False),
    ],
)
def test_an_answer_shows_whether_the_way_was_ignored(
    way: Way, answer: Heard, ignored: bool
) -> None:
    assert was_ignored(way, answer) is ignored


@pytest.mark.parametrize(
    ("status", "message", "may"),
    [
        (400, "output_config: Extra inputs are not permitted", True),
        (400, "something else", True),
        (422, "body.tool_choice: unknown field", True),
        (500, "tools param requires --jinja flag", True),
        (500, "Internal server error", False),
        (400, "prompt is too long: 9 tokens > 8 maximum", False),
        (404, "model: none", False),
    ],
)
def test_a_refusal_may_be_about_the_way_of_asking(status: int, message: str, may: bool) -> None:
    assert may_reject_feature(refused(status, message)) is may


def test_an_error_without_a_cause_is_not_about_the_way() -> None:
    assert not may_reject_feature(ModelError("no"))


def test_there_is_no_way_back() -> None:
    ways = KnownWays()
    ways.learn("a", "tool", heard(called=True))
    ways.learn("a", "native", heard('{"a": 1}'))
    assert ways.left("a") == ("tool", "text")
    ways.learn("a", "tool", heard("Gladly!"))
    assert ways.left("a") == ("text",)
    assert ways.left("b") == ("native", "tool", "text")
