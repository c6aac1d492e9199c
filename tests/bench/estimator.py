"""How far estimates of tokens are from a real tokenizer: text by text, and prompt by prompt."""

import asyncio
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from memory_core import prompt as prompting
from memory_core import tokens
from memory_core.model import ChatKey, ModelAnswer, Prompt, Usage
from memory_core.policy import DEFAULT
from memory_core.ports import OnText
from memory_core.summarizing import ModelSummarizer
from memory_core.testing import ScriptedJsonModel, ScriptedModel, in_memory_storage
from tests.bench import samples, tokenizer
from tests.bench.tables import show
from tests.bench.talking import Exchange, talk
from tests.bench.tokenizer import Tokenizer
from tests.bench.watching import Reading, ScriptedSummaries, WatchedMemory
from tests.flow.makers import Bot

POLICY = replace(DEFAULT, context_window=10_000)
_EACH, _TURNS = 8, 30
_MOST_RAW, _MOST_CALIBRATED = 0.12, 0.06
_STYLES: Mapping[str, tuple[str, ...]] = {
    "English, code": ("english", "python", "sql", "trace", "log"),
    "Chinese, tables": ("chinese", "table zh", "sql", "JSON", "mixed"),
    "figures": ("CSV", "numbers", "table", "JSON", "english"),
    "Japanese, Korean": ("japanese", "korean", "emoji", "python"),
    "Russian, Arabic": ("russian", "arabic", "URLs", "numbers"),
    "French, German": ("french", "german", "emoji", "table"),
}
"""Kinds that come together in one session; the mixed talk is a further one."""


def main() -> None:
    """Print the tables, or why there are none."""
    try:
        with tokenizer.installed() as counter:
            _show_texts(counter)
            _show_sessions(asyncio.run(_sessions(counter)))
    except tokenizer.Missing as reason:
        print(f"\nEstimates of tokens\n  not measured, {tokenizer.PACKAGE} is missing: {reason}")


def _show_texts(counter: Tokenizer) -> None:
    """Show the error of each kind, and of all texts together."""
    errors = {
        kind: [_off(tokens.estimate(text), counter.count(text)) for text in texts]
        for kind, texts in samples.corpus(_EACH).items()
    }
    errors["all"] = [each for kind in errors.values() for each in kind]
    rows = [
        (kind, len(found), f"{_error(found):.1%}", f"{statistics.mean(found):+.1%}")
        for kind, found in errors.items()
    ]
    title = f"Estimate against {tokenizer.PACKAGE}, text by text"
    show(title, ("kind", "texts", f"mean error (all ≤ {_MOST_RAW:.0%})", "too high"), rows)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seen:
    """A prompt of a session: its estimates are relative to its real size."""

    session: str
    raw: float
    calibrated: float


class _Counting(ScriptedModel):
    """A model whose tokens are those of the tokenizer, with role marks around each message."""

    def __init__(self, counter: Tokenizer, answers: Sequence[str]) -> None:
        super().__init__(*answers)
        self._counter, self._said = counter, iter(answers)
        self.real: list[int] = []

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        answer = await super().answer(prompt, on_text)
        self.real.append(self._size(prompt))
        said = self._counter.count(next(self._said))
        usage = Usage(input_tokens=self.real[-1], output_tokens=said)
        return replace(answer, usage=usage)

    def _size(self, prompt: Prompt) -> int:
        marks = {"user": "\n\nHuman: ", "assistant": "\n\nAssistant: "}
        read = [marks[each.role] + each.text for each in prompting.messages(prompt)]
        return sum(map(self._counter.count, [prompt.system, prompt.summary or "", *read]))


async def _sessions(counter: Tokenizer) -> list[_Seen]:
    """Hold all sessions side by side in one process, which learns from each of them."""
    talks = _talks()
    answers = [said[number].answer for number in range(_TURNS) for said in talks.values()]
    model, readings = _Counting(counter, answers), list[Reading]()
    summaries = ScriptedJsonModel(by=ScriptedSummaries(POLICY.summary_tokens, 1))
    bot = Bot(
        in_memory_storage(),
        model,
        POLICY,
        summarizer=ModelSummarizer(summaries, POLICY),
        memory=partial(WatchedMemory, readings),
    )
    for number in range(_TURNS):
        for name, said in talks.items():
            await bot.ask(said[number].question, chat=ChatKey(f"telegram:{name}"))
            await bot.nursery.drain(10)
            bot.clock.advance(seconds=10)
    return [
        _Seen(
            session=reading.turn.chat.removeprefix("telegram:"),
            raw=_off(reading.context.estimated, real),
            calibrated=_off(reading.context.token_estimate, real),
        )
        for reading, real in zip(readings, model.real, strict=True)
    ]


def _talks() -> dict[str, list[Exchange]]:
    """Return what is said in each session."""
    texts, rng = samples.corpus(_EACH), Random(7)  # noqa: S311 - the same dice
    talks = {"mixed talk": list(talk(_TURNS, 7))}
    for name, kinds in _STYLES.items():
        pool = [text for kind in kinds for text in texts[kind]]
        talks[name] = list(_exchanges(rng, pool))
    return talks


def _exchanges(rng: Random, pool: list[str]) -> Iterator[Exchange]:
    for _ in range(_TURNS):
        asked, *said = rng.sample(pool, rng.randint(2, 4))
        yield Exchange(asked, "\n\n".join(said))


def _show_sessions(seen: list[_Seen]) -> None:
    sessions = {
        each.session: [one for one in seen if one.session == each.session] for each in seen
    }
    rows = []
    for name, found in {**sessions, "all": seen}.items():
        raw, calibrated = [one.raw for one in found], [one.calibrated for one in found]
        errors = (_error(raw), _error(calibrated), max(map(abs, calibrated)))
        rows.append((name, len(found), *(f"{error:.1%}" for error in errors)))
    limit = f"calibrated (all ≤ {_MOST_CALIBRATED:.0%})"
    show("Sessions: error of a prompt", ("session", "prompts", "raw", limit, "worst"), rows)


def _off(estimated: int, real: int) -> float:
    """Return by what share an estimate is too high."""
    return (estimated - real) / real


def _error(off: list[float]) -> float:
    return statistics.mean(map(abs, off))
