"""Sentences that only Telegram needs."""

from abc import ABC, abstractmethod

from memory_core.model import Language


class TelegramTexts(ABC):
    """Telegram's own sentences, in one language."""

    @abstractmethod
    def undo(self) -> str:
        """Label the button that takes something back."""

    @abstractmethod
    def retry(self) -> str:
        """Label the button that asks again."""

    @abstractmethod
    def send_again(self) -> str:
        """Label the button that sends a part once more."""

    @abstractmethod
    def may_be_missing(self) -> str:
        """Say that nobody knows whether a part of an answer arrived."""

    @abstractmethod
    def waiting(self, count: int) -> str:
        """Say how many further messages wait while answers fail."""

    @abstractmethod
    def gave_up(self) -> str:
        """Say that a message cannot be answered, whatever is tried."""

    @abstractmethod
    def no_storage(self) -> str:
        """Say that nothing can be stored now, and that the message is not lost."""

    @abstractmethod
    def unreadable(self) -> str:
        """Say that pictures, voice and files cannot be read yet."""


class TelegramEnglish(TelegramTexts):
    """Telegram in English."""

    def undo(self) -> str:
        return "Undo"

    def retry(self) -> str:
        return "Try again"

    def send_again(self) -> str:
        return "Send it again"

    def may_be_missing(self) -> str:
        return "A part of my answer may not have reached you."

    def waiting(self, count: int) -> str:
        return f"{count:,} more of your messages wait for an answer."

    def gave_up(self) -> str:
        return "I tried several times and cannot answer this message. Please send it differently."

    def no_storage(self) -> str:
        return "I cannot store anything just now. Your message is not lost; I answer it later."

    def unreadable(self) -> str:
        return "I cannot read pictures, voice or files yet. Please write it as text."


class TelegramChinese(TelegramTexts):
    """Telegram in Chinese."""

    def undo(self) -> str:
        return "撤销"

    def retry(self) -> str:
        return "再试一次"

    def send_again(self) -> str:
        return "再发一次"

    def may_be_missing(self) -> str:
        return "我的回答可能有一部分没有送到。"

    def waiting(self, count: int) -> str:
        return f"还有 {count:,} 条消息在等回答。"

    def gave_up(self) -> str:
        return "我试了几次，还是回答不了这条消息。请换个方式再发一次。"

    def no_storage(self) -> str:
        return "我现在存不了任何东西。你的消息没有丢，稍后我会回答。"

    def unreadable(self) -> str:
        return "我还看不了图片、语音和文件。请用文字告诉我。"


_TEXTS: dict[Language, TelegramTexts] = {"en": TelegramEnglish(), "zh": TelegramChinese()}


def of(language: Language) -> TelegramTexts:
    """Return Telegram's sentences of a language."""
    return _TEXTS[language]
