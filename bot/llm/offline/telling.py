"""Earlier messages as an answer quotes them: a sentence for one, a list for several."""

from collections.abc import Sequence

from bot.llm.offline.asked import Asked
from bot.llm.offline.policy import LABEL_CHARS, NAME_CHARS, QUOTE_CHARS, QUOTES
from bot.llm.offline.quoting import around, name, quote
from memory_core import keywords
from memory_core.model import Message


def tell(messages: Sequence[Message], asked: Asked) -> str:
    """Quote the first few messages, say who said them and how many more there are."""
    different = list({keywords.fold(m.content): m for m in reversed(messages)}.values())[::-1]
    shown = different[:QUOTES]
    if len(shown) == 1:
        return _single(shown[0], asked)
    entries = lines(shown, asked, named=len({m.speaker for m in shown}) > 1)
    rest = _more(len(different) - len(shown), asked)
    return "\n".join((_heading(shown, asked), *entries, *rest))


def lines(
    messages: Sequence[Message], asked: Asked, *, named: bool, chars: int = QUOTE_CHARS
) -> list[str]:
    """Return one list entry for each message, with its speaker when ``named``."""
    words = asked.sentences
    if not named:
        return [words.quote_line.format(quote=quoted(m, asked, chars)) for m in messages]
    return [
        words.quote_line_by.format(name=_who(m, asked), quote=quoted(m, asked, chars))
        for m in messages
    ]


def quoted(message: Message, asked: Asked, chars: int = QUOTE_CHARS) -> str:
    """Quote a message; what was only passed on is no word of the person."""
    wanted = keywords.words(asked.intent.about)
    text = quote(around(message.content, wanted, chars), chars)
    if message.origin == "typed":
        return text
    return asked.sentences.passed_on.format(quote=text)


def label(about: str) -> str:
    """Name what a question was about."""
    return quote(about, LABEL_CHARS)


def _single(message: Message, asked: Asked) -> str:
    words, text = asked.sentences, quoted(message, asked)
    if message.speaker == asked.conversation.speaker:
        return words.you_said.format(quote=text)
    return words.name_said.format(name=_name(message), quote=text)


def _heading(messages: Sequence[Message], asked: Asked) -> str:
    words = asked.sentences
    speakers = {m.speaker for m in messages}
    if speakers == {asked.conversation.speaker}:
        return words.quotes
    if len(speakers) == 1:
        return words.quotes_by.format(name=_name(messages[0]))
    return words.quotes_of_all


def _who(message: Message, asked: Asked) -> str:
    if message.speaker == asked.conversation.speaker:
        return asked.sentences.you
    return _name(message)


def _name(message: Message) -> str:
    return name(message.speaker or "?", NAME_CHARS)


def _more(count: int, asked: Asked) -> list[str]:
    if count <= 0:
        return []
    words = asked.sentences
    return [words.one_more if count == 1 else words.more.format(n=count)]
