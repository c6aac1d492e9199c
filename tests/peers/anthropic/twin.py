"""The Messages API on the loopback, for one test or as a process of its own."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self

from aiohttp import web

from .api import Api
from .canned import canned
from .errors import ApiError, ScriptError
from .faults import Fault, FaultName
from .models import CATALOGUE, Model
from .modes import Mode
from .recorded import RecordedRequest
from .script import Predicate, Replier, Rule

LARGEST_BODY = 32 * 1024 * 1024
# Seconds a handler gets to finish once the twin closes; hangs and stalls would take for ever.
GRACE = 0.05


class MessagesTwin:
    """A strict stand-in for api.anthropic.com: scripted, recording, able to fail by name.

    The switches say where it differs from the real API: `strict_alternation` refuses two turns
    of one role in a row, which the API merges; `known_models_only` off takes any model id;
    `models_endpoint` off answers 404 there, as other servers do. `context_limit` is in tokens.
    """

    def __init__(
        self,
        *,
        api_key: str = "sk-ant-twin-key",
        port: int = 0,
        modes: Iterable[Mode] = (),
        models: tuple[Model, ...] = CATALOGUE,
        models_endpoint: bool = True,
        known_models_only: bool = True,
        strict_alternation: bool = True,
        context_limit: int | None = None,
        cache_minimum_tokens: int = 1024,
        max_body_bytes: int = LARGEST_BODY,
        pace: float = 0.0,
        record: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.api_key = api_key
        self.modes: frozenset[Mode] = frozenset(modes)
        self.models = models
        self.models_endpoint = models_endpoint
        self.known_models_only = known_models_only
        self.strict_alternation = strict_alternation
        self.context_limit = context_limit
        self.pace = pace
        self.default: Replier = canned
        self.requests: list[RecordedRequest] = []
        self.refusals: list[ApiError] = []
        self.script_errors: list[ScriptError] = []
        self.rules: list[Rule] = []
        self.clock = clock
        self.name = secrets.token_hex(4)
        self._cache_minimum_tokens = cache_minimum_tokens
        self._port = port
        self._max_body_bytes = max_body_bytes
        self._record = record
        self._arrived = asyncio.Condition()
        self._runner: web.AppRunner | None = None

    def on(
        self,
        *when: Predicate,
        reply: Replier | None = None,
        fault: FaultName | Fault | None = None,
        times: int | None = None,
    ) -> None:
        """Answer requests that satisfy every predicate with a reply, a fault, or both.

        Rules are tried in the order they were added; after `times` answers the next one counts.
        """
        known = Fault(name=fault) if isinstance(fault, str) else fault
        self.rules.append(Rule(when=when, reply=reply, fault=known, left=times))

    def once(
        self,
        *when: Predicate,
        reply: Replier | None = None,
        fault: FaultName | Fault | None = None,
    ) -> None:
        """A rule for one request."""
        self.on(*when, reply=reply, fault=fault, times=1)

    @property
    def base_url(self) -> str:
        """Where the twin listens, as the SDK wants it: without `/v1`."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        """The port in use; only known while the twin runs."""
        if self._runner is None or not self._runner.addresses:
            raise RuntimeError("The twin is not running")
        return int(self._runner.addresses[0][1])

    async def arrived(self, count: int) -> RecordedRequest:
        """Wait until `count` requests have come in; the last of them."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self.requests) >= count)
        return self.requests[count - 1]

    async def record(self, request: RecordedRequest) -> None:
        """Remember a request, wake who waits for it, and append it to the record file."""
        self.requests.append(request)
        if self._record:
            _append(self._record, request.line())
        async with self._arrived:
            self._arrived.notify_all()

    async def start(self) -> None:
        """Listen on the loopback."""
        app = web.Application(client_max_size=self._max_body_bytes)
        Api(self, cache_minimum_tokens=self._cache_minimum_tokens).add_routes(app)
        self._runner = web.AppRunner(
            app, handler_cancellation=True, shutdown_timeout=GRACE, access_log=None
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()

    async def close(self) -> None:
        """Stop listening and end every open answer, hanging ones too."""
        if self._runner:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        await self.close()
        if error is None and self.script_errors:
            raise self.script_errors[0]


def _append(file: Path, line: str) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{line}\n")
