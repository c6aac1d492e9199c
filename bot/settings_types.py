"""The kinds of values that settings have: each accepts what a person may mean, and no more."""

import re
from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from bot.llm.providers import PROVIDERS

ANYBODY = "*"
SUPERGROUPS = 10**12
"""Supergroup 123 has the id -(this + 123)."""
LevelName = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


UNSHOWN = "unshown"
"""The kind of problem whose value is not repeated."""


def _number(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "true and false are no numbers")
    return value


def _level(value: object) -> object:
    level = value.upper() if isinstance(value, str) else value
    return level if level in get_args(LevelName) else value


def _word(name: str) -> str:
    if not re.fullmatch(r"[\w.-]{1,64}", name):
        raise ValueError("must be 1 to 64 letters, digits or any of . _ - without spaces")
    return name


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


def _id(value: object) -> object:
    """A whole number, however it is written, becomes text; the rest is refused by the check."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _is_id(text: str) -> bool:
    return re.fullmatch(r"-?[1-9][0-9]{0,18}", text, re.ASCII) is not None


def _operator(text: str) -> str:
    if not _is_id(text):
        raise ValueError("must be the numeric id of a person; /whoami tells it")
    if text.startswith("-"):
        raise ValueError("must be the id of a person; negative ids are those of groups")
    return text


def _person(text: str) -> str:
    return text if text == ANYBODY else _operator(text)


def _group(text: str) -> str:
    if text == ANYBODY or (_is_id(text) and text.startswith("-")):
        return text
    if not _is_id(text):
        raise ValueError('must be the numeric id of a group, or "*"; /whoami tells it')
    supergroup = -(SUPERGROUPS + int(text))
    raise ValueError(f"must be negative: -{text} for a group, {supergroup} for a supergroup")


def _address(url: str) -> str:
    if not re.fullmatch(r"https?://[^\s/]\S*", url):
        raise ValueError("must begin with https:// or http://")
    return url


def _proxy(url: str) -> str:
    return url and _address(url)


def _sqlite(url: str) -> str:
    path = url.removeprefix("sqlite:///")
    if path == url or not path or "?" in path:
        raise ValueError("must be sqlite:///PATH; this release keeps its data in SQLite only")
    return url


def _provider(name: str) -> str:
    names = ("auto", *PROVIDERS)
    if name not in names:
        raise ValueError(f"must be {', '.join(map(repr, names[:-1]))} or {names[-1]!r}")
    return name


def _base_url(url: str) -> str:
    """Return ``url`` as the SDK wants it; a trailing slash and /v1 are what people copy along."""
    url = url.strip()
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be http://HOST[:PORT] or https://HOST[:PORT]")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise PydanticCustomError(
            UNSHOWN, "must be without @, ? and #; the key belongs in llm.api_key"
        )
    return url.rstrip("/").removesuffix("/v1").rstrip("/")


Count = Annotated[int, BeforeValidator(_number)]
"""A whole number; each key says its range."""
Amount = Annotated[float, BeforeValidator(_number), Field(allow_inf_nan=False)]
"""A number; each key says its range."""
Level = Annotated[LevelName, BeforeValidator(_level)]
"""A log level in any case."""
Word = Annotated[str, AfterValidator(_word)]
"""A name that can be typed after a command."""
Name = Annotated[str, AfterValidator(_name)]
"""Text that says something."""
Database = Annotated[str, AfterValidator(_sqlite)]
"""The URL of the database."""
Provider = Annotated[str, AfterValidator(_provider)]
"""Who writes the answers."""
BaseUrl = Annotated[str, AfterValidator(_base_url)]
"""Where a server of models listens; empty is the usual one."""
WebAddress = Annotated[str, AfterValidator(_address)]
"""Where a server is."""
Proxy = Annotated[str, AfterValidator(_proxy)]
"""The URL of an HTTP proxy, or nothing."""
Operator = Annotated[str, BeforeValidator(_id), AfterValidator(_operator)]
"""The id of a person."""
PersonOrAny = Annotated[str, BeforeValidator(_id), AfterValidator(_person)]
"""The id of a person, or "*"."""
GroupOrAny = Annotated[str, BeforeValidator(_id), AfterValidator(_group)]
"""The id of a group, or "*"."""
