import inspect
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import get_args

import pytest

from bot import slash, texts
from bot.slash import CommandName, Group
from bot.texts import Texts, doctor, doctor_telegram, telegram, terminal
from bot.texts.base import Part
from memory_core import dimensions, errors
from memory_core.errors import BotError, StorageTrouble, StorageUnavailable
from memory_core.model import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)
BOTH = pytest.mark.parametrize("language", LANGUAGES)
# Kinds of errors, and what only a model reads.
UNSAID = (errors.PersonError, errors.OperatorError, errors.ToolFailed)
FACTS: dict[type[BotError], tuple[object, ...]] = {
    errors.InputTooLong: (12_345, 8_000),
    errors.WindowTooSmall: (45_678, 32_000),
    errors.StorageUnavailable: ("full", "no space"),
    errors.SchemaTooNew: (9, 4),
    errors.CompactionFailed: ("overtaken",),
    errors.SettingsError: ("storage.url: must be a file",),
}


def subclasses(error: type[BotError]) -> Iterator[type[BotError]]:
    for each in error.__subclasses__():
        yield each
        yield from subclasses(each)


# Those of a face are translated by the face.
ERRORS = [
    each
    for each in subclasses(BotError)
    if each not in UNSAID and each.__module__ == errors.__name__
]


def made(error: type[BotError]) -> BotError:
    return error(*FACTS.get(error, ()))


_SMALL: dict[str, object] = {
    "schema": 7,
    "newest": 7,
    "keyed": True,
    "failure": "overtaken",
    "dimension": "todos",
}


def values(name: str, annotation: object) -> object:
    """Return something to fill a parameter of a sentence with."""
    match name:
        case "command":
            return slash.COMMANDS[0] if annotation is slash.Command else "help"
        case "group" | "part" | "trouble":
            literal = {"group": Group, "part": Part, "trouble": StorageTrouble}[name]
            return get_args(literal)[0]
        case "elapsed" | "length" | "within" | "used" | "wait" | "took":
            return timedelta(minutes=10)
        case "messages" | "count" | "turns" | "number" | "chars" | "limit" | "size" | "tokens":
            return 1_234_567
        case "window" | "found" | "known" | "folded" | "kept" | "before" | "after":
            return 1_234_567
        case _:
            return _SMALL.get(name, f"<{name}>")


def speakers(language: Language) -> tuple[object, ...]:
    return tuple(
        each.of(language) for each in (texts, terminal, telegram, doctor, doctor_telegram)
    )


