"""Who there is: people, bots, Telegram's own accounts, and their standing in chats."""

from dataclasses import dataclass

PRESENT = ("creator", "administrator", "member", "restricted")


@dataclass(eq=False, kw_only=True)
class User:
    """Anybody with a user id: a person, a bot, or one of Telegram's own accounts."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name or ''}".strip()


# Telegram's own senders: the names behind anonymous admins, channels and automatic forwards.
ANONYMOUS_ADMIN = User(
    id=1087968824, first_name="Group", username="GroupAnonymousBot", is_bot=True
)
CHANNEL_BOT = User(id=136817688, first_name="Channel", username="Channel_Bot", is_bot=True)
SERVICE_ACCOUNT = User(id=777000, first_name="Telegram")


@dataclass(eq=False, kw_only=True)
class Member:
    """Somebody's standing in a chat; `rights` are the can_… fields that are true."""

    user: User
    status: str
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def present(self) -> bool:
        """In the chat now."""
        return self.status in PRESENT


@dataclass(eq=False, kw_only=True)
class Topic:
    """A forum topic; its id is the message id of its creation."""

    id: int
    name: str
    creator: User
    created: int
    closed: bool = False
    deleted: bool = False
