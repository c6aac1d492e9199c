"""How soon a message may go: what was sent so far, weighed against Telegram's rates."""

from collections import deque
from dataclasses import dataclass, field

from bot.telegram.pace import Pace


@dataclass(slots=True)
class Account:
    """What one chat has used up."""

    even: float = 0.0
    """When all messages so far would have been sent at one an interval."""
    silent_until: float = 0.0
    sent: deque[float] = field(default_factory=deque)
    """Of groups: when, within the window."""


class Ledger:
    """Points in time are given; waits are seconds, 0 or less when there is room now."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._accounts: dict[int, Account] = {}
        self._sent: deque[float] = deque()
        self._swept = 0.0

    def chat_wait(
        self, chat_id: int, now: float, *, keep: int = 0, keep_in_group: int = 0
    ) -> float:
        """Return how long the chat must wait when so many messages stay free."""
        account = self._accounts.get(chat_id)
        if account is None:
            return 0.0
        ahead = (self._pace.chat_burst - 1 - keep) * self._pace.chat_interval_s
        allowed = self._pace.group_messages - keep_in_group
        in_group = _window_wait(account.sent, now, self._pace.group_window_s, allowed)
        return max(account.silent_until - now, account.even - ahead - now, in_group)

    def overall_wait(self, now: float, *, keep: int = 0) -> float:
        """Return how long everybody must wait when so many messages stay free."""
        allowed = self._pace.overall_messages - keep
        return _window_wait(self._sent, now, self._pace.overall_window_s, allowed)

    def spend(self, chat_id: int, now: float) -> None:
        """Note a message."""
        self._sweep(now)
        account = self._accounts.setdefault(chat_id, Account(even=now))
        account.even = max(account.even, now) + self._pace.chat_interval_s
        if chat_id < 0:
            account.sent.append(now)
        self._sent.append(now)

    def silence(self, chat_id: int, until: float) -> None:
        """Let nothing go to the chat before then."""
        account = self._accounts.setdefault(chat_id, Account())
        account.silent_until = max(account.silent_until, until)

    def _sweep(self, now: float) -> None:
        """Forget the chats that have all their room again."""
        if now - self._swept < self._pace.group_window_s:
            return
        self._swept = now
        self._accounts = {
            chat_id: account
            for chat_id, account in self._accounts.items()
            if max(account.even, account.silent_until) > now or self._recent(account, now)
        }

    def _recent(self, account: Account, now: float) -> bool:
        return bool(account.sent) and account.sent[-1] > now - self._pace.group_window_s


def _window_wait(sent: deque[float], now: float, window: float, allowed: int) -> float:
    """How long until fewer than ``allowed`` lie in the window that ends then."""
    while sent and sent[0] <= now - window:
        sent.popleft()
    return 0.0 if len(sent) < allowed else sent[-allowed] + window - now
