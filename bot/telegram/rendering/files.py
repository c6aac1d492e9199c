"""Code too long for messages: what its file is called."""

import re
from pathlib import PurePosixPath

from telegramify_markdown.code_file import default_language_to_ext

_EXTENSIONS = default_language_to_ext | {
    "bash": "sh", "c#": "cs", "console": "txt", "csharp": "cs", "docker": "dockerfile",
    "f#": "fs", "golang": "go", "haskell": "hs", "julia": "jl", "makefile": "mk",
    "mermaid": "mmd", "node": "js", "objective-c": "m", "powershell": "ps1", "python3": "py",
    "sh": "sh", "sqlite": "sql", "postgresql": "sql", "mysql": "sql", "text": "txt",
    "zsh": "sh",
}  # fmt: skip
_LANGUAGE = re.compile(r"[\w+#.-]{1,30}")
_SHORT = re.compile(r"[a-z][a-z0-9]{0,4}")
_NAMED = re.compile(
    r"(?<![\w.-])(?:[\w-]+/)*(?P<name>[\w-][\w.-]{0,40}\.[A-Za-z]\w{0,7})(?![\w./-])"
)
_COMMENT = re.compile(r"(?:#|//|--|;|%|/\*|<!--)\s*(?P<path>[\w./-]+)(?:\s*(?:\*/|-->))?\s*")


def language(info: str) -> str | None:
    """Return the language of a fence, as in ```python title="a.py"; None without one."""
    word = _LANGUAGE.match(info.strip())
    return word and word[0]


def name(info: str, code: str, number: int) -> str:
    """Return the name the fence or a comment on the first line gives, else one by language."""
    first = _COMMENT.fullmatch(code.strip().partition("\n")[0])
    said = _NAMED.search(info) or (first and _NAMED.fullmatch(first["path"]))
    if said:
        return PurePosixPath(said["name"]).name
    return f"code-{number}.{_extension(language(info) or '')}"


def _extension(word: str) -> str:
    word = word.lower()
    return _EXTENSIONS.get(word) or (word if _SHORT.fullmatch(word) else "txt")
