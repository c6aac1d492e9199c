"""From messages to what the model is asked: pieces joined, quotes and forwards marked as such."""

import unicodedata
from collections.abc import Sequence

from aiogram.types import Message

from bot.telegram import bursts
from bot.telegram.addressing import Chatter
from memory_core import prompts, truncation
from memory_core.model import Origin
from memory_core.text import boundary_before, clean

QUOTED_CHARS = 1_000
"""Longest part of another message that is quoted to the model."""
ALIAS_CHARS = 32
NAMELESS = "?"


def question(burst: Sequence[Chatter]) -> tuple[str, Origin]:
    """Return the text of a turn and whether it is the person's own."""
    own = [chatter for chatter in burst if chatter.message.forward_origin is None]
    text = bursts.join([chatter.text for chatter in own])
    for chatter in burst:
        if chatter.message.forward_origin is not None:
            note = prompts.text("forwarded").format(name=_quoted(_origin(chatter.message)))
            text += f"\n{note}\n{chatter.text}"
    quote = _reply(burst[0].message)
    asked = f"{quote}\n{text.strip()}" if quote else text.strip()
    return clean(asked), "typed" if own else "forwarded"


def alias(name: str) -> str:
    """Return a name fit for a label: no quotes, control or direction characters, not long."""
    kept = (c for c in clean(name) if c not in '"\\' and unicodedata.category(c)[0] != "C")
    label = " ".join("".join(kept).split())
    return label[: boundary_before(label, ALIAS_CHARS)].strip() or NAMELESS


def speaker(message: Message) -> str:
    """Return the name of who speaks."""
    if message.sender_chat is not None:
        return message.sender_chat.title or NAMELESS
    return message.from_user.full_name if message.from_user is not None else NAMELESS


def _reply(message: Message) -> str | None:
    """Quote what a message replies to: the marked part, or as much as is reasonable."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created is not None:
        return None
    text = message.quote.text if message.quote else replied.text or replied.caption or ""
    if not text.strip():
        return None
    said = truncation.cut(text, QUOTED_CHARS)
    return prompts.text("in_reply").format(name=_quoted(speaker(replied)), text=_quoted(said))


def _origin(message: Message) -> str:
    """Return who wrote what was forwarded, as far as Telegram tells."""
    origin = message.forward_origin
    user = getattr(origin, "sender_user", None)
    if user is not None:
        return str(user.full_name)
    chat = getattr(origin, "sender_chat", None) or getattr(origin, "chat", None)
    return str(getattr(origin, "sender_user_name", None) or getattr(chat, "title", NAMELESS))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'
