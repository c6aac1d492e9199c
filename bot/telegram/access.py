"""Who may talk to the bot: closed unless the configuration opens it."""

from collections.abc import Collection

from bot.telegram import keys
from memory_core.model import UserId

ANYBODY = "*"


class Access:
    """The configured lists, and the operators, who grow by claims."""

    def __init__(
        self,
        *,
        users: Collection[str],
        chats: Collection[str],
        operators: Collection[UserId],
    ) -> None:
        self._users, self._chats = frozenset(users), frozenset(chats)
        self._operators = set(operators)
        self.claim_on_offer = False
        """Whether a code may be about, so that one seen in a group is burnt."""

    def is_operator(self, user_id: int) -> bool:
        """Whether somebody runs the bot; chats that speak for themselves never do."""
        return user_id > 0 and keys.user(user_id) in self._operators

    @property
    def has_operators(self) -> bool:
        """Whether anybody runs the bot yet."""
        return bool(self._operators)

    def enrol(self, user: UserId) -> None:
        """Let somebody run the bot from now on."""
        self._operators.add(user)

    def may_talk(self, user_id: int, chat_id: int, *, private: bool) -> bool:
        """Whether the bot answers: listed people in private, anybody in listed groups."""
        if self.is_operator(user_id):
            return True
        listed, key = (self._users, user_id) if private else (self._chats, chat_id)
        return ANYBODY in listed or str(key) in listed
