"""The server's patience, switched off unless a test wants it.

About a message a second per chat, twenty a minute in groups, thirty a second overall.
"""

import math
from collections import deque
from dataclasses import dataclass, field

from .chats import Chat
from .clock import TwinClock
from .errors import too_many_requests

COUNTED = frozenset(
    {
        "sendMessage", "sendDocument", "sendPhoto", "editMessageText", "editMessageCaption",
        "editMessageReplyMarkup",
    }
)  # fmt: skip


@dataclass(kw_only=True)
class FloodBudget:
    """Refuses with 429 and the seconds to wait; refused calls cost nothing."""

    clock: TwinClock
    on: bool = False
    per_chat: float = 1.0
    burst: int = 3
    group_per_minute: int = 20
    overall_per_second: int = 30
    refused: int = 0
    _tokens: dict[int, tuple[float, float]] = field(default_factory=dict)
    _recent: dict[int, deque[float]] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)
    _until: dict[int, float] = field(default_factory=dict)

    def spend(self, method: str, chat: Chat) -> None:
        """Pay for one call, or be told to wait."""
        if not self.on or method not in COUNTED:
            return
        now = self.clock.now()
        wait = max(self._locked(chat, now), self._chat_wait(chat, now), self._wait_overall(now))
        if chat.user is None:
            wait = max(wait, self._group_wait(chat, now))
        if wait > 0:
            self._refuse(chat, now, max(1, math.ceil(wait)))
        tokens = self._refilled(chat, now)
        self._tokens[chat.id] = (tokens - 1, now)
        self._recent.setdefault(chat.id, deque()).append(now)
        self._all.append(now)

    def _refuse(self, chat: Chat, now: float, seconds: int) -> None:
        self.refused += 1
        self._until[chat.id] = max(self._until.get(chat.id, 0), now + seconds)
        raise too_many_requests(seconds)

    def _locked(self, chat: Chat, now: float) -> float:
        """After a refusal the whole waiting time counts."""
        return self._until.get(chat.id, 0) - now

    def _refilled(self, chat: Chat, now: float) -> float:
        tokens, at = self._tokens.get(chat.id, (float(self.burst), now))
        return min(float(self.burst), tokens + (now - at) * self.per_chat)

    def _chat_wait(self, chat: Chat, now: float) -> float:
        tokens = self._refilled(chat, now)
        return 0 if tokens >= 1 else (1 - tokens) / self.per_chat

    def _group_wait(self, chat: Chat, now: float) -> float:
        return _window_wait(
            self._recent.setdefault(chat.id, deque()), now, 60, self.group_per_minute
        )

    def _wait_overall(self, now: float) -> float:
        return _window_wait(self._all, now, 1, self.overall_per_second)


def _window_wait(sent: deque[float], now: float, seconds: int, limit: int) -> float:
    while sent and sent[0] <= now - seconds:
        sent.popleft()
    return 0 if len(sent) < limit else sent[-limit] + seconds - now
