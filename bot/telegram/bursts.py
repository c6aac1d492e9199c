"""Messages that belong together: a long text in pieces, an album, a comment on a forward."""

from collections.abc import Sequence
from dataclasses import dataclass

from aiogram.types import Message

from bot.telegram.addressing import Chatter, sender_id

LONGEST_MESSAGE = 4_096
NEARLY_LONGEST = 4_000
"""Clients cut a long text near the limit, some of them at a blank."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Patience:
    """How long to wait for more, in seconds."""

    tail: float = 1.0
    album: float = 0.5
    comment: float = 0.3


def wait_after(burst: Sequence[Chatter], patience: Patience) -> float:
    """Return how long more may be on its way; a short message is not delayed."""
    last = burst[-1].message
    if last.media_group_id is not None:
        return patience.album
    if _units(last) >= NEARLY_LONGEST:
        return patience.tail
    return patience.comment if last.forward_origin is not None and len(burst) == 1 else 0.0


def continues(burst: Sequence[Chatter], following: Chatter) -> bool:
    """Whether ``following`` belongs to the burst."""
    last, new = burst[-1].message, following.message
    if sender_id(last) != sender_id(new):
        return False
    if new.media_group_id is not None:
        return new.media_group_id == last.media_group_id
    if (last.forward_origin is None) != (new.forward_origin is None):
        return len(burst) == 1 and (new.date - last.date).total_seconds() <= 1
    return last.forward_origin is None and _units(last) >= NEARLY_LONGEST


def join(pieces: Sequence[str]) -> str:
    """Return a text that was sent in pieces: one cut at the limit goes on without a gap."""
    text = ""
    for piece in pieces:
        cut = len(text) >= LONGEST_MESSAGE and len(text) % LONGEST_MESSAGE == 0
        text += piece if cut or not text else f"\n{piece}"
    return text


def _units(message: Message) -> int:
    """Return the length of a message as Telegram limits it, in UTF-16 units."""
    return len((message.text or message.caption or "").encode("utf-16-le")) // 2
