"""What the offline model says to a prompt."""

from collections.abc import Callable, Mapping

from bot.llm.offline import asked as asking
from bot.llm.offline import notes, questions, recall
from bot.llm.offline.asked import Asked
from bot.llm.offline.intents import Kind
from memory_core.model import Prompt


def reply(prompt: Prompt) -> str:
    """Return the answer; the first one of a conversation begins by saying who answers."""
    asked = asking.of_prompt(prompt)
    text = _text(asked, alone=prompt.alone)
    if not prompt.first or asked.sentences.introduction in text:
        return text
    return f"{asked.sentences.introduction}\n\n{text}"


def _text(asked: Asked, *, alone: bool) -> str:
    kind = asked.intent.kind
    return asked.sentences.alone if alone and kind not in _APART else _REPLIES[kind](asked)


def _greeting(asked: Asked) -> str:
    words = asked.sentences
    parts = (words.greeting, words.introduction if asked.first else "", words.invitation)
    return words.space.join(filter(None, parts))


def _about_bot(asked: Asked) -> str:
    words = asked.sentences
    return f"{words.introduction}{words.space}{words.about_bot}"


_APART: frozenset[Kind] = frozenset(
    {
        "greeting",
        "wellbeing",
        "thanks",
        "goodbye",
        "agreement",
        "about_bot",
        "help",
        "connect",
        "wordless",
        "request",
    }
)
"""What is answered without looking at a conversation or keeping anything in it."""
_REPLIES: Mapping[Kind, Callable[[Asked], str]] = {
    "greeting": _greeting,
    "wellbeing": lambda asked: asked.sentences.wellbeing,
    "thanks": lambda asked: asked.sentences.thanks,
    "goodbye": lambda asked: asked.sentences.goodbye,
    "agreement": lambda asked: asked.sentences.agreement,
    "about_bot": _about_bot,
    "help": lambda asked: asked.sentences.help,
    "connect": lambda asked: asked.sentences.connect,
    "wordless": lambda asked: asked.sentences.wordless,
    "sql": lambda asked: asked.sentences.cannot_run_sql,
    "forget": lambda asked: asked.sentences.cannot_forget,
    "topic": recall.topic,
    "lone_word": questions.lone_word,
    "last_question": recall.last_question,
    "last_message": recall.last_message,
    "first_message": recall.first_message,
    "last_answer": recall.last_answer,
    "overview": recall.overview,
    "about_person": recall.about_person,
    "question": questions.question,
    "request": questions.request,
    "statement": notes.statement,
    "remember": notes.remember,
}
