"""The program's log: text or JSON lines, to stderr or a file, never with credentials."""

import json
import logging
import sys
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path

from bot import settings
from bot.redaction import masked
from memory_core.errors import SettingsError


def configure(log: settings.Log, *, chat: bool) -> None:
    """Send all records where the settings say; calling it again replaces what it set up.

    In the terminal chat (``chat``) only warnings reach the screen, unless a level was chosen.
    Raises SettingsError when the log file cannot be written.
    """
    handler = _handler(log.file)
    among_answers = chat and not log.file and sys.stderr.isatty()
    lines = TextLines("\n" if among_answers else "")
    handler.setFormatter(JsonLines() if log.format == "json" else lines)
    handler.addFilter(Redacting())
    root = logging.getLogger()
    for former in [each for each in root.handlers if _ours(each)]:
        root.removeHandler(former)
        former.close()
    root.addHandler(handler)
    quiet = chat and not log.file and "level" not in log.model_fields_set
    root.setLevel("WARNING" if quiet else log.level)
    logging.captureWarnings(capture=True)


class Redacting(logging.Filter):
    """Removes credentials from message, arguments and exception text of every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record in place, so that no formatter behind it sees the original."""
        record.msg, record.args = masked(_message(record)), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = masked(record.exc_text)
        if record.stack_info:
            record.stack_info = masked(record.stack_info)
        return True


class TextLines(logging.Formatter):
    """``2026-12-01T10:00:00.000+00:00 INFO agentexec: agentexec.prerun ...``.

    ``before`` ends the line that something else may have begun.
    """

    def __init__(self, before: str = "") -> None:
        super().__init__(f"{before}%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - the standard library's name
        """Return the time in UTC to the millisecond."""
        return _time(record)


class JsonLines(logging.Formatter):
    """One JSON object per line; a traceback is one string in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON text."""
        line = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "exception": record.exc_text,
            "stack": record.stack_info,
        }
        return json.dumps({key: value for key, value in line.items() if value}, ensure_ascii=False)


def _handler(file: str) -> logging.Handler:
    """Open the file again when an operator's log rotation moved it away."""
    if not file:
        return logging.StreamHandler(sys.stderr)
    path = Path(file).expanduser()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return WatchedFileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise SettingsError(f"log.file: {file!r} cannot be written: {error.strerror}") from error


def _ours(handler: logging.Handler) -> bool:
    return any(isinstance(each, Redacting) for each in handler.filters)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # noqa: BLE001 - a wrong log call must not end the turn that made it
        return f"{record.msg} (its arguments do not fit)"


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
