"""Who may talk to the bot: closed unless the configuration opens it."""

from collections.abc import Collection

from bot.settings_types import ANYBODY
from bot.telegram import keys
from memory_core.model import UserId


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

    def is_operator(self, user_id: int) -> bool:
        """Whether somebody runs the bot; chats that speak for themselves never do."""
        return user_id > 0 and keys.user(user_id) in self._operators

    @property
    def operators(self) -> frozenset[UserId]:
        """Who runs the bot now."""
        return frozenset(self._operators)

    @property
    def has_operators(self) -> bool:
        """Whether anybody runs the bot yet."""
        return bool(self._operators)

    @property
    def counted(self) -> str:
        """How many may write, for the log."""
        people = "everybody" if ANYBODY in self._users else len(self._users)
        groups = "all" if ANYBODY in self._chats else len(self._chats)
        return f"operators {len(self._operators)}, people {people}, groups {groups}"

    def enrol(self, user: UserId) -> None:
        """Let somebody run the bot from now on."""
        self._operators.add(user)

    def serves(self, chat_id: int) -> bool:
        """Whether a group is listed."""
        return ANYBODY in self._chats or str(chat_id) in self._chats

    def move(self, old: int, new: int) -> None:
        """List a group under its new id too: it became a supergroup."""
        if str(old) in self._chats:
            self._chats |= {str(new)}

    def may_talk(self, user_id: int, chat_id: int, *, private: bool) -> bool:
        """Whether the bot answers: listed people in private, anybody in listed groups."""
        if self.is_operator(user_id):
            return True
        if private:
            return ANYBODY in self._users or str(user_id) in self._users
        return self.serves(chat_id)
