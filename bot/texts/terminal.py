"""Sentences that only the terminal chat needs."""

from abc import ABC, abstractmethod
from datetime import timedelta

from memory_core.model import Language


class TerminalTexts(ABC):
    """The terminal's own sentences, in one language."""

    @abstractmethod
    def offline(self) -> str:
        """Name the model that needs no key."""

    @abstractmethod
    def hint(self) -> str:
        """Say how to get help and how to leave."""

    @abstractmethod
    def keys(self) -> str:
        """Say which keys stop an answer and leave."""

    @abstractmethod
    def were_here(self, ago: str) -> str:
        """Introduce the last exchange to somebody who comes back."""

    @abstractmethod
    def how_to_leave(self) -> str:
        """Say how to leave, after Ctrl-C at an empty prompt."""

    @abstractmethod
    def goodbye(self) -> str:
        """Say goodbye."""

    @abstractmethod
    def session_actions(self) -> str:
        """Say what can be done with the sessions listed above."""

    @abstractmethod
    def answered_anew(self) -> str:
        """Say that the answer follows once more, because the conversation changed meanwhile."""

    @abstractmethod
    def line_too_long(self, size: int, limit: int) -> str:
        """Say that a line of so many bytes was skipped."""

    @abstractmethod
    def claim_link(self, link: str, within: timedelta) -> str:
        """Say by which link somebody becomes an operator."""

    @abstractmethod
    def claim_by_hand(self, command: str, within: timedelta) -> str:
        """Say what to send to the bot to become an operator, while its name is not known."""

    @abstractmethod
    def nothing_to_serve(self) -> str:
        """Say what ``serve`` lacks."""


class TerminalEnglish(TerminalTexts):
    """The terminal in English."""

    def offline(self) -> str:
        return "built-in offline model"

    def hint(self) -> str:
        return "/help shows what I can do, Ctrl-D leaves."

    def keys(self) -> str:
        return "Ctrl-C stops an answer that is being written, Ctrl-D leaves."

    def were_here(self, ago: str) -> str:
        return f"You were here {ago}:"

    def how_to_leave(self) -> str:
        return "Ctrl-C once more or Ctrl-D leaves."

    def goodbye(self) -> str:
        return "See you! I keep our conversation."

    def session_actions(self) -> str:
        return "/sessions switch N goes on with another one; also rename N TITLE, delete N, new."

    def answered_anew(self) -> str:
        return "(The conversation changed meanwhile; this is the answer that counts:)"

    def line_too_long(self, size: int, limit: int) -> str:
        return f"That line has {size:,} bytes; I read lines up to {limit:,} and skipped it."

    def claim_link(self, link: str, within: timedelta) -> str:
        minutes = within // timedelta(minutes=1)
        return f"Open this link within {minutes} minutes to run the bot:\n{link}"

    def claim_by_hand(self, command: str, within: timedelta) -> str:
        minutes = within // timedelta(minutes=1)
        return (
            "Telegram cannot be reached, so I do not know the bot's name.\n"
            f"To run the bot, send it this in a private chat within {minutes} minutes:\n{command}"
        )

    def nothing_to_serve(self) -> str:
        return (
            "There is nothing to serve: telegram.token is empty.\n"
            "@BotFather on Telegram gives you one; TELEGRAM_BOT_TOKEN=… make run starts the bot.\n"
            "Without it, talk to me in this terminal: make chat"
        )


class TerminalChinese(TerminalTexts):
    """The terminal in Chinese."""

    def offline(self) -> str:
        return "内置离线模型"

    def hint(self) -> str:
        return "/help 看看我会做什么，Ctrl-D 离开。"

    def keys(self) -> str:
        return "Ctrl-C 停止正在写的回答，Ctrl-D 离开。"

    def were_here(self, ago: str) -> str:
        return f"你上次在这里（{ago}）："

    def how_to_leave(self) -> str:
        return "再按一次 Ctrl-C 或按 Ctrl-D 离开。"

    def goodbye(self) -> str:
        return "再见！我们的对话我会留着。"

    def session_actions(self) -> str:
        return "/sessions switch N 切换到另一段；还有 rename N TITLE、delete N、new。"

    def answered_anew(self) -> str:
        return "（对话刚才有变动，以下面的回答为准：）"

    def line_too_long(self, size: int, limit: int) -> str:
        return f"这一行有 {size:,} 字节，我最多读 {limit:,} 字节，已跳过。"

    def claim_link(self, link: str, within: timedelta) -> str:
        minutes = within // timedelta(minutes=1)
        return f"请在 {minutes} 分钟内打开这个链接，成为机器人的运维者：\n{link}"

    def claim_by_hand(self, command: str, within: timedelta) -> str:
        minutes = within // timedelta(minutes=1)
        return (
            "连不上 Telegram，所以我不知道机器人的名字。\n"
            f"要成为运维者，请在 {minutes} 分钟内私下把这一行发给机器人：\n{command}"
        )

    def nothing_to_serve(self) -> str:
        return (
            "没有可运行的服务：telegram.token 是空的。\n"
            "在 Telegram 上向 @BotFather 申请一个，再用 TELEGRAM_BOT_TOKEN=… make run 启动。\n"
            "没有它也可以在终端里和我聊：make chat"
        )


_TEXTS: dict[Language, TerminalTexts] = {"en": TerminalEnglish(), "zh": TerminalChinese()}


def of(language: Language) -> TerminalTexts:
    """Return the terminal's sentences of a language."""
    return _TEXTS[language]
