"""A model of shaped answers that gives what a test wrote down."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from memory_core import salvage, tokens
from memory_core.errors import BadOutput, ModelError
from memory_core.model import JsonAnswer, JsonRequest, Usage
from memory_core.testing.models import Gate

T = TypeVar("T")
JsonPart = object
"""An exception is raised, a gate or an event is waited for; a string is text as a model writes it,
anything else the value it would mean."""


class ScriptedJsonModel:
    """A JsonModel with answers written in advance, given in order and then made ``by`` a function.

    ``ScriptedJsonModel({"facts": []}, "```json ...", AnswerCut("cut"), (gate, {"facts": []}))``:
    a tuple is played in order and its last part is the answer. Every request is kept in
    ``requests``. Nothing is repaired: what ``parse`` refuses is BadOutput at once. Asking for
    more than the script holds fails the test.
    """

    def __init__(
        self, *answers: JsonPart, by: Callable[[JsonRequest[Any]], JsonPart] | None = None
    ) -> None:
        self.requests: list[JsonRequest[Any]] = []
        self._answers = list(answers)
        self._by = by

    async def ask(self, request: JsonRequest[T]) -> JsonAnswer[T]:
        """Play the next answer."""
        self.requests.append(request)
        answer = self._next(request)
        *before, last = answer if isinstance(answer, tuple) else (answer,)
        usage = Usage(input_tokens=tokens.estimate(request.instructions + request.text))
        try:
            for part in before:
                await _play(part)
            return _answered(request, last, usage)
        except ModelError as error:
            error.usage = error.usage or usage
            raise

    def _next(self, request: JsonRequest[Any]) -> JsonPart:
        if self._answers:
            return self._answers.pop(0)
        if self._by is not None:
            return self._by(request)
        raise AssertionError(f"no answer was written for {request.text!r}")


async def _play(part: JsonPart) -> None:
    match part:
        case Gate():
            await part.arrive()
        case asyncio.Event():
            await part.wait()
        case Exception():
            raise part


def _answered(request: JsonRequest[T], said: JsonPart, usage: Usage) -> JsonAnswer[T]:
    """Return the answer. Raises BadOutput for one that does not fit."""
    if isinstance(said, Exception):
        raise said
    try:
        value, partial = _meant(request, said)
    except ValueError as error:
        raise BadOutput(str(error)) from error
    model = request.model or "scripted"
    return JsonAnswer(value=value, model=model, usage=usage, partial=partial)


def _meant(request: JsonRequest[T], said: JsonPart) -> tuple[T, bool]:
    if not isinstance(said, str):
        return request.parse(said), False
    key = salvage.list_key_of(request.schema)
    try:
        return salvage.fit([said], request.parse, list_key=key), False
    except ValueError:
        if not request.partial:
            raise
        return salvage.fit([said], request.parse, list_key=key, whole=False), True
