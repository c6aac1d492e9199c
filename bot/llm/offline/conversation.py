"""What the prompt shows of a conversation: who said what, oldest first."""

from dataclasses import dataclass

from bot.llm.offline import remembered
from memory_core.model import Message, Prompt


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """The messages of people and, apart from them, the bot's last answer."""

    said: tuple[Message, ...]
    speaker: str | None
    last_answer: Message | None

    @property
    def mine(self) -> tuple[Message, ...]:
        """Messages of the person who asks."""
        return tuple(m for m in self.said if m.speaker == self.speaker)

    @property
    def is_group(self) -> bool:
        """Whether messages name their speakers."""
        return self.speaker is not None

    def of(self, name: str) -> tuple[Message, ...]:
        """Messages of the one with that name; alone with the bot, the person tells of them."""
        if not self.is_group:
            return self.said
        return tuple(m for m in self.said if m.speaker and _same(m.speaker, name))


def of_prompt(prompt: Prompt) -> Conversation:
    """Return what was said before the question; replaced messages do not count."""
    visible = [m for m in prompt.history if m.state != "superseded" and m.content.strip()]
    return Conversation(
        said=(*remembered.said(prompt), *(m for m in visible if m.role == "user")),
        speaker=prompt.speaker,
        last_answer=next((m for m in reversed(visible) if m.role == "assistant"), None),
    )


def _same(one: str, other: str) -> bool:
    return one.casefold().strip() == other.casefold().strip()
