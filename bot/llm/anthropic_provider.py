"""Claude, or any server that speaks the Anthropic Messages API: one client for the process."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from difflib import get_close_matches

import httpx2
from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient, NotFoundError
from anthropic.types import ModelInfo

from bot.llm.anthropic_faults import EXPECTED, translated
from bot.llm.anthropic_model import AnthropicModel
from bot.llm.endpoint import Endpoint
from bot.llm.json_calls import JsonCalls
from bot.llm.providers import ModelCheck, Models, ModelState
from bot.settings import Llm
from memory_core.errors import BadOutput
from memory_core.ports import Clock

ANTHROPIC = "https://api.anthropic.com"
NO_KEY = "none"
"""Sent where no key is set: local servers ignore it, and the SDK looks for no other."""
CONNECT_S = 5.0
EXAMINE_S = 10.0


@asynccontextmanager
async def open_models(llm: Llm, clock: Clock) -> AsyncIterator[Models]:
    """Open client and endpoint; all calls of the process share them."""
    async with client(llm, read_s=llm.first_token_timeout_s) as connected:
        endpoint = Endpoint(clock)
        chat = AnthropicModel(
            connected,
            endpoint,
            model=llm.model,
            max_tokens=llm.reserve_tokens,
            first_token_timeout_s=llm.first_token_timeout_s,
        )
        json = JsonCalls(
            connected,
            endpoint,
            model=llm.small,
            answer_timeout_s=llm.turn_timeout_s,
            timeout_s=llm.turn_timeout_s,
        )
        yield Models(chat=chat, json=json)


def address(llm: Llm) -> str:
    """Return where the server is."""
    return llm.base_url or ANTHROPIC


def client(llm: Llm, *, read_s: float) -> AsyncAnthropic:
    """Return the SDK's client with what the settings say and nothing from elsewhere.

    ``read_s`` is the longest silence between two reads. An API that redirects is none: the key
    stays with the server it was given for.
    """
    base_url = address(llm)
    timeout = httpx2.Timeout(read_s, connect=CONNECT_S)
    http = DefaultAsyncHttpxClient(
        verify=base_url.startswith("https:"), follow_redirects=False, timeout=timeout
    )
    made = AsyncAnthropic(
        api_key=llm.api_key.get_secret_value() or NO_KEY,
        base_url=base_url,
        max_retries=0,
        timeout=timeout,
        http_client=http,
    )
    made._custom_headers = {}  # noqa: SLF001 - ANTHROPIC_CUSTOM_HEADERS, for which there is no switch
    for noisy in ("anthropic", "httpx2", "httpcore2"):  # at DEBUG they log what people say
        logging.getLogger(noisy).setLevel(logging.WARNING)
    return made


async def examine(llm: Llm, models: Sequence[str]) -> tuple[ModelCheck, ...]:
    """Ask the server for each of ``models``. Raises ModelError when it cannot be asked."""
    async with client(llm, read_s=EXAMINE_S) as connected:
        try:
            return tuple([await _check(connected, model) for model in models])
        except EXPECTED as error:
            raise translated(error, connected.api_key) from error


async def _check(connected: AsyncAnthropic, model: str) -> ModelCheck:
    try:
        info: object = await connected.models.retrieve(model)
    except NotFoundError:
        return await _look_up(connected, model)
    if not isinstance(info, ModelInfo):
        raise BadOutput(f"a {type(info).__name__} instead of a model")
    if not getattr(info, "id", None):  # a server that answers 200 to everything
        return await _look_up(connected, model)
    ends = getattr(info, "retires_at", None)  # other servers say less
    return ModelCheck(model=model, state=_state(info), ends=ends and ends.date())


async def _look_up(connected: AsyncAnthropic, model: str) -> ModelCheck:
    """Find the model in the list; a server may lack the page of each, or the list too."""
    try:
        known = [info.id async for info in connected.models.list(limit=100)]
    except (NotFoundError, AttributeError):
        known = []
    if not known:
        return ModelCheck(model=model, state="untold")
    if model in known:
        return ModelCheck(model=model, state="active")
    nearest = next(iter(get_close_matches(model, known, 1)), None)
    return ModelCheck(model=model, state="unknown", nearest=nearest)


def _state(info: ModelInfo) -> ModelState:
    match getattr(info, "lifecycle", None):
        case "deprecated":
            return "deprecated"
        case "retired":
            return "retired"
    return "active"


async def _unknown(connected: AsyncAnthropic, model: str) -> ModelCheck:
    """Tell a model that is not there from a server that does not list its models."""
    try:
        known = [info.id async for info in connected.models.list(limit=100)]
    except NotFoundError:
        return ModelCheck(model=model, state="untold")
    nearest = next(iter(get_close_matches(model, known, 1)), None)
    return ModelCheck(model=model, state="unknown", nearest=nearest)