def sentences(speaker: object) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Say everything a language can say: name, sentence and what was filled in."""
    for name, method in inspect.getmembers(speaker, inspect.ismethod):
        if name.startswith("_"):
            continue
        parameters = inspect.signature(method).parameters.values()
        filled = {each.name: values(each.name, each.annotation) for each in parameters}
        yield name, method(**filled), filled


@BOTH
def test_every_sentence_is_said_without_a_placeholder_left(language: Language) -> None:
    for speaker in speakers(language):
        for name, sentence, _ in sentences(speaker):
            assert sentence.strip() == sentence != "", name
            assert "None" not in sentence, name
            assert not re.search(r"[{}]", sentence), name


@BOTH
def test_every_fact_given_to_a_sentence_is_in_it(language: Language) -> None:
    for speaker in speakers(language):
        for name, sentence, filled in sentences(speaker):
            for fact in filled.values():
                if isinstance(fact, str) and fact.startswith("<"):
                    assert fact in sentence, name
                if fact == 1_234_567 and name != "schema_too_new":
                    assert "1,234,567" in sentence, name


@BOTH
def test_every_error_has_a_sentence_of_its_own(language: Language) -> None:
    speaker = texts.of(language)
    said = {error: texts.explain(made(error), speaker) for error in ERRORS}
    assert speaker.unexpected() not in said.values()
    assert len(set(said.values())) == len(said)


@BOTH
def test_every_trouble_of_storage_tells_that_nothing_was_saved(language: Language) -> None:
    speaker = texts.of(language)
    troubles = get_args(StorageTrouble)
    said = {texts.explain(StorageUnavailable(trouble, ""), speaker) for trouble in troubles}
    assert len(said) == len(troubles)
    assert all(sentence.endswith(speaker.not_saved()) for sentence in said)


def test_a_wait_the_model_asks_for_is_told_and_rounded_up() -> None:
    assert texts.explain(errors.RateLimited(11.2), texts.of("en")).endswith("in 12 seconds.")
    assert texts.explain(errors.RateLimited(61), texts.of("en")).endswith("in 2 minutes.")
    assert texts.explain(errors.RateLimited(3601), texts.of("en")).endswith("in 2 hours.")
    assert "请过 2 分钟再试" in texts.explain(errors.ModelUnavailable("", 120), texts.of("zh"))


@BOTH
def test_no_sentence_blames_the_question_when_the_model_was_silent(language: Language) -> None:
    said = texts.explain(errors.ModelTimedOut("no answer"), texts.of(language))
    assert {"en": "try again in a moment", "zh": "过一会儿再试"}[language] in said


@BOTH
def test_clear_is_described_as_a_fresh_start_that_erases_nothing(language: Language) -> None:
    said = texts.of(language).described("clear")
    assert {"en": "start afresh", "zh": "从头开始"}[language] in said
    assert {"en": "forget", "zh": "清空"}[language] not in said


@BOTH
def test_an_error_nobody_expected_is_the_bots_own(language: Language) -> None:
    speaker = texts.of(language)
    assert texts.explain(ZeroDivisionError(), speaker) == speaker.unexpected()


@BOTH
def test_every_command_and_group_is_described(language: Language) -> None:
    speaker = texts.of(language)
    for command in get_args(CommandName):
        assert slash.find(command) is not None
        assert len(speaker.described(command).split()) <= 6
    assert all(speaker.group(group) for group in get_args(Group))


def test_chinese_sentences_use_chinese_punctuation() -> None:
    for speaker in speakers("zh"):
        for name, sentence, _ in sentences(speaker):
            assert not re.search(r"[\u4e00-\u9fff][,:;?!()]|[,:;?!(][\u4e00-\u9fff]", sentence), (
                name
            )


@BOTH
def test_every_part_of_a_summary_has_a_heading(language: Language) -> None:
    speaker = texts.of(language)
    headings = {speaker.dimension(key) for key in dimensions.HEADINGS}
    assert len(headings) == len(dimensions.HEADINGS)


@BOTH
@pytest.mark.parametrize(
    "failure",
    ["not shorter", "nothing in it", "too long", "RateLimited", "ModelTimedOut", "BadOutput"],
)
def test_why_there_is_no_summary_is_said_in_one_sentence(language: Language, failure: str) -> None:
    said = texts.explain(errors.CompactionFailed(failure), texts.of(language))
    assert len(re.findall(r"[.。]", said)) == 1
    assert failure not in {"RateLimited", "ModelTimedOut", "BadOutput"} or failure not in said


AGES = [
    (timedelta(seconds=-5), "just now", "刚刚"),
    (timedelta(seconds=59), "just now", "刚刚"),
    (timedelta(minutes=3), "3 min ago", "3 分钟前"),
    (timedelta(hours=23, minutes=59), "23 h ago", "23 小时前"),
    (timedelta(days=3), "3 d ago", "3 天前"),
    (timedelta(days=1200), "1,200 d ago", "1,200 天前"),
]


@pytest.mark.parametrize(("elapsed", "english", "chinese"), AGES)
def test_times_are_told_relative_to_now(elapsed: timedelta, english: str, chinese: str) -> None:
    assert texts.of("en").ago(elapsed) == english
    assert texts.of("zh").ago(elapsed) == chinese


def test_one_of_a_thing_is_singular_in_english() -> None:
    english: Texts = texts.of("en")
    assert english.messages(1) == "1 message"
    assert english.span(timedelta(minutes=1)) == "1 minute"
    assert english.span(timedelta(seconds=30)) == "30 seconds"
