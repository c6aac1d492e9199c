"""Every number of the memory core, named once. Settings may replace them."""

from dataclasses import dataclass
from datetime import timedelta

MESSAGE_OVERHEAD_TOKENS = 4
"""What a message costs beside its text: role marks and separators."""
TITLE_CHARS = 40
"""Length of a title made from the first question."""
RERUNS = 3
"""How often a turn is answered anew after an Undo fenced it out."""

WRONG_CLAIMS = 5
"""How many wrong guesses end a one-time code."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """Limits and thresholds (sections 5 and 11.2)."""

    context_window: int = 32_000
    """Token budget of a prompt; the answer is not part of it."""
    l1_max_chars: int = 2_000
    l1_head: int = 1_000
    l1_tail: int = 1_000
    input_chars: int = 8_000
    """Longest message a person may send, in characters; 0 means no limit."""
    turn_timeout_s: float = 300.0
    tool_rounds: int = 8
    """How often a turn may ask for tools before it must answer."""
    tool_timeout_s: float = 30.0
    tool_result_chars: int = 16_000
    undo_within: timedelta = timedelta(minutes=10)


DEFAULT = Policy()
