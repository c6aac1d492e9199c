"""The twin as a process of its own."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from .raw_messages import body

VERSION = {"anthropic-version": "2026-10-21"}


@asynccontextmanager
async def twin_process(*options: str) -> AsyncIterator[tuple[Process, str]]:
    """The process and its one line; it is told to stop at the end."""
    command = (sys.executable, "-m", "tests.peers", "anthropic", *options)
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert process.stdout
    try:
        yield process, (await process.stdout.readline()).decode()
    finally:
        process.terminate()
        await process.communicate()


async def test_the_process_tells_how_to_try_the_bot_and_records(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    options = ("--key", "secret", "--record", str(file), "--pace", "0")
    async with twin_process(*options) as (process, line):
        address = line.split()[3]
        headers = VERSION | {"x-api-key": "secret"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(f"{address}/v1/messages", json=body()) as response,
        ):
            message = await response.json()
    assert line == (
        f"anthropic twin at {address} with key secret; try: "
        f"ANTHROPIC_BASE_URL={address} ANTHROPIC_API_KEY=secret make chat\n"
    )
    assert "one message" in message["content"][0]["text"]
    assert json.loads(file.read_text())["body"] == body()
    assert process.returncode == 0


async def test_the_process_fails_by_name_and_stops_while_a_client_hangs() -> None:
    options = ("--fault", "stall_mid_stream", "--mode", "no_tools")
    async with aiohttp.ClientSession(headers=VERSION) as session:
        async with twin_process(*options) as (process, line):
            url, key = f"{line.split()[3]}/v1/messages", {"x-api-key": "sk-ant-twin-key"}
            response = await session.post(url, json=body(stream=True), headers=key)
            assert await response.content.readline() == b"event: message_start\n"
        response.close()
    assert process.returncode == 0
