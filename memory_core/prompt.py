"""From what is remembered to what a model reads: system text, labelled messages, the question."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from memory_core import prompts, tokens
from memory_core.model import (
    Agent,
    MemoryContext,
    Message,
    Prompt,
    Role,
    ToolRound,
    ToolSpec,
    Turn,
)
from memory_core.quoting import escaped

NOTES, QUOTATIONS = "notes", "quotations"
"""Kinds of summaries: in a model's words, or sentences as they were said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatMessage:
    """One message as a model reads it; the rounds of an answer come before its text."""

    role: Role
    text: str
    rounds: tuple[ToolRound, ...] = ()


def build(turn: Turn, context: MemoryContext) -> Prompt:
    """Return the prompt of a turn: stable parts first, then the question."""
    return Prompt(
        system=system(turn.agent),
        summary=context.summary,
        history=context.history,
        question=turn.text,
        speaker=turn.speaker,
        language=turn.language,
        first=context.first,
        alone=turn.session_id is None,
        model=turn.agent.model,
        window=context.window,
    )


def system(agent: Agent) -> str:
    """Return the system text: the rules all agents share, then the agent's own."""
    return "\n\n".join(part for part in (prompts.text("system"), agent.prompt.strip()) if part)


def summary_block(text: str, *, extractive: bool = False) -> str:
    """Return a summary as a model reads it, after the system text: delimited, marked as data."""
    template = prompts.text("summary").replace("{kind}", QUOTATIONS if extractive else NOTES)
    return template.replace("{summary}", escaped(text))


def summary_cost(text: str, *, extractive: bool = False) -> int:
    """Return the tokens a summary takes in a prompt."""
    return tokens.of_message(summary_block(text, extractive=extractive))


def messages(prompt: Prompt) -> tuple[ChatMessage, ...]:
    """Return history and question as a model reads them, oldest first."""
    question = ChatMessage(role="user", text=_label(prompt.speaker) + prompt.question)
    return (*map(_chat_message, prompt.history), question)


def cost(message: Message) -> int:
    """Return the tokens a stored message takes in a prompt, its label and mark included."""
    if message.speaker is None and message.state != "interrupted":
        return message.tokens
    return message.tokens + tokens.estimate(_label(message.speaker) + _mark(message))


def fixed_cost(turn: Turn, tools: Iterable[ToolSpec] = ()) -> int:
    """Return what a turn's prompt takes before any history: system text, tools and question."""
    asked = tokens.of_message(_label(turn.speaker) + turn.text)
    return tokens.of_message(system(turn.agent)) + _tools_cost(tools) + asked


def total_cost(prompt: Prompt) -> int:
    """Return the tokens of a whole prompt, counted anew from what a model would read."""
    parts = (tokens.of_message(part.text, part.rounds) for part in messages(prompt))
    return beside_messages(prompt) + sum(parts)


def beside_messages(prompt: Prompt) -> int:
    """Return the tokens of system text, summary, tools and the rounds of the turn."""
    summary = tokens.of_message(prompt.summary) if prompt.summary else 0
    described = tokens.of_message(prompt.system) + _tools_cost(prompt.tools)
    return described + summary + tokens.of_rounds(prompt.rounds)


def _tools_cost(tools: Iterable[ToolSpec]) -> int:
    return sum(
        tokens.of_message(tool.name + tool.description + json.dumps(dict(tool.schema)))
        for tool in tools
    )


def _chat_message(message: Message) -> ChatMessage:
    text = _label(message.speaker) + message.content + _mark(message)
    return ChatMessage(role=message.role, text=text, rounds=message.rounds)


def _label(speaker: str | None) -> str:
    """Name the speaker in a group; aliases hold no quotes, so the label cannot be forged."""
    return "" if speaker is None else f'"{speaker}": '


def _mark(message: Message) -> str:
    return f"\n{prompts.text('interrupted')}" if message.state == "interrupted" else ""
