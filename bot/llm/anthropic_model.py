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
from memory_core.text import clean

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
        model = prompt.model or self._model
        body = anthropic_messages.request(prompt, model=model, max_tokens=self._max_tokens)
        call = _Call(self._client, body, on_text, self._first_token_timeout_s)
        try:
            final = await self._endpoint.call(call.attempt, lambda: call.heard, model=model)
        except ModelError as error:
            error.usage = call.usage
            raise
        return ModelAnswer(model=model, usage=call.usage, requests=_requests(final))


class _Call:
    """One prompt on its way: what was heard of the answer, and what all attempts have cost."""

    def __init__(
        self, client: AsyncAnthropic, body: dict[str, Any], on_text: OnText, first_token_s: float
    ) -> None:
        self.heard = False
        self.usage = Usage()
        self._client, self._body, self._on_text = client, body, on_text
        self._first_token_s = first_token_s

    async def attempt(self) -> Message:
        """Stream until the model has finished, resuming turns that the server paused."""
        said: list[dict[str, Any]] = []
        for _ in range(_MOST_PAUSES):
            final = await self._stream(said)
            if final.stop_reason != "pause_turn":
                return _whole(final)
            said += _repeated(final)
        raise AnswerInterrupted("the server paused the turn too often")

    async def _stream(self, said: list[dict[str, Any]]) -> Message:
        """Hand on each piece of text and return the final message."""
        event: str | Message = ""
        try:
            async with asyncio.timeout(self._first_token_s) as first_token:
                async with aclosing(self._events(said)) as events:
                    async for event in events:
                        first_token.reschedule(None)
                        if isinstance(event, str) and event:
                            self.heard = True
                            await self._on_text(event)
        except TimeoutError as error:
            if not first_token.expired():
                raise
            raise ModelTimedOut("no first token in time") from error
        assert isinstance(event, Message)  # noqa: S101 - the events end with it, or raise
        return event

    async def _events(self, said: list[dict[str, Any]]) -> AsyncGenerator[str | Message]:
        """Yield pieces of text ("" for other signs of life), then the final message.

        Whatever goes wrong is a ModelError.
        """
        messages = self._body["messages"] + ([_by_assistant(said)] if said else [])
        stream: AsyncMessageStream[Any] | None = None
        try:
            async with self._client.messages.stream(
                **self._body | {"messages": messages}
            ) as stream:
                async for event in stream:
                    if (piece := _piece(event)) is not None:
                        yield piece
                final: Message = await stream.get_final_message()
        except EXPECTED as error:
            raise translated(error, self._client.api_key) from error
        finally:
            self.usage += _usage(stream)
        yield final


def _piece(event: Any) -> str | None:
    """Return the text of an event, "" for another sign that the model works on its answer.

    Some servers send a block with all its text at once.
    """
    match event.type:
        case "text":
            return str(event.text)
        case "content_block_start" if event.content_block.type == "text":
            return str(event.content_block.text)
        case "content_block_start" | "content_block_delta":
            return ""
    return None


def _whole(final: Message) -> Message:
    """Return a finished answer. Raises ModelError for one that is none."""
    match final.stop_reason:
        case None:
            raise AnswerInterrupted("the stream ended early")
        case "max_tokens":
            raise AnswerCut(f"{final.usage.output_tokens} tokens")
        case "refusal":
            raise Refused("the model declined")
        case "model_context_window_exceeded":
            raise ContextOverflow("the context window is full")
    return final


def _requests(final: Message) -> tuple[ToolRequest, ...]:
    return tuple(
        ToolRequest(
            id=block.id,
            name=clean(block.name),
            arguments=clean(json.dumps(block.input, ensure_ascii=False)),
        )
        for block in final.content
        if block.type == "tool_use"
    )


def _repeated(paused: Message) -> list[dict[str, Any]]:
    """Return what a paused turn has said, as it is sent back; empty text is not taken."""
    blocks = (block.model_dump(exclude_none=True) for block in paused.content)
    return [block for block in blocks if block["type"] != "text" or block["text"].strip()]


def _by_assistant(blocks: list[dict[str, Any]]) -> dict[str, Any]:
    return {"role": "assistant", "content": blocks}


def _usage(stream: AsyncMessageStream[Any] | None) -> Usage:
    """Return what the server has counted, as far as the answer came."""
    with suppress(AssertionError, AttributeError):
        reported = stream.current_message_snapshot.usage if stream else None
        if reported is not None:
            return Usage(
                input_tokens=reported.input_tokens or 0,
                cache_creation_tokens=reported.cache_creation_input_tokens or 0,
                cache_read_tokens=reported.cache_read_input_tokens or 0,
                output_tokens=reported.output_tokens or 0,
            )
    return Usage()
