"""``dbridge-bot doctor``: looks at everything the bot needs and says what to do about it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

from bot import texts
from bot.llm.providers import ModelCheck, examined
from bot.redaction import masked
from bot.settings import Settings
from bot.settings_sources import Written
from bot.texts import doctor_telegram
from bot.texts.doctor import DoctorTexts, of
from memory_core.errors import (
    BadOutput,
    ModelError,
    ModelMisconfigured,
    RateLimited,
    SchemaTooNew,
    StorageUnavailable,
)
from memory_core.model import Language
from storage.examining import Condition, examine

State = Literal["well", "note", "unsure", "soon", "now"]
"""``soon`` and ``now`` ask for something to be done."""
MARKS: dict[State, str] = {"well": "✓", "note": "·", "unsure": "!", "soon": "!", "now": "✗"}
TO_DO = ("soon", "now")

LITTLE_SHARE, LITTLE_BYTES = 0.1, 10 * 1024**3
"""A disk with less than both left is nearly full."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    state: State
    text: str

    def __str__(self) -> str:
        return f"{MARKS[self.state]} {masked(self.text)}"


async def report(settings: Settings, written: Written, language: Language) -> int:
    """Print each finding as it is made; return how many ask for something to be done."""
    to_do = 0
    async for finding in findings(settings, written, language):
        print(finding, flush=True)  # noqa: T201 - that is what it is for
        to_do += finding.state in TO_DO
    say = of(language)
    print(say.to_do(to_do) if to_do else say.all_well())  # noqa: T201
    return to_do


async def findings(
    settings: Settings, written: Written, language: Language
) -> AsyncIterator[Finding]:
    """Look at settings, database, model and Telegram, one after the other."""
    say = of(language)
    file = str(written.file) if written.file else None
    yield Finding("well", say.settings(file, ", ".join(sorted(written.variables.values()))))
    condition, found = await _database(settings, say, language)
    for finding in found:
        yield finding
    async for finding in _model(settings, say):
        yield finding
    async for finding in _telegram(settings, condition, language):
        yield finding


async def _telegram(
    settings: Settings, condition: Condition | None, language: Language
) -> AsyncIterator[Finding]:
    say = doctor_telegram.of(language)
    if not settings.telegram.token.get_secret_value():
        yield Finding("note", say.no_token())
        return
    from bot.doctor_telegram import findings  # noqa: PLC0415 - slow to import

    claimed = condition.operators if condition else None
    async for finding in findings(settings.telegram, claimed, say):
        yield finding


async def _database(
    settings: Settings, say: DoctorTexts, language: Language
) -> tuple[Condition | None, list[Finding]]:
    path = settings.storage.path
    try:
        condition = await examine(path)
    except (StorageUnavailable, SchemaTooNew) as error:
        reason = texts.explain_start(error, texts.of(language)).replace("\n", " ")
        return None, [Finding("now", say.database_trouble(str(path), reason))]
    found = [Finding("well", _schema(condition, str(path), say))]
    if condition.free_bytes < min(LITTLE_BYTES, LITTLE_SHARE * condition.disk_bytes):
        found.append(Finding("soon", say.little_space(_size(condition.free_bytes))))
    return condition, found


def _schema(found: Condition, place: str, say: DoctorTexts) -> str:
    if found.schema is None:
        return say.no_database(place, _size(found.free_bytes))
    if found.schema < found.newest:
        return say.old_database(place, found.schema, found.newest)
    return say.database(place, found.schema, _size(found.free_bytes))


async def _model(settings: Settings, say: DoctorTexts) -> AsyncIterator[Finding]:
    llm, provider = settings.llm, examined(settings.llm)
    if llm.chosen == "offline":
        yield Finding("well", say.offline())
        return
    if provider is None:
        yield Finding("unsure", say.unexamined(llm.chosen))
        return
    keys = _models(settings)
    try:
        checks = await provider.examine(llm, tuple(keys))
    except ModelError as error:
        yield _trouble(error, provider.address(llm), say)
        return
    keyed = any(check.state != "untold" for check in checks)
    yield Finding("well", say.server(provider.address(llm), keyed=keyed))
    for check in checks:
        yield _known(check, keys[check.model], say)
    if unpriced := [model for model in keys if model not in llm.prices]:
        yield Finding("unsure", say.unpriced(", ".join(unpriced)))


def _models(settings: Settings) -> dict[str, str]:
    """Return each model that is used, with the first key that says so."""
    llm, keys = settings.llm, dict[str, str]()
    keys[llm.model] = "llm.model"
    keys.setdefault(llm.small, "llm.small_model")
    for agent in settings.agents:
        keys.setdefault(agent.model or llm.model, f"agents[{agent.id}].model")
    return keys


def _trouble(error: ModelError, address: str, say: DoctorTexts) -> Finding:
    match error:
        case ModelMisconfigured():
            return Finding("now", say.refused(address, str(error)))
        case BadOutput():
            return Finding("now", say.no_api(address))
        case RateLimited():
            return Finding("unsure", say.limited(address))
    return Finding("now", say.unreachable(address, str(error)))


def _known(check: ModelCheck, key: str, say: DoctorTexts) -> Finding:
    match check.state:
        case "active":
            return Finding("well", say.model(key, check.model))
        case "deprecated":
            return Finding("soon", say.deprecated(key, check.model, check.ends))
        case "retired":
            return Finding("now", say.retired(key, check.model))
        case "unknown":
            return Finding("now", say.unknown(key, check.model, check.nearest))
        case "untold":
            return Finding("unsure", say.untold(key, check.model))


def _size(count: int) -> str:
    gigabytes = count / 1024**3
    return f"{gigabytes:,.0f} GB" if gigabytes >= 10 else f"{gigabytes:,.1f} GB"  # noqa: PLR2004
