"""Token estimate by character class, counted on UTF-8 lead bytes (replaces section 11.1).

The weights are hundredths of a token a character, fitted on texts of many kinds; sums are
integers, so the estimate never shrinks when text is added.
"""

from string import ascii_letters, digits

from memory_core.model import ToolRound
from memory_core.policy import MESSAGE_OVERHEAD_TOKENS

_LETTERS = ascii_letters.encode()
_DIGITS = digits.encode()
_MARKS = bytes(set(range(0x80)) - set(_LETTERS + _DIGITS + b" "))
_CONTINUATION = bytes(range(0x80, 0xC0))
_Classes = tuple[tuple[bytes, int], ...]
_ASCII: _Classes = ((_LETTERS, 27), (_DIGITS, 72), (_MARKS, 56))
_WIDE: _Classes = (
    (bytes(range(0xE4, 0xEA)), 110),  # Han
    (b"\xe3", 95),  # kana, CJK punctuation
    (b"\xef", 100),  # full-width forms
    (bytes(range(0xEA, 0xEE)), 145),  # Hangul
    (bytes(range(0xD0, 0xD4)), 65),  # Cyrillic
    (bytes((*range(0xCB, 0xD0), *range(0xD4, 0xE0))), 115),  # Greek, Hebrew, Arabic
    (bytes(range(0xC2, 0xCB)), 200),  # accented Latin: words with such letters are cut small
    (b"\xe2", 120),  # arrows, box drawing and other symbols
    (b"\xe0\xe1\xee", 150),  # other three-byte scripts
    (bytes(range(0xF0, 0xF5)), 260),  # emoji and other four-byte characters
)


def estimate(text: str) -> int:
    """Return about how many tokens ``text`` is for a model; never less for a longer text."""
    leads, classes = text.encode("utf-8", "replace"), _ASCII
    if not text.isascii():
        leads, classes = leads.translate(None, _CONTINUATION), _ASCII + _WIDE
    hundredths, size = 0, len(leads)
    for members, weight in classes:
        hundredths += (size - len(leads.translate(None, members))) * weight
    return -(-hundredths // 100)


def of_message(content: str, rounds: tuple[ToolRound, ...] = ()) -> int:
    """Return the cost of a message: its text, its tool rounds and what surrounds them."""
    return estimate(content) + MESSAGE_OVERHEAD_TOKENS + of_rounds(rounds)


def of_rounds(rounds: tuple[ToolRound, ...]) -> int:
    """Return the cost of tool rounds: what was said, asked and found."""
    total = 0
    for step in rounds:
        total += estimate(step.text) + 2 * MESSAGE_OVERHEAD_TOKENS
        for call in step.calls:
            total += estimate(call.name) + estimate(call.arguments) + estimate(call.result)
            total += 2 * MESSAGE_OVERHEAD_TOKENS
    return total
