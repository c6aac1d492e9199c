"""Text that can be stored and cut: valid Unicode, boundaries between characters."""

from wcwidth import grapheme_boundary_before, iter_graphemes


def clean(text: str) -> str:
    """Return ``text`` as valid Unicode: pairs of surrogates joined, lone ones and NUL replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", "\ufffd")


def boundary_before(text: str, index: int) -> int:
    """Return the last grapheme boundary at or before ``index`` (UAX #29)."""
    if index <= 0 or index >= len(text):
        return max(0, min(index, len(text)))
    start = _safe_start(text, index)
    return start + grapheme_boundary_before(text[start : index + 1], index + 1 - start)


def boundary_after(text: str, index: int) -> int:
    """Return the first grapheme boundary at or after ``index``."""
    before = boundary_before(text, index)
    if before >= min(index, len(text)):
        return before
    return before + len(next(iter_graphemes(text, before)))


def first_line(text: str, chars: int) -> str:
    """Return the first line of ``text``, shortened to at most ``chars`` with an ellipsis."""
    line = text.strip().partition("\n")[0].strip()
    if len(line) <= chars:
        return line
    return line[: boundary_before(line, chars - 1)].rstrip() + "…"


def _safe_start(text: str, index: int) -> int:
    """Walk back to a character that surely starts a cluster, so that only a few are looked at."""
    at = index - 1
    while at > 0 and not (_plain(text[at]) and _plain(text[at - 1])):
        at -= 1
    return at


def _plain(char: str) -> bool:
    """Printable ASCII and common CJK: never joined to what stands before them."""
    return " " <= char <= "~" or "\u3041" <= char <= "\u3096" or "\u4e00" <= char <= "\u9fff"
