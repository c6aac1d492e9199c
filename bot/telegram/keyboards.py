"""Buttons, and what they send back: ``verb:argument:…``, a locator that grants nothing."""

from bot.telegram.buttons import Button, Buttons
from bot.texts.telegram import TelegramTexts
from memory_core.delivery import OutboxId
from memory_core.model import UserId

AGAIN, RETRY, UNDO = "again", "retry", "undo"


def again(words: TelegramTexts, part: OutboxId) -> Buttons:
    """Send a part that may be missing once more."""
    return [[Button(text=words.send_again(), data=f"{AGAIN}:{part}")]]


def retry(words: TelegramTexts, user: UserId) -> Buttons:
    """Ask one's last question again; only for the one who asked."""
    return [[Button(text=words.retry(), data=f"{RETRY}:{user}")]]


def undo(words: TelegramTexts) -> Buttons:
    """Take the latest reset or deletion of this chat back."""
    return [[Button(text=words.undo(), data=UNDO)]]
