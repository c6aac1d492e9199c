"""One question with all that is needed to answer it."""

from dataclasses import dataclass

from bot.llm.offline import conversation, intents, sentences_en, sentences_zh
from bot.llm.offline.conversation import Conversation
from bot.llm.offline.intents import Intent
from bot.llm.offline.language import language_of
from bot.llm.offline.quoting import plain
from bot.llm.offline.sentences import Sentences
from memory_core.model import Language, Prompt


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What was asked, after what, and the sentences of the language to answer in."""

    intent: Intent
    conversation: Conversation
    language: Language
    sentences: Sentences
    first: bool
    """Nothing was said before."""


def of_prompt(prompt: Prompt) -> Asked:
    """Read the question of a prompt."""
    language = language_of(plain(prompt.question), prompt.language)
    return Asked(
        intent=intents.read(prompt.question, prompt.language),
        conversation=conversation.of_prompt(prompt),
        language=language,
        first=prompt.first,
        sentences=sentences_zh.SENTENCES if language == "zh" else sentences_en.SENTENCES,
    )
