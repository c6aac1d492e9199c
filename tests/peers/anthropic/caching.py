"""The prompt cache: which part of a prompt was read, written or paid in full.

A prefix is written where a block carries cache_control and read when an earlier request wrote
exactly the same bytes; the API looks back at most twenty blocks from each mark.
https://platform.claude.com/docs/en/build-with-claude/prompt-caching
"""

import hashlib
from dataclasses import dataclass

from .errors import Json
from .prompt import Segment, segments

LOOKBACK_BLOCKS = 20
LIFETIMES = {"5m": 300.0, "1h": 3600.0}


@dataclass(frozen=True, kw_only=True)
class InputUsage:
    """Input tokens by what they cost."""

    full_price: int
    read: int
    written_5m: int
    written_1h: int

    def as_json(self) -> Json:
        """The input half of the API's `usage`."""
        return {
            "input_tokens": self.full_price,
            "cache_creation_input_tokens": self.written_5m + self.written_1h,
            "cache_read_input_tokens": self.read,
        }


@dataclass(frozen=True, kw_only=True)
class _Prefix:
    """The prompt up to and with one block."""

    key: str
    tokens: int
    ttl: str | None


class PromptCache:
    """Prefixes written so far; each is forgotten a lifetime after its last use."""

    def __init__(self, *, minimum_tokens: int) -> None:
        self._minimum = minimum_tokens
        self._expiry: dict[str, float] = {}
        self._lifetime: dict[str, float] = {}

    def use(self, body: Json, now: float) -> InputUsage:
        """Account for one request, then remember what it wrote."""
        prefixes = _prefixes(str(body.get("model")), segments(body))
        marks = [index for index, prefix in enumerate(prefixes) if prefix.ttl]
        read = self._longest_known(prefixes, marks, now)
        written = self._write(prefixes, marks, read, now)
        total = prefixes[-1].tokens if prefixes else 0
        return InputUsage(
            full_price=total - read - sum(written.values()),
            read=read,
            written_5m=written["5m"],
            written_1h=written["1h"],
        )

    def _longest_known(self, prefixes: list[_Prefix], marks: list[int], now: float) -> int:
        reachable = {
            index for mark in marks for index in range(max(0, mark - LOOKBACK_BLOCKS), mark + 1)
        }
        known = [
            prefixes[index]
            for index in sorted(reachable)
            if self._expiry.get(prefixes[index].key, now) > now
        ]
        if not known:
            return 0
        self._keep(known[-1].key, now)
        return known[-1].tokens

    def _write(
        self, prefixes: list[_Prefix], marks: list[int], read: int, now: float
    ) -> dict[str, int]:
        written = dict.fromkeys(LIFETIMES, 0)
        covered = read
        for prefix in (prefixes[mark] for mark in marks):
            if prefix.tokens < self._minimum or prefix.ttl is None:
                continue
            written[prefix.ttl] += max(0, prefix.tokens - covered)
            covered = max(covered, prefix.tokens)
            self._lifetime[prefix.key] = LIFETIMES[prefix.ttl]
            self._keep(prefix.key, now)
        return written

    def _keep(self, key: str, now: float) -> None:
        self._expiry[key] = now + self._lifetime[key]


def _prefixes(model: str, blocks: list[Segment]) -> list[_Prefix]:
    running = hashlib.sha256(model.encode())
    tokens = 0
    found = []
    for block in blocks:
        running.update(block.text.encode("utf-8", "surrogatepass") + b"\0")
        tokens += block.tokens
        ttl = block.cache_control.get("ttl", "5m") if block.cache_control else None
        found.append(_Prefix(key=running.hexdigest(), tokens=tokens, ttl=ttl))
    return found
