"""Errors, sorted by who must react: the person, the operator, or time (a model that recovers).

They carry facts; the sentence for people is chosen once, at the edge. The programmer's errors are
not here: they fly.
"""

from typing import Literal

from memory_core.model import Usage


class BotError(Exception):
    """Root of every error the bot expects."""


class PersonError(BotError):
    """The person can do something about it."""


class InputTooLong(PersonError):
    """The message is longer than ``limits.input_chars``."""

    def __init__(self, chars: int, limit: int) -> None:
        super().__init__(f"message of {chars} characters, the limit is {limit}")
        self.chars, self.limit = chars, limit


class WindowTooSmall(PersonError):
    """The question alone does not fit into the context window."""

    def __init__(self, tokens: int, window: int) -> None:
        super().__init__(f"about {tokens} tokens, the context window has {window}")
        self.tokens, self.window = tokens, window


class EmptyInput(PersonError):
    """There is nothing to answer in the message."""


class SessionNotFound(PersonError):
    """No such session in this chat."""


class NothingToUndo(PersonError):
    """No reset or deletion of this chat can still be taken back."""


class NothingToRetry(PersonError):
    """The person has asked nothing in what the session still shows."""


class NothingToCompact(PersonError):
    """So little was said that a summary would stand for nothing."""


class CompactionRunning(PersonError):
    """The conversation is being compacted at this moment."""


class CompactionFailed(PersonError):
    """There is no new summary, and nothing has changed; ``reason`` is one word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OperatorError(BotError):
    """Somebody who runs the bot must act."""


class SettingsError(OperatorError):
    """The configuration cannot be used; the text names the key and what to do."""


StorageTrouble = Literal["full", "busy", "read-only", "damaged", "unreachable"]


class StorageUnavailable(OperatorError):
    """The database did not take the work; nothing acknowledged before is lost."""

    def __init__(self, trouble: StorageTrouble, detail: str) -> None:
        super().__init__(f"storage is {trouble}: {detail}")
        self.trouble = trouble


class SchemaTooNew(OperatorError):
    """The database was written by a newer release."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"the database has schema {found}, this release knows up to {known}")
        self.found, self.known = found, known


class ToolFailed(BotError):
    """A tool could not do its work; the model reads why."""


class ModelError(BotError):
    """The model gave no proper answer. ``usage`` is what the try cost, where that is known."""

    usage: Usage | None = None


class RateLimited(ModelError):
    """Too many requests; ``retry_after`` is the wait the server asks for, in seconds."""

    def __init__(self, retry_after: float | None = None) -> None:
        super().__init__(f"rate limited, retry after {retry_after} s")
        self.retry_after = retry_after


class ModelUnavailable(ModelError):
    """The model is overloaded or cannot be reached; ``retry_in`` seconds the next try is due."""

    def __init__(self, detail: str = "", retry_in: float | None = None) -> None:
        super().__init__(detail)
        self.retry_in = retry_in


class ModelTimedOut(ModelError):
    """The model took longer than it may."""


class ModelMisconfigured(ModelError):
    """Key, rights or model id are wrong: nothing will work until the operator acts."""


class ContextOverflow(ModelError):
    """The prompt is longer than the model takes."""


class AnswerInterrupted(ModelError):
    """The answer broke off on the way."""


class AnswerCut(ModelError):
    """The answer reached the longest length it may have."""


class BadOutput(ModelError):
    """What came is no answer: garbage, or not of the shape that was asked for."""


class Refused(ModelError):
    """The model declines to answer; asking again does not help."""


class EmptyAnswer(ModelError):
    """The model finished without saying anything."""
