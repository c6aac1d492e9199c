"""From an error to a sentence for people: what happened and what they can do."""

from datetime import timedelta
from math import ceil

from bot.texts.base import Texts
from memory_core.errors import (
    AnswerCut,
    AnswerInterrupted,
    BadOutput,
    CompactionFailed,
    CompactionRunning,
    ContextOverflow,
    EmptyAnswer,
    EmptyInput,
    InputTooLong,
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    NothingToCompact,
    NothingToRetry,
    NothingToUndo,
    OperatorError,
    PersonError,
    RateLimited,
    Refused,
    SchemaTooNew,
    SessionNotFound,
    SettingsError,
    StorageUnavailable,
    WindowTooSmall,
)


def explain(error: BaseException, texts: Texts) -> str:
    """Return what to tell the person about ``error``."""
    match error:
        case PersonError():
            return _person(error, texts)
        case OperatorError():
            return _operator(error, texts)
        case ModelError():
            return _model(error, texts)
        case _:
            return texts.unexpected()


def explain_start(error: OperatorError, texts: Texts) -> str:
    """Return what to tell an operator whose program could not start because of ``error``."""
    if isinstance(error, StorageUnavailable):
        return f"{texts.storage_unavailable(error.trouble)}\n({error})"
    return _operator(error, texts)


def _person(error: PersonError, texts: Texts) -> str:  # noqa: PLR0911 - a line an error
    match error:
        case InputTooLong(chars=chars, limit=limit):
            return texts.input_too_long(chars, limit)
        case WindowTooSmall(tokens=tokens, window=window):
            return texts.window_too_small(tokens, window)
        case EmptyInput():
            return texts.empty_input()
        case SessionNotFound():
            return texts.session_not_found()
        case NothingToUndo():
            return texts.nothing_to_undo()
        case NothingToRetry():
            return texts.nothing_to_retry()
        case _:
            return _compaction(error, texts)


def _compaction(error: PersonError, texts: Texts) -> str:
    match error:
        case NothingToCompact():
            return texts.nothing_to_compact()
        case CompactionRunning():
            return texts.compaction_running()
        case CompactionFailed(reason=reason):
            return texts.compaction_failed(reason)
        case _:
            return texts.unexpected()


def _operator(error: OperatorError, texts: Texts) -> str:
    match error:
        case StorageUnavailable(trouble=trouble):
            return f"{texts.storage_unavailable(trouble)} {texts.not_saved()}"
        case SchemaTooNew(found=found, known=known):
            return texts.schema_too_new(found, known)
        case SettingsError():
            return texts.settings_error(str(error))
        case _:
            return texts.unexpected()


def _model(error: ModelError, texts: Texts) -> str:
    match error:
        case RateLimited(retry_after=seconds):
            return texts.rate_limited(_wait(seconds))
        case ModelUnavailable(retry_in=seconds):
            return texts.model_unavailable(_wait(seconds))
        case ModelMisconfigured():
            return texts.model_misconfigured()
        case ContextOverflow():
            return texts.context_overflow()
        case _:
            return _answer(error, texts)


def _answer(error: ModelError, texts: Texts) -> str:  # noqa: PLR0911 - a line an error
    match error:
        case ModelTimedOut():
            return texts.model_timed_out()
        case AnswerInterrupted():
            return texts.answer_interrupted()
        case AnswerCut():
            return texts.answer_cut()
        case BadOutput():
            return texts.bad_output()
        case Refused():
            return texts.refused()
        case EmptyAnswer():
            return texts.empty_answer()
        case _:
            return texts.model_error()


def _wait(seconds: float | None) -> timedelta | None:
    """Round up within the unit it is told in: nobody comes back too early."""
    if seconds is None:
        return None
    step = 3600 if seconds > 3600 else 60 if seconds > 60 else 1  # noqa: PLR2004 - of a clock
    return timedelta(seconds=ceil(seconds / step) * step)
