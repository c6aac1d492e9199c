"""The HTTP side: routes, the call log, faults before and after a method runs."""

import inspect
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from . import methods
from .access import find_chat
from .errors import ApiError, conflict, not_found, too_many_requests, unauthorized
from .faults import Fault
from .params import Params, read_params
from .updates import OTHER_POLL

if TYPE_CHECKING:
    from .twin import BotApiTwin

Json = dict[str, Any]

BAD_GATEWAY = (
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    "<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.18.0</center>\r\n"
    "</body>\r\n</html>\r\n"
)


@dataclass(eq=False, kw_only=True)
class Call:
    """One call of the bot: what it asked, what it was told. `status` 0: no answer reached it."""

    method: str
    params: Json
    at: float
    fault: str | None = None
    executed: bool = False
    status: int | None = None
    description: str = ""
    result: Any = None
    ended: bool = False


class Server:
    """Answers /bot<token>/<method> and /file/bot<token>/<path>."""

    def __init__(self, twin: "BotApiTwin") -> None:
        self._twin = twin

    def add_to(self, app: web.Application) -> None:
        """Register the routes."""
        app.router.add_route("*", "/bot{token}/{method}", self.call)
        app.router.add_get("/file/bot{token}/{path:.+}", self.download)

    async def call(self, request: web.Request) -> web.StreamResponse:
        """One method call."""
        try:
            name = self._method(request)
            params = await read_params(request)
        except ApiError as error:
            return _answer(error.code, error.body())
        call = Call(method=name, params=params.shown(), at=self._twin.clock.now())
        self._twin.calls.append(call)
        self._twin.bell.ring()
        try:
            return await self._run(request, call, params)
        finally:
            call.ended = True
            self._twin.bell.ring()

    def _method(self, request: web.Request) -> str:
        token = request.match_info["token"]
        if token != self._twin.token:
            raise unauthorized() if re.fullmatch(r"\d+:[\w-]+", token) else not_found()
        name = methods.NAMES.get(request.match_info["method"].lower())
        if name is None:
            self._twin.unknown_methods.append(request.match_info["method"])
            raise not_found()
        return name

    async def _run(self, request: web.Request, call: Call, params: Params) -> web.StreamResponse:
        fault = self._twin.faults.strike(call.method, params.text("chat_id"))
        call.fault = None if fault is None else fault.name
        if fault is not None and (early := await self._before(request, call, fault)):
            return early
        status, body = await self._execute(call, params)
        if self._twin.closing:
            return _hang_up(request, call)
        if fault is not None and (late := await self._after(request, call, fault)):
            return late
        call.status = status
        return _answer(status, body)

    async def _before(
        self, request: web.Request, call: Call, fault: Fault
    ) -> web.StreamResponse | None:
        """The answer instead of an execution."""
        if fault.name == "hang":
            await self._twin.bell.until(lambda: fault.released or self._twin.closing, 10**9)
        if fault.name in {"drop_before", "hang"}:
            return _hang_up(request, call)
        if fault.name == "502":
            call.status = 502
            return web.Response(status=502, text=BAD_GATEWAY, content_type="text/html")
        refused = {
            "429": too_many_requests(fault.retry_after),
            "500": ApiError(500, "Internal Server Error"),
            "409": conflict(OTHER_POLL),
            "401": unauthorized(),
            "error": ApiError(fault.code, fault.description),
        }.get(fault.name)
        if refused is None:
            return None
        call.status, call.description = refused.code, refused.description
        return _answer(refused.code, refused.body())

    async def _after(
        self, request: web.Request, call: Call, fault: Fault
    ) -> web.StreamResponse | None:
        """What becomes of the answer of an executed call."""
        if fault.name == "malformed":
            call.status = 200
            return web.Response(text='{"ok":true,"result":', content_type="application/json")
        wait = {"hang_after": 10.0**9, "slow": fault.seconds}.get(fault.name, 0)
        if wait:
            try:
                await self._twin.bell.until(lambda: fault.released or self._twin.closing, wait)
            except TimeoutError:
                return None
        return _hang_up(request, call) if fault.name in {"drop_after", "hang_after"} else None

    async def _execute(self, call: Call, params: Params) -> tuple[int, Json]:
        try:
            result = await self._result(call.method, params)
        except ApiError as error:
            call.description = error.description
            return error.code, error.body()
        except Exception as error:  # noqa: BLE001 - shown when the twin is left
            self._twin.errors.append(error)
            return 500, ApiError(500, "Internal Server Error").body()
        call.executed, call.result = True, result
        body: Json = {"ok": True, "result": result}
        if call.method in methods.DESCRIPTIONS:
            body["description"] = methods.DESCRIPTIONS[call.method]
        return 200, body

    async def _result(self, name: str, params: Params) -> Any:
        if name in methods.SESSION:
            return True
        if name in methods.RECEIVING:
            found = methods.RECEIVING[name](self._twin, params, self._twin.webhook)
            return await found if inspect.isawaitable(found) else found
        if params.text("chat_id") and self._twin.flood.on:
            self._spend(name, params)
        return methods.METHODS[name](self._twin, params)

    def _spend(self, name: str, params: Params) -> None:
        try:
            chat = find_chat(self._twin, params)
        except ApiError:
            return
        self._twin.flood.spend(name, chat)

    async def download(self, request: web.Request) -> web.StreamResponse:
        """The bytes of a file."""
        if request.match_info["token"] != self._twin.token:
            return _answer(404, not_found().body())
        path, now = request.match_info["path"], self._twin.clock.now()
        call = Call(method="download", params={"path": path}, at=now)
        self._twin.calls.append(call)
        self._twin.bell.ring()
        fault = self._twin.faults.strike("download", "")
        if fault is not None and (early := await self._before(request, call, fault)):
            return early
        stored = self._twin.files.at(path)
        call.status = 404 if stored is None else 200
        if stored is None:
            return _answer(404, not_found().body())
        stored.downloads += 1
        return web.Response(body=stored.data, content_type="application/octet-stream")


def _answer(status: int, body: Json) -> web.Response:
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return web.Response(status=status, text=text, content_type="application/json")


def _hang_up(request: web.Request, call: Call) -> web.Response:
    """Close the connection without an answer."""
    call.status = 0
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
