"""Every number of the memory core, named once. Settings may replace them."""

from dataclasses import dataclass
from datetime import timedelta

MESSAGE_OVERHEAD_TOKENS = 4
"""What a message costs beside its text: role marks and separators."""
TITLE_CHARS = 40
"""Length of a title made from the first question."""
RERUNS = 3
"""How often a turn is answered anew after an Undo fenced it out."""

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30))
"""How long compaction waits after the third failure in a row, the fourth, and each one more."""
FAILURES_BEFORE_BACK_OFF = 3
LEAST_SAVING = 0.1
"""Share of the window that a few messages must take to be summarised: fewer than are kept."""
LEAST_COMPACTION_WINDOW = 4_000
"""Tokens of a call that summarises, however small the window of a prompt is."""
FOLDED_CHARS = 8_000
"""Longest message that is summarised whole; results of tools are shown as in a prompt."""
SUMMARY_ITEM_CHARS = 500
SUMMARY_SHARE = 0.15
"""Share of the context window that a summary is asked to stay within."""
LEAST_SUMMARY_TOKENS, MOST_SUMMARY_TOKENS = 300, 4_000

CALIBRATION_WEIGHT = 0.3
"""How much the newest request counts in a model's ratio of real to estimated tokens."""
LEAST_RATIO, MOST_RATIO = 1 / 3, 3.0
CALIBRATION_MARGIN = 1.05
"""An estimate up to this much too high is left alone, and calibration keeps as much in reserve."""
SESSIONS_MEASURED = 1_000
"""Of how many sessions the size of the last request is kept in memory."""

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
    l2_ratio: float = 0.5
    """Share of the window from which on the reuse of a summary counts (section 5.2)."""
    l3_ratio: float = 0.75
    """Share of the window from which on a prompt is compacted (section 5.3)."""
    keep_recent: int = 5
    """The newest messages, which compaction leaves as they are."""
    compaction_lease: timedelta = timedelta(seconds=120)
    """Longest time of one call that summarises; after a longer silence the claim is lost."""
    input_chars: int = 8_000
    """Longest message a person may send, in characters; 0 means no limit."""
    turn_timeout_s: float = 300.0
    tool_rounds: int = 8
    """How often a turn may ask for tools before it must answer."""
    tool_timeout_s: float = 30.0
    tool_result_chars: int = 16_000
    undo_within: timedelta = timedelta(minutes=10)

    @property
    def compaction_window(self) -> int:
        """Tokens of one call that summarises: the same model usually takes as much as a prompt."""
        return max(self.context_window, LEAST_COMPACTION_WINDOW)

    @property
    def summary_tokens(self) -> int:
        """Tokens that a summary is asked to stay within."""
        share = int(self.context_window * SUMMARY_SHARE)
        return min(max(share, LEAST_SUMMARY_TOKENS), MOST_SUMMARY_TOKENS)


DEFAULT = Policy()
