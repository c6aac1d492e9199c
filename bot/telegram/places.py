"""Where a message goes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A chat, or a topic of it; General and chats without topics have none."""

    chat_id: int
    topic: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether several people may read there."""
        return self.chat_id < 0
