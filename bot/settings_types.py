"""The kinds of values that settings have: each accepts what a person may mean, and no more."""

import re
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

LevelName = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


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


def _sqlite(url: str) -> str:
    path = url.removeprefix("sqlite:///")
    if path == url or not path or "?" in path:
        raise ValueError("must be sqlite:///PATH; this release keeps its data in SQLite only")
    return url


Count = Annotated[int, BeforeValidator(_number)]
"""A whole number; each key says its range."""
Level = Annotated[LevelName, BeforeValidator(_level)]
"""A log level in any case."""
Word = Annotated[str, AfterValidator(_word)]
"""A name that can be typed after a command."""
Database = Annotated[str, AfterValidator(_sqlite)]
"""The URL of the database."""
