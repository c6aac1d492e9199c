"""The built-in model for when none is configured: it finds and quotes what was said."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from bot.llm.offline import answers
from bot.llm.providers import Models
from bot.settings import Llm
from memory_core import prompt as prompts
from memory_core import tokens
from memory_core.model import ModelAnswer, Prompt, Usage
from memory_core.ports import Clock, OnText

_CJK = "\u3041-\u30ff\u3400-\u9fff"
_PIECE = re.compile(rf"[{_CJK}]+|[^\s{_CJK}]+|\s+")


class OfflineModel:
    """A ChatModel without network, clock or chance: the same prompt gets the same answer."""

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        """Answer from what the prompt shows, word by word. Never fails."""
        text = answers.reply(prompt)
        for piece in pieces(text):
            await on_text(piece)
        usage = Usage(input_tokens=prompts.total_cost(prompt), output_tokens=tokens.estimate(text))
        return ModelAnswer(model="offline", usage=usage)


@asynccontextmanager
async def open_models(_llm: Llm, _clock: Clock) -> AsyncIterator[Models]:
    """It needs no settings."""
    yield Models(chat=OfflineModel())


def pieces(text: str) -> Iterator[str]:
    """Yield words, CJK runs and the spaces between; together they are ``text``."""
    return (match[0] for match in _PIECE.finditer(text))
