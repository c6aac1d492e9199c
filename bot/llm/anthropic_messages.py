"""From a prompt to a request of the Messages API, stable parts first so that the cache pays.

https://platform.claude.com/docs/en/api/messages
"""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.llm.anthropic_tools import Block, ToolRounds, offered
from memory_core import prompt as prompting
from memory_core import prompts
from memory_core.model import Prompt
from memory_core.prompt import ChatMessage

ApiMessage = dict[str, Any]
_BREAKPOINT = {"cache_control": {"type": "ephemeral"}}


def request(prompt: Prompt, *, model: str, max_tokens: int) -> dict[str, Any]:
    """Return the body of ``POST /v1/messages`` for a prompt.

    Cache breakpoints stand at the end of the system part, which covers the tools and the summary,
    and at the last block of the previous turn.
    """
    *earlier, question = prompting.messages(prompt)
    rounds = ToolRounds()
    history = list(_expanded(earlier, rounds))
    if history:
        history[-1][1][-1] |= _BREAKPOINT
    asked = [*_expanded([question], rounds), *rounds.blocks(prompt.rounds)]
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": max_tokens,
        "system": _system(prompt),
        "messages": _alternating([*history, *asked]),
    }
    return body | offered(prompt)


def _system(prompt: Prompt) -> list[Block]:
    """Return the system text, and the summary as a block of its own."""
    blocks = [_text(part) for part in (prompt.system, prompt.summary) if part is not None]
    return [*blocks[:-1], blocks[-1] | _BREAKPOINT]


def _expanded(
    messages: Iterable[ChatMessage], rounds: ToolRounds
) -> Iterator[tuple[str, list[Block]]]:
    """Yield role and blocks: an answer's tool rounds come before its text."""
    for message in messages:
        yield from rounds.blocks(message.rounds)
        if message.text.strip():
            yield message.role, [_text(message.text)]


def _alternating(parts: Iterable[tuple[str, list[Block]]]) -> list[ApiMessage]:
    """Merge neighbours of one role; a conversation whose beginning is cut opens with a note."""
    messages: list[ApiMessage] = []
    for role, blocks in parts:
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
            continue
        if not messages and role == "assistant":
            messages.append({"role": "user", "content": [_text(prompts.text("kept_tail"))]})
        messages.append({"role": role, "content": list(blocks)})
    return messages


def _text(text: str) -> Block:
    return {"type": "text", "text": text}
