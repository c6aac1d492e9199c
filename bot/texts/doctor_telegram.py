"""What the doctor says about Telegram."""

from abc import ABC, abstractmethod

from memory_core.model import Language


class TelegramDoctorTexts(ABC):
    """The doctor's sentences about Telegram, in one language."""

    @abstractmethod
    def no_token(self) -> str:
        """Say that there is no token, and where it comes from."""

    @abstractmethod
    def token_refused(self, detail: str) -> str:
        """Say that Telegram does not take the token."""

    @abstractmethod
    def unusable(self, detail: str) -> str:
        """Say which setting keeps the bot from connecting."""

    @abstractmethod
    def unreachable(self, address: str, detail: str) -> str:
        """Say that nobody answers at the address."""

    @abstractmethod
    def another_instance(self) -> str:
        """Say that another process uses the same token."""

    @abstractmethod
    def limited(self) -> str:
        """Say that Telegram wants fewer calls just now."""

    @abstractmethod
    def odd(self, detail: str) -> str:
        """Say that Telegram answered with an error of its own."""

    @abstractmethod
    def reachable(self, address: str, name: str) -> str:
        """Say that the token works, and what the bot is called."""

    @abstractmethod
    def webhook(self, host: str) -> str:
        """Say that a webhook is set, and where it leads."""

    @abstractmethod
    def privacy_on(self) -> str:
        """Say that the bot sees in groups what is meant for it."""

    @abstractmethod
    def privacy_off(self) -> str:
        """Say that the bot sees everything in groups."""

    @abstractmethod
    def operators(self, count: int) -> str:
        """Say how many run the bot."""

    @abstractmethod
    def unclaimed(self) -> str:
        """Say how somebody becomes the first operator."""

    @abstractmethod
    def closed(self) -> str:
        """Say that nobody but the operators may write, and which keys change it."""

    @abstractmethod
    def may_write(self, people: str, groups: str) -> str:
        """Say who may write in private and in groups."""

    @abstractmethod
    def operators_only(self) -> str:
        """Name those who may write where nobody is listed."""

    @abstractmethod
    def everybody(self) -> str:
        """Name those who may write where "*" is listed."""

    @abstractmethod
    def listed_people(self, count: int) -> str:
        """Name those who may write in private."""

    @abstractmethod
    def listed_groups(self, count: int) -> str:
        """Name those who may write in groups."""


class TelegramDoctorEnglish(TelegramDoctorTexts):
    """The doctor about Telegram in English."""

    def no_token(self) -> str:
        return (
            "Telegram: no token, so I am in the terminal only. "
            "@BotFather gives you one for telegram.token (TELEGRAM_BOT_TOKEN)."
        )

    def token_refused(self, detail: str) -> str:
        return (
            f"Telegram: the token is refused ({detail}). "
            "Copy it whole from @BotFather into telegram.token (TELEGRAM_BOT_TOKEN)."
        )

    def unusable(self, detail: str) -> str:
        return f"Telegram: {detail}"

    def unreachable(self, address: str, detail: str) -> str:
        return (
            f"Telegram {address}: cannot be reached ({detail}). "
            "Check network, firewall, telegram.proxy and telegram.api_base."
        )

    def another_instance(self) -> str:
        return (
            "Telegram: another process uses the same token. "
            "Stop one of them, or make a second bot."
        )

    def limited(self) -> str:
        return "Telegram: wants fewer calls right now. Try again in a minute."

    def odd(self, detail: str) -> str:
        return f"Telegram: answers with an error ({detail}). Check telegram.api_base."

    def reachable(self, address: str, name: str) -> str:
        return f"Telegram {address}: answers and takes the token, the bot is {name}"

    def webhook(self, host: str) -> str:
        return (
            f"Telegram: a webhook is set, to {host}: another program gets the messages. "
            "Stop that program; the next start of the bot removes the webhook."
        )

    def privacy_on(self) -> str:
        return (
            "Telegram: privacy mode is on. In groups the bot sees commands, mentions and replies "
            "to it, which is all it needs."
        )

    def privacy_off(self) -> str:
        return (
            "Telegram: privacy mode is off. In groups the bot sees every message; it answers and "
            "keeps only what is meant for it."
        )

    def operators(self, count: int) -> str:
        return f"Telegram: {count:,} {'operator runs' if count == 1 else 'operators run'} the bot"

    def unclaimed(self) -> str:
        return (
            "Telegram: nobody runs the bot yet. Claim it: open the link that the start or "
            "`dbridge-bot claim` prints, or name yourself in telegram.operators."
        )

    def closed(self) -> str:
        return (
            "Telegram: nobody but the operators may write. "
            "telegram.allowed_users and telegram.allowed_chats let others in."
        )

    def may_write(self, people: str, groups: str) -> str:
        return f"Telegram: in private {people} may write, in groups {groups}"

    def operators_only(self) -> str:
        return "only the operators"

    def everybody(self) -> str:
        return "everybody"

    def listed_people(self, count: int) -> str:
        return f"{count:,} listed {'person' if count == 1 else 'people'} and the operators"

    def listed_groups(self, count: int) -> str:
        return f"the members of {count:,} listed {'group' if count == 1 else 'groups'}"


