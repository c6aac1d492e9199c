"""Answers of a shape from the Messages API, or from servers that speak only part of it.

A server may enforce a schema, or only know tools, or neither: what works is found out by asking.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from anthropic import AsyncAnthropic

from bot.llm import json_bodies
from bot.llm.endpoint import Endpoint
from bot.llm.json_bodies import WAYS, Body, Way
from bot.llm.json_stream import Heard, listen
from bot.llm.json_ways import KnownWays, may_reject_feature
from memory_core import salvage
from memory_core.errors import (
    AnswerCut,
    BadOutput,
    ContextOverflow,
    EmptyAnswer,
    ModelError,
    ModelTimedOut,
    Refused,
)
from memory_core.model import JsonAnswer, JsonRequest, Usage

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Repair:
    """What the model said before, and why that will not do."""

    said: str
    complaint: str


class JsonCalls:
    """A JsonModel over one client and one endpoint, which share their breaker with chat.

    Make one per endpoint: it remembers what works there. ``answer_timeout_s`` is for one request,
    ``timeout_s`` for a question with all that it takes.
    """

    def __init__(
        self,
        client: AsyncAnthropic,
        endpoint: Endpoint,
        *,
        model: str,
        answer_timeout_s: float,
        timeout_s: float,
    ) -> None:
        self._client, self._endpoint, self._model = client, endpoint, model
        self._answer_timeout_s, self._timeout_s = answer_timeout_s, timeout_s
        self._ways = KnownWays()

    async def ask(self, request: JsonRequest[T]) -> JsonAnswer[T]:
        """Ask, and once more with the complaint when the answer does not fit."""
        tries: list[Heard] = []
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._ask(request, tries)
        except TimeoutError as error:
            late = ModelTimedOut(f"no answer within {self._timeout_s:g} s")
            late.usage = _spent(tries)
            raise late from error
        except ModelError as error:
            error.usage = _spent(tries)
            raise

    async def _ask(self, request: JsonRequest[T], tries: list[Heard]) -> JsonAnswer[T]:
        heard = [await self._hear(request, tries)]
        outcome = _outcome(request, heard[0])
        if isinstance(outcome, BadOutput):
            repair = _Repair(said=heard[0].said, complaint=str(outcome))
            heard = [await self._hear(request, tries, repair), *heard]
            outcome = _outcome(request, heard[0])
        if isinstance(outcome, ModelError) and request.partial:
            outcome = _rest(request, heard, outcome)
        if isinstance(outcome, ModelError):
            raise outcome
        value, whole = outcome
        model = self._model_of(request)
        return JsonAnswer(value=value, model=model, usage=_spent(tries), partial=not whole)

    async def _hear(
        self, request: JsonRequest[Any], tries: list[Heard], repair: _Repair | None = None
    ) -> Heard:
        """Return an answer to the best way of asking that the server takes."""
        model = self._model_of(request)
        for way in self._ways.left(model):
            body = json_bodies.body(request, model, way)
            if repair:
                body = json_bodies.repairing(body, repair.said, repair.complaint)
            heard = await self._endpoint.call(partial(self._listen, body, way, tries))
            if heard:
                self._ways.learn(model, way, heard)
                return _proper(heard)
        raise AssertionError("the last way is answered or raises")

    async def _listen(self, body: Body, way: Way, tries: list[Heard]) -> Heard | None:
        """Return the answer, None when the server may take the question asked another way."""
        heard = Heard()
        tries.append(heard)
        try:
            await listen(self._client, body, heard, self._answer_timeout_s)
        except ModelError as error:
            if way != WAYS[-1] and may_reject_feature(error):
                return None
            raise
        return heard

    def _model_of(self, request: JsonRequest[Any]) -> str:
        return request.model or self._model


def _proper(heard: Heard) -> Heard:
    """Return an answer that has something in it. Raises ModelError for any other."""
    match heard.stop:
        case "refusal":
            raise Refused("the model declined")
        case "model_context_window_exceeded":
            raise ContextOverflow("the context window is full")
        case "max_tokens":
            return heard
    if not heard.said:
        raise EmptyAnswer("nothing was said")
    return heard


def _outcome(request: JsonRequest[T], heard: Heard) -> tuple[T, bool] | ModelError:
    """Return the value and that it is whole, or why there is none."""
    if heard.stop == "max_tokens":
        return AnswerCut(f"{heard.usage.output_tokens} tokens")
    try:
        return _fit(request, heard, whole=True), True
    except ValueError as error:
        return BadOutput(str(error))


def _rest(
    request: JsonRequest[T], heard: list[Heard], trouble: ModelError
) -> tuple[T, bool] | ModelError:
    """Return what is complete of the newest answer that has anything, or the trouble."""
    for each in heard:
        try:
            return _fit(request, each, whole=False), False
        except ValueError:
            continue
    return trouble


def _fit(request: JsonRequest[T], heard: Heard, *, whole: bool) -> T:
    key = salvage.list_key_of(request.schema)
    return salvage.fit((*heard.calls, heard.text), request.parse, list_key=key, whole=whole)


def _spent(tries: list[Heard]) -> Usage:
    return sum((heard.usage for heard in tries), Usage())
