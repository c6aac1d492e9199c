"""The real SDK against the Messages twin."""

from typing import Any

from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient

from .anthropic import FaultName, MessagesTwin

# Seconds of silence after which the client gives up: short only where silence is the fault.
PATIENCE = 10.0
IMPATIENCE = 0.2
SILENT = ("hang_before_headers", "stall_mid_stream")
HELLO: Any = {
    "model": "claude-haiku-5-5",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Hello"}],
}


def client(twin: MessagesTwin, **options: Any) -> AsyncAnthropic:
    """The SDK as the bot uses it: no retries, explicit credentials."""
    usual: dict[str, Any] = {"api_key": twin.api_key, "timeout": PATIENCE}
    plain = DefaultAsyncHttpxClient(verify=False)  # no certificates to load for http://
    return AsyncAnthropic(
        max_retries=0, base_url=twin.base_url, http_client=plain, **(usual | options)
    )


async def streamed(twin: MessagesTwin, seen: list[str], timeout: float = PATIENCE) -> Any:  # noqa: ASYNC109 - the SDK's own
    """Read a stream to its end, each piece of text into `seen`."""
    async with client(twin, timeout=timeout) as api, api.messages.stream(**HELLO) as stream:
        async for words in stream.text_stream:
            seen.append(words)  # noqa: PERF401 - what came before an error counts
        return await stream.get_final_message()


async def created(twin: MessagesTwin, timeout: float = PATIENCE) -> Any:  # noqa: ASYNC109 - the SDK's own
    """Ask for a whole answer."""
    async with client(twin, timeout=timeout) as api:
        return await api.messages.create(**HELLO)


def patience(fault: FaultName) -> float:
    """How long to wait for this fault."""
    return IMPATIENCE if fault in SILENT else PATIENCE
