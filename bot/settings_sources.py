"""What was written in the config file and in the environment, and where exactly."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from memory_core.errors import SettingsError

PREFIX = "DBRIDGE_"
CONFIG = "DBRIDGE_CONFIG"
DEFAULT_FILE = Path("config.toml")

_SERVICE_LINK = re.compile(
    r"DBRIDGE_[A-Z0-9_]{0,200}?(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]{1,100})?"
    r"|PORT_\d{1,5}_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?|PORT(?==[a-z]{3,4}://))"
)
"""NAME=VALUE of what Kubernetes adds to the environment for a service called dbridge-…."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """The two layers as trees of sections and keys; ``variables`` tells who set which key."""

    file: Path | None
    from_file: dict[str, Any]
    from_environment: dict[str, Any]
    variables: Mapping[str, str]
    """The environment's name by key: ``storage.url`` -> ``DATABASE_URL``."""
    unknown: tuple[str, ...]
    """Names of the environment that look like ours and are no key."""


def read(
    keys: Mapping[str, FieldInfo],
    aliases: Mapping[str, str],
    path: Path | None,
    environ: Mapping[str, str],
) -> Written:
    """Return what is written for ``keys``; raises SettingsError when the file cannot be read."""
    file = _file(path, environ)
    variables = dict(_variables(environ, aliases))
    known = {key: name for key, name in variables.items() if key in keys}
    return Written(
        file=file,
        from_file=_toml(file) if file else {},
        from_environment=_tree(
            (key, _value(environ[name], keys[key])) for key, name in known.items()
        ),
        variables=known,
        unknown=tuple(sorted(variables[key] for key in variables.keys() - keys.keys())),
    )


def keys_of(model: type[BaseModel], section: str = "") -> dict[str, FieldInfo]:
    """Return every key of ``model`` in its order, with its section: ``log.level``."""
    keys: dict[str, FieldInfo] = {}
    for name, field in model.model_fields.items():
        key = section + (field.alias or name)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            keys |= keys_of(field.annotation, f"{key}.")
        else:
            keys[key] = field
    return keys


def key_of(variable: str) -> str:
    """``DBRIDGE_LOG__LEVEL`` -> ``log.level``."""
    return variable[len(PREFIX) :].lower().replace("__", ".")


def variable_of(key: str) -> str:
    """``log.level`` -> ``DBRIDGE_LOG__LEVEL``."""
    return PREFIX + key.upper().replace(".", "__")


def _file(path: Path | None, environ: Mapping[str, str]) -> Path | None:
    """A file that somebody named must exist; the default one need not."""
    named = path or (Path(environ[CONFIG]) if environ.get(CONFIG) else None)
    if named is None:
        return DEFAULT_FILE if DEFAULT_FILE.exists() else None
    if not named.exists():
        by = "--config" if path else CONFIG
        raise SettingsError(f"{named}: there is no such file ({by} names it)")
    return named


def _toml(file: Path) -> dict[str, Any]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError(f"{file}, line {line}: is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        found = re.match(r"line (\d{1,9})", where)
        line = int(found[1]) if found else text.count("\n") + 1
        raise SettingsError(f"{file}, line {line}: {what}") from error


def _variables(
    environ: Mapping[str, str], aliases: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield key and name, the stronger name later: DBRIDGE_ forms beat the short ones."""
    yield from ((key, name) for name, key in aliases.items() if environ.get(name))
    for name in sorted(environ, reverse=True):
        if name.upper().startswith(PREFIX) and name != CONFIG and not _foreign(name, environ):
            yield key_of(name), name


def _foreign(name: str, environ: Mapping[str, str]) -> bool:
    link = _SERVICE_LINK.match(f"{name}={environ[name]}")
    return link is not None and link.end() == len(name)


def _value(text: str, field: FieldInfo) -> object:
    """Lists and tables are JSON; what is none stays text, which the check then refuses."""
    if get_origin(field.annotation) not in (tuple, list, dict):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _tree(values: Iterable[tuple[str, object]]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in values:
        *sections, last = key.split(".")
        branch = tree
        for section in sections:
            branch = branch.setdefault(section, {})
        branch[last] = value
    return tree
