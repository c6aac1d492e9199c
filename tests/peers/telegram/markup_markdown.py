"""parse_mode MarkdownV2: reserved characters must be escaped, markers must be closed."""

import re
from typing import Any

from . import utf16
from .errors import ApiError, bad_request

Entity = dict[str, Any]

_RESERVED = "_*[]()~`>#+-=|{}.!"
_MARKERS = (("||", "spoiler"), ("__", "underline"), ("*", "bold"), ("_", "italic"))
_PAIRS = (*_MARKERS, ("~", "strikethrough"))
_FENCE = re.compile(r"```(?:([!-_a-~]+)\n)?\n?((?:\\.|(?!```).)*)```", re.DOTALL)
_CODE = re.compile(r"`((?:\\.|[^`\\])*)`", re.DOTALL)
_URL = re.compile(r"\]\(((?:\\.|[^)\\])*)\)")


class _Parser:
    """Reads left to right; an open marker waits on the stack for its twin."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.out = ""
        self.stack: list[tuple[str, int, int]] = []
        self.entities: list[Entity] = []

    def run(self) -> tuple[str, list[Entity]]:
        position = 0
        while position < len(self.source):
            position = self._step(position)
        if self.stack:
            kind, begin, _ = self.stack[-1]
            raise _cannot(
                f"Can't find end of {_NAMES.get(kind, kind)} entity "
                f"at byte offset {self._byte(begin)}"
            )
        return self.out, self.entities

    def _byte(self, position: int) -> int:
        return len(self.source[:position].encode())

    def _step(self, position: int) -> int:
        char = self.source[position]
        if char == "\\" and position + 1 < len(self.source):
            self.out += self.source[position + 1]
            return position + 2
        if char == "`":
            return self._code(position)
        if char == "[":
            self.stack.append(("text_link", position, utf16.length(self.out)))
            return position + 1
        if char == "]" and self.stack and self.stack[-1][0] == "text_link":
            return self._link(position)
        for marker, kind in _PAIRS:
            if self.source.startswith(marker, position):
                self._toggle(kind, position)
                return position + len(marker)
        if char in _RESERVED:
            raise _cannot(
                f"Character '{char}' is reserved and must be escaped with the preceding '\\'"
            )
        self.out += char
        return position + 1

    def _toggle(self, kind: str, position: int) -> None:
        here = utf16.length(self.out)
        if self.stack and self.stack[-1][0] == kind:
            _, _, start = self.stack.pop()
            self._add(kind, start, here)
        else:
            self.stack.append((kind, position, here))

    def _add(self, kind: str, start: int, stop: int, **more: str) -> None:
        if stop > start:
            self.entities.append({"type": kind, "offset": start, "length": stop - start, **more})

    def _code(self, position: int) -> int:
        fenced = self.source.startswith("```", position)
        match = (_FENCE if fenced else _CODE).match(self.source, position)
        if match is None:
            name = "Pre" if fenced else "Code"
            raise _cannot(f"Can't find end of {name} entity at byte offset {self._byte(position)}")
        start = utf16.length(self.out)
        self.out += re.sub(r"\\(.)", r"\1", match.group(2 if fenced else 1))
        language = {"language": match.group(1)} if fenced and match.group(1) else {}
        self._add("pre" if fenced else "code", start, utf16.length(self.out), **language)
        return match.end()

    def _link(self, position: int) -> int:
        match = _URL.match(self.source, position)
        if match is None:
            raise _cannot(f"Can't find end of a URL at byte offset {self._byte(position)}")
        _, _, start = self.stack.pop()
        url = re.sub(r"\\(.)", r"\1", match.group(1))
        self._add("text_link", start, utf16.length(self.out), url=url)
        return match.end()


_NAMES = {
    "bold": "Bold", "italic": "Italic", "underline": "Underline", "spoiler": "Spoiler",
    "strikethrough": "Strikethrough", "text_link": "TextUrl",
}  # fmt: skip


def parse_markdown(source: str) -> tuple[str, list[Entity]]:
    """The visible text and its entities, or 400 "can't parse entities: …"."""
    return _Parser(source).run()


def _cannot(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
