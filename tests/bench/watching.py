"""What a bench wants to know of each turn, noted while the real thing runs."""

import json
import re
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from memory_core import dimensions, prompt, tokens
from memory_core.manager import MemoryManager
from memory_core.model import JsonRequest, MemoryContext, Turn

_MESSAGE = re.compile(r'<message from="(\w+)"[^>]*>\n(.*?)\n</message>', re.DOTALL)
_FORMER = re.compile(r"<former_summary>\n(.*?)\n</former_summary>", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[。？！])|(?<=[.?!])\s|\n")
_LEAST_CHARS, _MOST_CHARS = 12, 220


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What PreRun gave, and how long it took."""

    turn: Turn
    context: MemoryContext
    ms: float


class WatchedMemory(MemoryManager):
    """A MemoryManager that notes each PreRun in ``readings``."""

    def __init__(self, readings: list[Reading], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._readings = readings

    async def pre_run(self, turn: Turn, window: int | None = None) -> MemoryContext:
        began = perf_counter()
        context = await super().pre_run(turn, window)
        took = perf_counter() - began
        self._readings.append(Reading(turn=turn, context=context, ms=took * 1e3))
        return context


class ScriptedSummaries:
    """Folds as a model would: a sentence of each message, the oldest ones go when it is full.

    A summary takes 60 to 95 % of ``room`` tokens. What the calls took is in ``asked`` and
    ``answered``.
    """

    def __init__(self, room: int, seed: int) -> None:
        self._room, self._rng = room, Random(seed)  # noqa: S311 - the same dice every time
        self.asked: list[int] = []
        self.answered: list[int] = []

    def __call__(self, request: JsonRequest[Any]) -> dict[str, list[str]]:
        """Return the ten lists."""
        former = _FORMER.search(request.text)
        lists = json.loads(former[1]) if former else {}
        for speaker, text in _MESSAGE.findall(request.text):
            for key, entry in _entries(self._rng, speaker, text):
                lists.setdefault(key, []).append(entry)
        self._shorten(lists, int(self._room * self._rng.uniform(0.6, 0.95)))
        told = request.instructions + request.text + json.dumps(dict(request.schema))
        self.asked.append(tokens.estimate(told))
        self.answered.append(tokens.estimate(json.dumps(lists, ensure_ascii=False)))
        return lists

    def _shorten(self, lists: dict[str, list[str]], room: int) -> None:
        while prompt.summary_cost(dimensions.render(dimensions.parse(lists))) > room:
            max(lists.values(), key=len).pop(0)


def _entries(rng: Random, speaker: str, text: str) -> list[tuple[str, str]]:
    """Return where something of a message goes, and what."""
    found = (one.strip("-|# ") for one in _SENTENCE_END.split(text))
    sentences = [one[:_MOST_CHARS] for one in found if len(one) >= _LEAST_CHARS]
    if not sentences:
        return []
    if speaker == "person":
        return [(rng.choice(("requests", "requests", "preferences", "todos")), sentences[0])]
    keys = ("decisions", "objects", "data_operations", "errors_and_fixes", "other_context")
    return [(rng.choice(keys), one) for one in sentences[:2]]
