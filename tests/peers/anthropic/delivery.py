"""Puts an answer on the wire, whole or broken in one of the ways networks and servers break."""

import asyncio
import json
import socket
import struct
from collections.abc import Iterator

from aiohttp import web

from .faults import Fault
from .stream import Answer, Event, Step

PAGE = "<html><head><title>{0}</title></head><body><h1>{0}</h1></body></html>\n"
CUT_EVENT = b'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n'

ENDINGS = frozenset(
    {
        "stall_mid_stream", "cut_mid_stream", "closed_mid_stream", "sse_error_event",
        "malformed_sse", "clean_end_without_message_stop",
    }
)  # fmt: skip


async def deliver_broken(request: web.Request, fault: Fault, limit: int) -> web.Response | None:
    """The answer of a fault that needs no reply, or None for every other fault."""
    match fault.name:
        case "unavailable_503_html":
            return html(503, "503 Service Unavailable")
        case "html_200":
            return html(200, "Sign in to the network")
        case "malformed_json":
            return web.Response(
                text='{"type": "message", "content": [{"type', content_type="application/json"
            )
        case "llama_exceed_context":
            return llama_exceeded(limit)
        case "closed_before_headers":
            close(request)
            return web.Response()
        case "hang_before_headers":
            await for_ever()
    return None


async def deliver(
    request: web.Request, answer: Answer, *, stream: bool, fault: Fault | None, pace: float
) -> web.StreamResponse:
    """Send the answer; `pace` is the pause after each delta in seconds."""
    if answer.reply.before:
        await answer.reply.before.wait()
    headers = {"request-id": answer.id.replace("msg_", "req_")}
    if not stream and fault and fault.name == "sse_error_event":
        error = fault.error()
        body = error.body(headers["request-id"])
        return web.json_response(body, status=error.status, headers=headers)
    if not stream:
        return await _whole(request, answer, fault, headers)
    response = web.StreamResponse(headers=headers | {"cache-control": "no-cache"})
    response.content_type = "text/event-stream"
    response.charset = "utf-8"
    await response.prepare(request)
    await _send(response, answer, fault, pace)
    return await _end(request, response, fault)


async def for_ever() -> None:
    """Wait until the client leaves or the twin closes, both of which cancel the handler."""
    await asyncio.Event().wait()


def close(request: web.Request) -> None:
    """Close the connection properly, whatever was promised on it."""
    if request.transport:
        request.transport.close()


def reset(request: web.Request) -> None:
    """Drop the connection so that the other side sees a reset."""
    if request.transport is None:
        return
    raw = request.transport.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


def html(status: int, title: str) -> web.Response:
    """A page for people where a program expected JSON."""
    return web.Response(status=status, text=PAGE.format(title), content_type="text/html")


def llama_exceeded(limit: int) -> web.Response:
    """The overflow error of llama.cpp, which has its own envelope.

    https://github.com/ggml-org/llama.cpp/pull/15780
    """
    error = {
        "code": 400,
        "message": "the request exceeds the available context size, try increasing it",
        "type": "exceed_context_size_error",
        "n_prompt_tokens": limit + 1,
        "n_ctx": limit,
    }
    return web.json_response({"error": error}, status=400)


async def _whole(
    request: web.Request, answer: Answer, fault: Fault | None, headers: dict[str, str]
) -> web.StreamResponse:
    for gate in answer.gates():
        await gate.wait()
    body = json.dumps(answer.message(), ensure_ascii=False).encode()
    name = fault.name if fault else ""
    if name not in ENDINGS:
        return web.Response(body=body, headers=headers, content_type="application/json")
    response = web.StreamResponse(headers=headers)
    response.content_type = "application/json"
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    return await _end(request, response, fault)


async def _send(
    response: web.StreamResponse, answer: Answer, fault: Fault | None, pace: float
) -> None:
    named = fault is None or fault.name != "missing_event_lines"
    for step in _until_break(answer.steps(), fault):
        if isinstance(step, asyncio.Event):
            await step.wait()
            continue
        await response.write(step.encode(named=named))
        if pace and step.name == "content_block_delta":
            await asyncio.sleep(pace)


def _until_break(steps: Iterator[Step], fault: Fault | None) -> Iterator[Step]:
    """All steps, or those up to the delta after which the stream breaks."""
    breaks = fault is not None and fault.name in ENDINGS
    left = fault.after if fault else 0
    for step in steps:
        delta = isinstance(step, Event) and step.name == "content_block_delta"
        stop = isinstance(step, Event) and step.name in {"content_block_stop", "message_delta"}
        if breaks and ((delta and left == 0) or stop):
            return
        left -= delta
        yield step


async def _end(
    request: web.Request, response: web.StreamResponse, fault: Fault | None
) -> web.StreamResponse:
    match fault.name if fault else None:
        case "stall_mid_stream":
            await for_ever()
        case "cut_mid_stream":
            reset(request)
            return response
        case "closed_mid_stream":
            close(request)
            return response
        case "sse_error_event" if fault:
            body = fault.error().body(response.headers["request-id"])
            await response.write(Event("error", body).encode())
        case "malformed_sse" if response.content_type == "text/event-stream":
            await response.write(CUT_EVENT)
    await response.write_eof()
    return response
