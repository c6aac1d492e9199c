"""parse_mode HTML, as strict as the server: one bad tag refuses the whole message."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from . import utf16
from .errors import ApiError, bad_request

Entity = dict[str, Any]

_SIMPLE = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline",
    "ins": "underline", "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler",
}  # fmt: skip
_SPECIAL = ("a", "tg-emoji", "tg-time", "pre", "code", "blockquote")
_REFERENCE = re.compile(r"&(?:#\d{1,8}|#x[0-9a-fA-F]{1,7}|lt|gt|amp|quot);?")
_ATTRIBUTE = re.compile(
    r"\s*(?P<name>[^\s=>]+)\s*(?:=\s*(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)'|(?P<c>[\w.-]+)))?"
)
_TAG_NAME = re.compile(r"[^\s>]*")


@dataclass(kw_only=True)
class _Open:
    name: str
    attributes: dict[str, str]
    offset: int
    index: int


class _Parser:
    """Reads left to right; `out` is the visible text so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.out = ""
        self.stack: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> tuple[str, list[Entity]]:
        position = 0
        while position < len(self.source):
            position = self._step(position)
        if self.stack:
            raise _cannot(
                f'Can\'t find end tag corresponding to start tag "{self.stack[-1].name}"'
            )
        return self.out, self.entities

    def _step(self, position: int) -> int:
        if self.source[position] == "&" and (match := _REFERENCE.match(self.source, position)):
            self.out += unescape(match.group().rstrip(";") + ";")
            return match.end()
        if self.source[position] != "<":
            self.out += self.source[position]
            return position + 1
        close = self.source.startswith("</", position)
        return self._end(position) if close else self._start(position)

    def _byte(self, position: int) -> int:
        return len(self.source[:position].encode())

    def _start(self, position: int) -> int:
        match = _TAG_NAME.match(self.source, position + 1)
        stop = match.end() if match else position
        byte = self._byte(position)
        if stop >= len(self.source):
            raise _cannot(f"Unclosed start tag at byte offset {byte}")
        name = self.source[position + 1 : stop].lower()
        if name not in _SIMPLE and name not in _SPECIAL:
            raise _cannot(f'Unsupported start tag "{name}" at byte offset {byte}')
        attributes, stop = self._attributes(name, position, stop)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise _cannot(f'Tag "span" must have class "tg-spoiler" at byte offset {byte}')
        here = utf16.length(self.out)
        self.stack.append(
            _Open(name=name, attributes=attributes, offset=here, index=len(self.out))
        )
        return stop + 1

    def _attributes(self, tag: str, begin: int, position: int) -> tuple[dict[str, str], int]:
        found: dict[str, str] = {}
        while True:
            while position < len(self.source) and self.source[position].isspace():
                position += 1
            match = _ATTRIBUTE.match(self.source, position)
            if position < len(self.source) and self.source[position] == ">":
                return found, position
            if match is None:
                raise _cannot(f"Unclosed start tag at byte offset {self._byte(begin)}")
            value = next((v for v in match.group("a", "b", "c") if v is not None), None)
            if value is None and not (tag == "blockquote" and match["name"] == "expandable"):
                raise _cannot(
                    "Expected equal sign in declaration of an attribute of the tag "
                    f'"{tag}" at byte offset {self._byte(begin)}'
                )
            found[match["name"].lower()] = unescape(value or "")
            position = match.end()

    def _end(self, position: int) -> int:
        byte = self._byte(position)
        if not self.stack:
            raise _cannot(f"Unexpected end tag at byte offset {byte}")
        stop = self.source.find(">", position)
        if stop < 0:
            raise _cannot(f"Unclosed end tag at byte offset {byte}")
        name = self.source[position + 2 : stop].strip().lower()
        opened = self.stack.pop()
        if name not in {"", opened.name}:
            raise _cannot(
                f'Unmatched end tag at byte offset {byte}, expected "</{opened.name}>", '
                f'found "</{name}>"'
            )
        size = utf16.length(self.out) - opened.offset
        if size > 0:
            self._close(opened, size)
        return stop + 1

    def _close(self, opened: _Open, size: int) -> None:
        entity: Entity = {"type": opened.name, "offset": opened.offset, "length": size}
        if opened.name in _SIMPLE:
            entity["type"] = _SIMPLE[opened.name]
        elif opened.name == "blockquote" and "expandable" in opened.attributes:
            entity["type"] = "expandable_blockquote"
        elif opened.name == "a":
            entity |= _link(opened.attributes.get("href") or self.out[opened.index :])
        elif opened.name == "tg-time":
            entity |= _time(opened.attributes.get("unix", ""))
        elif opened.name == "tg-emoji":
            entity |= _emoji(opened.attributes.get("emoji-id", ""))
        elif opened.name in {"pre", "code"} and self._joins_code(opened, size):
            return
        self.entities.append(entity)

    def _joins_code(self, opened: _Open, size: int) -> bool:
        """<pre><code class="language-x">: one pre entity with a language."""
        language = opened.attributes.get("class", "").removeprefix("language-")
        outer = self.stack[-1] if self.stack else None
        if opened.name == "code" and outer and outer.name == "pre":
            outer.attributes["language"] = language
            outer.attributes["size"] = str(size)
            return outer.offset == opened.offset and bool(language)
        if opened.name == "pre" and opened.attributes.get("size") == str(size):
            language = opened.attributes["language"]
            entity = {"type": "pre", "offset": opened.offset, "length": size}
            self.entities.append(entity | ({"language": language} if language else {}))
            return True
        return False


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The visible text and its entities, or 400 "can't parse entities: …"."""
    return _Parser(source).run()


def _link(url: str) -> Entity:
    if match := re.fullmatch(r"tg://user\?id=(\d+)", url):
        return {"type": "text_mention", "user": {"id": int(match.group(1))}}
    return {"type": "text_link", "url": url}


def _emoji(identifier: str) -> Entity:
    if not identifier.isdigit():
        raise _cannot("Invalid custom emoji identifier specified")
    return {"type": "custom_emoji", "custom_emoji_id": identifier}


def _time(unix: str) -> Entity:
    if not unix.isdigit():
        raise _cannot("Invalid date specified")
    return {"type": "date_time", "unix_time": int(unix)}


def _cannot(why: str) -> ApiError:
    return bad_request(f"can't parse entities: {why}")
