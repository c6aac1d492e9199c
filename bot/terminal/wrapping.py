"""Breaks prose between words where the screen ends, while it is still being written."""

from collections.abc import Callable

from wcwidth import wcswidth, wcwidth

ZERO_WIDTH_JOINER = "\u200d"
FENCE = "```"
VERBATIM = (" ", "\t", "|")
"""Lines that begin like this are code or tables and stay as they are, so do fenced ones."""
CLOSING = "，。！？；：、）》」』】…”’"
"""Wide characters that do not begin a line."""


class Wrapper:
    """Takes text in pieces and returns what can be shown of it; only the last word is held back.

    ``width`` tells how many cells a line has, now.
    """

    def __init__(self, width: Callable[[], int]) -> None:
        self._width = width
        self._shown: list[str] = []
        self._line = self._gap = self._word = ""
        self._column, self._fenced = 0, False

    def feed(self, text: str) -> str:
        """Take the next piece."""
        for char in text:
            if char == "\n":
                self._end_line()
            elif self._fenced or (self._line or char).startswith(VERBATIM):
                self._shown.append(char)
            else:
                self._take(char)
            if char != "\n" and len(self._line) < len(FENCE):
                self._line += char
        return self._so_far()

    def flush(self) -> str:
        """Return what was held back."""
        self._place()
        return self._so_far()

    def _so_far(self) -> str:
        shown, self._shown = "".join(self._shown), []
        return shown

    def _end_line(self) -> None:
        self._place()
        self._shown.append("\n")
        if self._line == FENCE:
            self._fenced = not self._fenced
        self._line, self._gap, self._column = "", "", 0

    def _take(self, char: str) -> None:
        if char == " ":
            self._place()
            self._gap += char
            return
        if self._word and _may_part(self._word[-1], char):
            self._place()
        self._word += char

    def _place(self) -> None:
        """Show the word that is complete, on a new line if this one has no room for it."""
        if not self._word:
            return
        room = self._width() - self._column - len(self._gap)
        cells = max(0, wcswidth(self._word))
        if cells > room and self._column:
            self._shown += "\n", self._word
            self._column = cells
        else:
            self._shown += self._gap, self._word
            self._column += len(self._gap) + cells
        self._gap = self._word = ""


def _may_part(before: str, after: str) -> bool:
    """Tell whether a line may end between two characters without a space."""
    if before == ZERO_WIDTH_JOINER or after in CLOSING or wcwidth(after) == 0:
        return False
    return wcwidth(before) > 1 or wcwidth(after) > 1
