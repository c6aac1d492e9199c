"""Which ways of asking for JSON work with which model; learned from refusals and answers."""

import anthropic
import httpx2

from bot.llm.json_bodies import WAYS, Way
from bot.llm.json_stream import Heard
from memory_core import salvage
from memory_core.errors import ContextOverflow, ModelError

_FEATURE_WORDS = ("grammar", "jinja", "output_config", "schema", "not supported", "tool")


class KnownWays:
    """The ways not yet ruled out, per model. What is ruled out stays so: no way back."""

    def __init__(self) -> None:
        self._first: dict[str, int] = {}

    def left(self, model: str) -> tuple[Way, ...]:
        """Return the ways to try, best first; never empty."""
        return WAYS[self._first.get(model, 0) :]

    def learn(self, model: str, way: Way, heard: Heard) -> None:
        """Rule out the ways before one that got an answer, and that one if it was ignored."""
        first = WAYS.index(way) + was_ignored(way, heard)
        self._first[model] = max(first, self._first.get(model, 0))


def was_ignored(way: Way, heard: Heard) -> bool:
    """Whether a finished answer shows that the server did not do what it was told.

    Where it enforces a schema there is nothing but the value; a forced tool is called, or its
    arguments come as text.
    """
    if heard.stop not in {"end_turn", "tool_use", "stop_sequence"} or not heard.said:
        return False
    match way:
        case "native":
            return not salvage.is_bare(heard.text)
        case "tool":
            return not heard.calls and not any(salvage.values(heard.text))
        case "text":
            return False


def may_reject_feature(error: ModelError) -> bool:
    """Whether a server may have said no to the way of asking rather than to the question.

    Servers word it in many ways, so any bad request counts: the next way shows whether it was.
    """
    cause = error.__cause__
    if isinstance(error, ContextOverflow) or not isinstance(cause, anthropic.APIStatusError):
        return False
    if cause.status_code in {httpx2.codes.BAD_REQUEST, httpx2.codes.UNPROCESSABLE_CONTENT}:
        return True
    words = str(cause).lower()
    return cause.status_code >= httpx2.codes.INTERNAL_SERVER_ERROR and any(
        word in words for word in _FEATURE_WORDS
    )
