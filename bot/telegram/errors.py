"""What a call to Telegram may come to. No text in here holds a credential."""

from memory_core.errors import BotError, OperatorError


class TelegramTrouble(BotError):
    """A call to Telegram did not do what was asked."""


class SendRefused(TelegramTrouble):
    """Telegram will not do it, today or tomorrow; ``description`` is what it says."""

    def __init__(self, description: str, code: int = 400) -> None:
        super().__init__(f"{code}: {description}")
        self.description, self.code = description, code


class MessageGone(SendRefused):
    """The message to edit was deleted or is not the bot's: send a new one."""


class SendUncertain(TelegramTrouble):
    """The message may have arrived: the answer was lost. It must not be sent again blindly."""


class TelegramUnreachable(TelegramTrouble):
    """Several tries have failed and another one later does no harm."""


class FloodLimited(TelegramTrouble):
    """Nothing was sent: Telegram asks to wait ``retry_after`` seconds, longer than a call does."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"too many requests, retry after {retry_after:g} s")
        self.retry_after = retry_after


class ChatGone(TelegramTrouble):
    """Nothing can be sent there until somebody acts: blocked, kicked, never started, deleted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ChatMigrated(TelegramTrouble):
    """The group became a supergroup: everything kept under its id belongs to the new one."""

    def __init__(self, new_chat_id: int) -> None:
        super().__init__(f"the group is now the supergroup {new_chat_id}")
        self.new_chat_id = new_chat_id


class DownloadFailed(TelegramTrouble):
    """A file did not come; ``status`` is the HTTP status, None when there was no answer."""

    def __init__(self, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.status = status


class WebhookActive(TelegramTrouble):
    """Updates cannot be polled while a webhook is set."""


class AnotherInstance(TelegramTrouble, OperatorError):
    """Another process polls with the same token."""


class TokenRefused(TelegramTrouble, OperatorError):
    """The bot token is malformed, wrong or revoked."""