class TelegramDoctorChinese(TelegramDoctorTexts):
    """The doctor about Telegram in Chinese."""

    def no_token(self) -> str:
        return (
            "Telegram：没有 token，所以只能在终端里聊。"
            "向 @BotFather 申请一个，填到 telegram.token（TELEGRAM_BOT_TOKEN）。"
        )

    def token_refused(self, detail: str) -> str:
        return (
            f"Telegram：token 被拒绝（{detail}）。"
            "请从 @BotFather 完整复制到 telegram.token（TELEGRAM_BOT_TOKEN）。"
        )

    def unusable(self, detail: str) -> str:
        return f"Telegram：{detail}"

    def unreachable(self, address: str, detail: str) -> str:
        return (
            f"Telegram {address}：连不上（{detail}）。"
            "请检查网络、防火墙、telegram.proxy 和 telegram.api_base。"
        )

    def another_instance(self) -> str:
        return "Telegram：另一个进程在用同一个 token。请停掉其中一个，或另建一个机器人。"

    def limited(self) -> str:
        return "Telegram：现在要求少发请求。请过一分钟再试。"

    def odd(self, detail: str) -> str:
        return f"Telegram：返回了错误（{detail}）。请检查 telegram.api_base。"

    def reachable(self, address: str, name: str) -> str:
        return f"Telegram {address}：有响应，token 有效，机器人是 {name}"

    def webhook(self, host: str) -> str:
        return (
            f"Telegram：设置了 webhook，指向 {host}：消息会发给另一个程序。"
            "请停掉那个程序；机器人下次启动时会移除 webhook。"
        )

    def privacy_on(self) -> str:
        return "Telegram：隐私模式已打开。在群里只能看到命令、提及和对它的回复，这就够用了。"

    def privacy_off(self) -> str:
        return "Telegram：隐私模式已关闭。在群里能看到所有消息，但只回答和保存发给它的。"

    def operators(self, count: int) -> str:
        return f"Telegram：有 {count:,} 位运维者"

    def unclaimed(self) -> str:
        return (
            "Telegram：还没有运维者。请认领：打开启动时或 `dbridge-bot claim` 显示的链接，"
            "或把自己写进 telegram.operators。"
        )

    def closed(self) -> str:
        return (
            "Telegram：只有运维者可以写消息。"
            "telegram.allowed_users 和 telegram.allowed_chats 可以让别人也能用。"
        )

    def may_write(self, people: str, groups: str) -> str:
        return f"Telegram：可以写消息的：私聊是{people}，群里是{groups}"

    def operators_only(self) -> str:
        return "仅运维者"

    def everybody(self) -> str:
        return "所有人"

    def listed_people(self, count: int) -> str:
        return f"名单上的 {count:,} 人和运维者"

    def listed_groups(self, count: int) -> str:
        return f"名单上 {count:,} 个群的成员"


_TEXTS: dict[Language, TelegramDoctorTexts] = {
    "en": TelegramDoctorEnglish(),
    "zh": TelegramDoctorChinese(),
}


def of(language: Language) -> TelegramDoctorTexts:
    """Return the doctor's sentences about Telegram of a language."""
    return _TEXTS[language]
