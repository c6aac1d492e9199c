"""Answers by the Anthropic Messages API, or any server that speaks it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any

from anthropic import AsyncAnthropic
from anthropic.lib.streaming import AsyncMessageStream
from anthropic.types import Message

from bot.llm import anthropic_messages
from bot.llm.anthropic_faults import EXPECTED, translated
from bot.llm.endpoint import Endpoint
from memory_core.errors import (
    AnswerCut,
    AnswerInterrupted,
    ContextOverflow,
    ModelError,
    ModelTimedOut,
    Refused,
)
from memory_core.model import ModelAnswer, Prompt, ToolRequest, Usage
from memory_core.ports import OnText

_MOST_PAUSES = 3
"""How often a long turn that the server paused is taken up again."""


class AnthropicModel:
    """A ChatModel over one client and one endpoint."""

    def __init__(
        self,
        client: AsyncAnthropic,
        endpoint: Endpoint,
        *,
        model: str,
        max_tokens: int,
        first_token_timeout_s: float,
    ) -> None:
        self._client, self._endpoint = client, endpoint
        self._model, self._max_tokens = model, max_tokens
        self._first_token_timeout_s = first_token_timeout_s

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        """Stream the answer to ``prompt``; tried again only while nothing was heard."""
        body = anthropic_messages.request(
            prompt, model=prompt.model or self._model, max_tokens=self._max_tokens
        )
        heard = False

        async def hear(piece: str) -> None:
            nonlocal heard
            heard = True
            await on_text(piece)

        return await self._endpoint.call(lambda: self._attempt(body, hear), lambda: heard)

    async def _attempt(self, body: dict[str, Any], on_text: OnText) -> ModelAnswer:
        """Stream until the model has finished, resuming turns that the server paused."""
        usage, messages = Usage(), body["messages"]
        for _ in range(_MOST_PAUSES):
            final = await self._stream(body | {"messages": messages}, on_text)
            usage += _usage(final)
            if final.stop_reason != "pause_turn":
                return _answer(final, usage)
            said = [block.model_dump(exclude_none=True) for block in final.content]
            messages = [*messages, {"role": "assistant", "content": said}]
        raise AnswerInterrupted("the server paused the turn too often")

    async def _stream(self, body: dict[str, Any], on_text: OnText) -> Message:
        """Hand on each piece of text and return the final message."""
        event: str | Message = ""
        try:
            async with asyncio.timeout(self._first_token_timeout_s) as first_token:
                async with aclosing(_events(self._client, body)) as events:
                    async for event in events:
                        first_token.reschedule(None)
                        if isinstance(event, str):
                            await on_text(event)
        except TimeoutError as error:
            raise ModelTimedOut("no first token in time") from error
        assert isinstance(event, Message)  # noqa: S101 - _events ends with it or raises
        return event


async def _events(client: AsyncAnthropic, body: dict[str, Any]) -> AsyncGenerator[str | Message]:
    """Yield pieces of text, then the final message; whatever goes wrong is a ModelError."""
    stream: AsyncMessageStream[Any] | None = None
    try:
        async with client.messages.stream(**body) as stream:
            async for event in stream:
                if event.type == "text":
                    yield event.text
            final: Message = await stream.get_final_message()
    except EXPECTED as error:
        raise _with_usage(translated(error), stream) from error
    yield final


def _with_usage(error: ModelError, stream: AsyncMessageStream[Any] | None) -> ModelError:
    """Note what a broken answer has cost, if it began."""
    with suppress(AssertionError):
        if stream is not None:
            error.usage = _usage(stream.current_message_snapshot)
    return error


def _answer(final: Message, usage: Usage) -> ModelAnswer:
    """Return the finished answer. Raises ModelError for one that is none."""
    error: ModelError | None = None
    match final.stop_reason:
        case None:
            error = AnswerInterrupted("the stream ended early")
        case "max_tokens":
            error = AnswerCut(f"{final.usage.output_tokens} tokens")
        case "refusal":
            error = Refused("the model declined")
        case "model_context_window_exceeded":
            error = ContextOverflow("the context window is full")
        case _:
            return ModelAnswer(model=final.model, usage=usage, requests=_requests(final))
    error.usage = usage
    raise error


def _requests(final: Message) -> tuple[ToolRequest, ...]:
    return tuple(
        ToolRequest(
            id=block.id, name=block.name, arguments=json.dumps(block.input, ensure_ascii=False)
        )
        for block in final.content
        if block.type == "tool_use"
    )


def _usage(message: Message) -> Usage:
    reported = message.usage
    return Usage(
        input_tokens=reported.input_tokens,
        cache_creation_tokens=reported.cache_creation_input_tokens or 0,
        cache_read_tokens=reported.cache_read_input_tokens or 0,
        output_tokens=reported.output_tokens,
    )
