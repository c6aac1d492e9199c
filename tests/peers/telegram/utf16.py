"""Telegram counts text in UTF-16 code units; Python counts code points."""


def length(text: str) -> int:
    """UTF-16 code units in `text`."""
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


def starts(text: str) -> list[int]:
    """The UTF-16 offset at which each character starts, and the length at the end."""
    offsets = [0]
    for char in text:
        offsets.append(offsets[-1] + 1 + (ord(char) > 0xFFFF))
    return offsets


def part(text: str, offset: int, size: int) -> str:
    """The `size` code units from `offset`."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return raw[2 * offset : 2 * (offset + size)].decode("utf-16-le", "replace")
