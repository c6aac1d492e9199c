"""From an error to a sentence for people: what happened and what they can do."""

from bot.texts.base import Texts
from memory_core.errors import (
    EmptyAnswer,
    EmptyInput,
    InputTooLong,
    ModelError,
    ModelUnavailable,
    NothingToRetry,
    NothingToUndo,
    OperatorError,
    PersonError,
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
        case ModelUnavailable():
            return texts.model_unavailable()
        case EmptyAnswer():
            return texts.empty_answer()
        case _:
            return texts.model_error()
