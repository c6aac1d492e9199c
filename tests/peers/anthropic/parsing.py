"""Bytes to JSON, as strictly as the API reads them."""

import json
import re
from typing import Any, NoReturn

from .errors import Json, invalid

LONE_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def parse(raw: bytes) -> Json:
    """The body as an object; 400 for broken JSON, broken UTF-8, NaN and lone surrogates."""
    try:
        text = raw.decode("utf-8")
        body = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise _not_json(f"invalid UTF-8: {error.reason} (byte {error.start})") from error
    except ValueError as error:
        raise _not_json(str(error)) from error
    _refuse_lone_surrogates(body, text)
    if not isinstance(body, dict):
        raise invalid("Input should be a valid dictionary")
    return body


def lenient(raw: bytes) -> Json:
    """What can be read of a body that may be refused later; {} when nothing can."""
    try:
        body = json.loads(raw)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _refuse_lone_surrogates(body: Any, text: str) -> None:
    try:
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        found = LONE_SURROGATE.search(text)
        at = found.start() if found else 0
        where = f"line 1 column {at + 1} (char {at})"
        raise _not_json(f"no low surrogate in string: {where}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"unexpected constant {name}")


def _not_json(why: str) -> Exception:
    return invalid(f"The request body is not valid JSON: {why}")
