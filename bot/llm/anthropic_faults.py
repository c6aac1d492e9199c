"""What the Anthropic SDK raises, in the core's few words.

https://platform.claude.com/docs/en/api/errors
"""

import re

import anthropic
import httpx2

from bot import redaction
from memory_core.errors import (
    AnswerInterrupted,
    BadOutput,
    ContextOverflow,
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
)

EXPECTED = (
    anthropic.AnthropicError,
    httpx2.HTTPError,
    httpx2.StreamError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""All that a call may raise over what a server sends: the SDK does not check its events."""

_LONGEST_WAIT_S = 86_400.0
_SHOWN_CHARS = 300
_TRANSIENT = {"overloaded_error", "api_error", "timeout_error"}
_RETRY_STATUS = {httpx2.codes.REQUEST_TIMEOUT, httpx2.codes.CONFLICT}
_OVERFLOW = re.compile(
    r"prompt is too long|context[ _](length|window|size|limit)|exceeds? .{0,40}context",
    re.IGNORECASE,
)


def translated(error: Exception, key: str | None = None) -> ModelError:
    """Return the core's error for one of EXPECTED; ``key`` is left out of what it says."""
    match error:
        case anthropic.APIStatusError():
            return _of_status(error, key)
        case anthropic.APIConnectionError() if _never_connected(error):
            return ModelUnavailable(f"no connection: {error.__cause__ or error}")
        case anthropic.APITimeoutError():
            return ModelTimedOut("no answer in time")
        case anthropic.APIConnectionError():
            return ModelUnavailable(f"connection lost: {error.__cause__ or error}")
        case httpx2.HTTPError() | httpx2.StreamError():
            return AnswerInterrupted(f"{type(error).__name__} {error}".strip())
    return BadOutput(type(error).__name__)  # its text may quote the answer


def _never_connected(error: anthropic.APIConnectionError) -> bool:
    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)


def _of_status(error: anthropic.APIStatusError, key: str | None) -> ModelError:
    """An error within a stream has status 200 and tells its kind by ``type``."""
    kind, status = str(error.type or ""), error.status_code
    said = f"{status} {kind}: {_message(error, key)}".replace(" :", ":")
    if kind == "rate_limit_error" or status == httpx2.codes.TOO_MANY_REQUESTS:
        return RateLimited(_retry_after(error))
    if _is_overflow(error, kind):
        return ContextOverflow(said)
    if kind in _TRANSIENT or status in _RETRY_STATUS or httpx2.codes.is_server_error(status):
        return ModelUnavailable(f"{status} {kind}".strip(), retry_in=_retry_after(error))
    return ModelMisconfigured(said)


def _message(error: anthropic.APIStatusError, key: str | None) -> str:
    """Return the server's own words, on one line, without the id that differs each time."""
    inner = error.body.get("error", error.body) if isinstance(error.body, dict) else error.body
    words = inner.get("message", inner) if isinstance(inner, dict) else inner
    text = " ".join(str(words or error.message).split())
    return redaction.without(text, key or "")[:_SHOWN_CHARS]


def _is_overflow(error: anthropic.APIStatusError, kind: str) -> bool:
    if kind in {"exceed_context_size_error", "request_too_large"}:
        return True
    refused = kind == "invalid_request_error" or error.status_code == httpx2.codes.BAD_REQUEST
    return refused and _OVERFLOW.search(_message(error, None)) is not None


def _retry_after(error: anthropic.APIStatusError) -> float | None:
    """Return the seconds of the header, None when absent or a date."""
    try:
        seconds = float(error.response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return min(max(0.0, seconds), _LONGEST_WAIT_S)
