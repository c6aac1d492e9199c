"""Names what went wrong with a call, from what aiogram and aiohttp raise.

Their errors may hold the URL, and with it the token. Ours are new ones with masked texts; raise
them outside of the ``except`` block, so that they do not carry the original along.
"""

import aiohttp
from aiogram import exceptions as api
from aiogram.exceptions import ClientDecodeError, TelegramAPIError

from bot.redaction import masked, without
from bot.telegram import errors
from bot.telegram.pace import PACE

RAISED = (TelegramAPIError, ClientDecodeError, aiohttp.ClientError, OSError, UnicodeDecodeError)
"""What a call may raise beside errors of the program."""

_UNSENT = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.ClientHttpProxyError,
)
_MESSAGE_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid")
_CODES = {api.TelegramNotFound: 404, api.TelegramEntityTooLarge: 413}
_DETAIL_CHARS = 300


def named(error: Exception, token: str) -> errors.TelegramTrouble:
    """Return the domain error for what ``make_request`` raised."""
    if isinstance(error, api.TelegramRetryAfter):
        return errors.FloodLimited(error.retry_after)
    if isinstance(error, api.TelegramMigrateToChat):
        return errors.ChatMigrated(error.migrate_to_chat_id)
    if isinstance(error, TelegramAPIError) and not _unanswered(error):
        return _refusal(error, without_token(error.message, token))
    unsent = isinstance(error.__cause__, _UNSENT)
    kind = errors.TelegramUnreachable if unsent else errors.SendUncertain
    return kind(without_token(str(error), token)[:_DETAIL_CHARS])


def download(error: Exception, token: str) -> errors.DownloadFailed:
    """Return the domain error for a file that did not come."""
    detail = without_token(f"{type(error).__name__}: {error}", token)[:_DETAIL_CHARS]
    return errors.DownloadFailed(detail, getattr(error, "status", None))


def without_token(text: str, token: str) -> str:
    """Return ``text`` without the secret half of the token, however it was quoted."""
    secret = token.partition(":")[2]
    return masked(without(text, secret))


def _unanswered(error: TelegramAPIError) -> bool:
    """Whether nobody knows what became of the call; "too large" is a clear answer."""
    lost = isinstance(error, (api.TelegramNetworkError, api.TelegramServerError))
    return lost and not isinstance(error, api.TelegramEntityTooLarge)


def _refusal(error: TelegramAPIError, description: str) -> errors.TelegramTrouble:
    match error:
        case api.TelegramUnauthorizedError():
            return errors.TokenRefused(description)
        case api.TelegramConflictError():
            webhook = "webhook" in description.lower()
            return (errors.WebhookActive if webhook else errors.AnotherInstance)(description)
        case api.TelegramForbiddenError():
            return errors.ChatGone(description.removeprefix("Forbidden: "))
    return _by_words(description, _CODES.get(type(error), 400))


def _by_words(description: str, code: int) -> errors.TelegramTrouble:
    said = description.lower()
    if said.startswith("too many requests"):
        return errors.FloodLimited(PACE.flood_wait_unnamed_s)
    if "chat not found" in said:
        return errors.ChatGone("chat not found")
    if any(words in said for words in _MESSAGE_GONE):
        return errors.MessageGone(description)
    return errors.SendRefused(description, code)
