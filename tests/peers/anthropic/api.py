"""The HTTP side: routes, credentials, and a request's way through checks and script."""

import json
from typing import TYPE_CHECKING

from aiohttp import web

from . import models as catalogue
from .caching import PromptCache
from .check_request import Strictness, check_max_tokens, check_request
from .delivery import deliver, deliver_broken
from .errors import ApiError, Json, ScriptError, invalid, not_found
from .faults import Fault, changed, refused, too_long
from .models import Model
from .modes import check_features, check_forced_tool, in_mode
from .parsing import lenient, parse
from .prompt import blocks_of, input_tokens
from .recorded import RecordedRequest, without_secrets
from .replies import Reply, shortened
from .script import Rule, pick, resolve
from .stream import Answer

if TYPE_CHECKING:  # the twin makes its Api, so at run time the import goes the other way
    from .twin import MessagesTwin

VERSIONS = ("2023-01-01", "2023-06-01", "2026-10-21")
PAGE_SIZE = 20


class Api:
    """Answers for one twin; the twin holds script and records."""

    def __init__(self, twin: "MessagesTwin", *, cache_minimum_tokens: int) -> None:
        self._twin = twin
        self._cache = PromptCache(minimum_tokens=cache_minimum_tokens)
        self._paused: set[str] = set()
        self._strictness = Strictness(
            alternation=twin.strict_alternation,
            resumes=lambda message: _fingerprint(message["content"]) in self._paused,
        )

    def add_routes(self, app: web.Application) -> None:
        """The paths the twin knows; every other one is a 404 in the API's shape."""
        app.router.add_post("/v1/messages", self.messages)
        app.router.add_get("/v1/models", self.list_models)
        app.router.add_get("/v1/models/{id}", self.show_model)
        app.router.add_route("*", "/{tail:.*}", self.unknown)

    async def messages(self, request: web.Request) -> web.StreamResponse:
        """`POST /v1/messages`."""
        try:
            recorded = await self._receive(request)
            self._authenticate(request)
            return await self._answer(request, recorded)
        except ApiError as error:
            self._twin.refusals.append(error)
            return self._refuse(error)
        except ScriptError as error:
            self._twin.script_errors.append(error)
            return self._refuse(ApiError(500, "api_error", f"script: {error}"))

    async def list_models(self, request: web.Request) -> web.Response:
        """`GET /v1/models`."""
        try:
            self._check_models_endpoint(request)
        except ApiError as error:
            return self._refuse(error)
        limit = int(request.query.get("limit", PAGE_SIZE))
        after = request.query.get("after_id")
        return web.json_response(catalogue.page(self._twin.models, after=after, limit=limit))

    async def show_model(self, request: web.Request) -> web.Response:
        """`GET /v1/models/{id}`."""
        try:
            self._check_models_endpoint(request)
            model = catalogue.find(self._twin.models, request.match_info["id"])
        except ApiError as error:
            return self._refuse(error)
        return web.json_response(model.as_json())

    async def unknown(self, _: web.Request) -> web.Response:
        """Any other path."""
        return self._refuse(not_found("Not Found"))

    async def _receive(self, request: web.Request) -> RecordedRequest:
        try:
            raw = await request.read()
        except web.HTTPRequestEntityTooLarge as error:
            raise ApiError(413, "request_too_large", "Request exceeds the maximum size") from error
        recorded = RecordedRequest(
            number=len(self._twin.requests) + 1,
            at=self._twin.clock(),
            headers=without_secrets(list(request.headers.items())),
            raw=raw,
            body=lenient(raw),
        )
        await self._twin.record(recorded)
        return recorded

    def _authenticate(self, request: web.Request) -> None:
        bearer = request.headers.get("authorization", "")
        key = request.headers.get("x-api-key") or bearer.removeprefix("Bearer ")
        if not key:
            raise ApiError(401, "authentication_error", "x-api-key header is required")
        if key != self._twin.api_key:
            raise ApiError(401, "authentication_error", "invalid x-api-key")
        version = request.headers.get("anthropic-version")
        if version is None:
            raise invalid("anthropic-version: header is required")
        if version not in VERSIONS:
            raise invalid(f'anthropic-version: "{version}" is not a valid version')

    def _check_models_endpoint(self, request: web.Request) -> None:
        if not self._twin.models_endpoint:
            raise not_found("Not Found")
        self._authenticate(request)

    async def _answer(self, request: web.Request, recorded: RecordedRequest) -> web.StreamResponse:
        body = parse(recorded.raw)
        check_request(body, self._strictness)
        model = self._model(body["model"])
        check_max_tokens(body, model)
        check_features(recorded, self._twin.modes)
        limit, tokens = self._twin.context_limit or model.max_input_tokens, input_tokens(body)
        if tokens > limit:
            raise too_long(tokens, limit)
        rule = pick(self._twin.rules, recorded)
        fault = rule.fault if rule else None
        if fault:
            error = refused(fault, model=model.id, tokens=tokens, maximum=limit)
            broken = self._refuse(error) if error else await deliver_broken(request, fault, limit)
            if broken:
                return broken
        reply = _limited(self._reply(rule, recorded, fault), body["max_tokens"], limit - tokens)
        return await self._deliver(request, recorded, reply, fault)

    def _model(self, wanted: str) -> Model:
        if self._twin.known_models_only:
            return catalogue.find(self._twin.models, wanted)
        known = [model for model in self._twin.models if model.id == wanted]
        return known[0] if known else Model(id=wanted, display_name=wanted)

    def _reply(self, rule: Rule | None, asked: RecordedRequest, fault: Fault | None) -> Reply:
        scripted = rule.reply if rule and rule.reply is not None else self._twin.default
        reply = in_mode(resolve(scripted, asked), asked, self._twin.modes)
        if "tool_json_as_text" not in self._twin.modes:
            check_forced_tool(reply, asked)
        return changed(reply, fault)

    async def _deliver(
        self, request: web.Request, asked: RecordedRequest, reply: Reply, fault: Fault | None
    ) -> web.StreamResponse:
        answer = Answer(
            id=f"msg_{self._twin.name}{asked.number:08d}",
            model=asked.model,
            reply=reply,
            input=self._cache.use(asked.body, self._twin.clock()),
        )
        if reply.reason == "pause_turn":
            self._paused.add(_fingerprint([*_resumed(asked), *answer.message()["content"]]))
        return await deliver(
            request, answer, stream=asked.streaming, fault=fault, pace=self._twin.pace
        )

    def _refuse(self, error: ApiError) -> web.Response:
        request_id = f"req_{self._twin.name}{len(self._twin.requests):08d}"
        headers = error.headers | {"request-id": request_id}
        return web.json_response(error.body(request_id), status=error.status, headers=headers)


def _limited(reply: Reply, max_tokens: int, room: int) -> Reply:
    """The reply cut at the tokens asked for, or at what the context window has room for."""
    if max_tokens <= room:
        return shortened(reply, max_tokens, "max_tokens")
    return shortened(reply, room, "model_context_window_exceeded")


def _resumed(asked: RecordedRequest) -> list[Json]:
    """What the assistant had said before it was asked to go on."""
    last = asked.messages[-1]
    return blocks_of(last["content"]) if last["role"] == "assistant" else []


def _fingerprint(content: object) -> str:
    """What makes a paused turn recognisable when it is sent back."""
    fields = ("type", "text", "id")
    kept: list[Json] = [
        {name: block[name] for name in fields if name in block} for block in blocks_of(content)
    ]
    return json.dumps(kept)
