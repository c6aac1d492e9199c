"""Every fault by name, and the flood budget."""

import asyncio
import json
from typing import Any

import aiohttp
import pytest

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin, Person
from tests.peers.telegram.updates import OTHER_POLL


@pytest.fixture
async def anna(twin: BotApiTwin) -> Person:
    anna = twin.person("Anna")
    await anna.start()
    return anna


async def test_429_names_the_seconds_and_sends_nothing(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    twin.faults.add("429", "sendMessage", retry_after=7)
    assert await api("sendMessage", chat_id=anna.id, text="hi") == (
        429,
        {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 7",
            "parameters": {"retry_after": 7},
        },
    )
    assert anna.chat.texts == []
    await api.ok("sendMessage", chat_id=anna.id, text="hi")


async def test_502_is_a_page_of_the_proxy(twin: BotApiTwin, api: Api) -> None:
    twin.faults.add("502")
    async with api.http.post(api.url("getMe")) as answer:
        assert answer.status == 502
        assert answer.content_type == "text/html"
        assert "502 Bad Gateway" in await answer.text()


@pytest.mark.parametrize(
    ("name", "status", "description"),
    [
        ("500", 500, "Internal Server Error"),
        ("401", 401, "Unauthorized"),
        (
            "409",
            409,
            f"Conflict: {OTHER_POLL}",
        ),
    ],
)  # fmt: skip
async def test_errors_in_json(
    twin: BotApiTwin, api: Api, name: Any, status: int, description: str
) -> None:
    twin.faults.add(name)
    found = {"ok": False, "error_code": status, "description": description}
    assert await api("getMe") == (status, found)


async def test_any_refusal_can_be_scripted(twin: BotApiTwin, api: Api, anna: Person) -> None:
    why = "Forbidden: user is deactivated"
    twin.faults.add("error", code=403, description=why)
    assert await api.refused("sendMessage", chat_id=anna.id, text="hi") == why


async def test_drop_before_executes_nothing(twin: BotApiTwin, api: Api, anna: Person) -> None:
    twin.faults.add("drop_before", "sendMessage")
    with pytest.raises(aiohttp.ClientConnectionError):
        await api("sendMessage", chat_id=anna.id, text="lost")
    assert anna.chat.texts == []
    assert [(call.executed, call.status) for call in twin.calls] == [(False, 0)]


async def test_drop_after_executes_and_loses_the_answer(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    twin.faults.add("drop_after", "sendMessage")
    with pytest.raises(aiohttp.ClientConnectionError):
        await api("sendMessage", chat_id=anna.id, text="sent")
    assert anna.chat.texts == ["sent"]
    assert [(call.executed, call.status) for call in twin.calls] == [(True, 0)]


async def test_malformed_is_half_a_body(twin: BotApiTwin, api: Api, anna: Person) -> None:
    twin.faults.add("malformed", "sendMessage")
    fields = {"chat_id": anna.id, "text": "sent"}
    async with api.http.post(api.url("sendMessage"), json=fields) as answer:
        assert answer.status == 200
        with pytest.raises(json.JSONDecodeError):
            json.loads(await answer.text())
    assert anna.chat.texts == ["sent"]


@pytest.mark.parametrize(("name", "sent"), [("hang", []), ("hang_after", ["hi"])])
async def test_hanging_lasts_until_the_client_leaves(
    twin: BotApiTwin, api: Api, anna: Person, name: Any, sent: list[str]
) -> None:
    fault = twin.faults.add(name, "sendMessage")
    call = asyncio.timeout(None)

    async def leave() -> None:
        await fault.hit()
        call.reschedule(asyncio.get_running_loop().time())

    async with asyncio.TaskGroup() as group:
        group.create_task(leave())
        with pytest.raises(TimeoutError):
            async with call:
                await api("sendMessage", chat_id=anna.id, text="hi")
    await twin.wait_until(lambda: twin.calls[-1].ended)
    assert anna.chat.texts == sent


async def test_closing_ends_what_hangs(http: aiohttp.ClientSession) -> None:
    async with BotApiTwin() as twin:
        fault = twin.faults.add("hang", "getMe")

        async def call() -> bool:
            with pytest.raises(aiohttp.ClientConnectionError):
                await http.post(f"{twin.base_url}/bot{twin.token}/getMe")
            return True

        async with asyncio.TaskGroup() as group:
            called = group.create_task(call())
            await fault.hit()
            await twin.close()
        assert called.result()


async def test_a_slow_call_waits_for_its_release(twin: BotApiTwin, api: Api, anna: Person) -> None:
    fault = twin.faults.add("slow", "sendMessage")
    async with asyncio.TaskGroup() as group:
        call = group.create_task(api("sendMessage", chat_id=anna.id, text="hi"))
        await fault.hit()
        await twin.wait_until(lambda: anna.chat.texts == ["hi"])
        assert not call.done()
        fault.release()
    assert call.result()[0] == 200


async def test_faults_choose_method_chat_and_occurrence(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    bob = twin.person("Bob")
    await bob.start()
    twin.faults.add("500", "sendMessage", chat_id=anna.id, nth=2, times=2)

    async def send(person: Person) -> int:
        status, _ = await api("sendMessage", chat_id=person.id, text="hi")
        return status

    assert [await send(anna) for _ in range(4)] == [200, 500, 500, 200]
    assert [await send(bob) for _ in range(3)] == [200, 200, 200]
    assert (await api("getMe"))[0] == 200
    assert [call.fault for call in twin.calls_of("sendMessage", anna.chat)] == [
        None,
        "500",
        "500",
        None,
    ]


async def test_several_faults_each_count_every_call(twin: BotApiTwin, api: Api) -> None:
    twin.faults.add("500", "getMe", nth=2)
    twin.faults.add("429", "getMe", nth=3)
    assert [(await api("getMe"))[0] for _ in range(4)] == [200, 500, 429, 200]


async def test_faults_last_until_cleared(twin: BotApiTwin, api: Api) -> None:
    twin.faults.add("500", times=None)
    assert [(await api("getMe"))[0] for _ in range(3)] == [500, 500, 500]
    twin.faults.clear()
    assert (await api("getMe"))[0] == 200


async def test_unknown_faults_are_a_mistake(twin: BotApiTwin) -> None:
    with pytest.raises(ValueError, match="no fault"):
        twin.faults.add("explode")  # type: ignore[arg-type]


async def test_downloads_meet_faults_too(twin: BotApiTwin, api: Api) -> None:
    stored = twin.files.add(b"x", name="a.txt", mime="text/plain")
    twin.faults.add("502", "download")
    async with api.http.get(f"{twin.base_url}/file/bot{twin.token}/{stored.path}") as answer:
        assert answer.status == 502


async def _statuses(api: Api, count: int, method: str, **fields: Any) -> list[int]:
    return [(await api(method, **fields))[0] for _ in range(count)]


async def test_the_flood_budget_is_off_by_default(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    assert not twin.flood.on
    sent = await _statuses(api, 40, "sendMessage", chat_id=anna.id, text="hi")
    assert sent == [200] * 40


async def test_a_chat_takes_a_burst_and_then_one_a_second(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    twin.clock.freeze()
    twin.flood.on = True
    send = {"chat_id": anna.id, "text": "hi"}

    assert await _statuses(api, 4, "sendMessage", **send) == [200, 200, 200, 429]
    _, refused = await api("sendMessage", **send)
    assert refused["parameters"] == {"retry_after": 1}
    twin.clock.advance(1)
    assert await _statuses(api, 2, "sendMessage", **send) == [200, 429]
    assert twin.flood.refused == 3


async def test_edits_cost_as_much_as_messages_and_typing_is_free(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    sent = await api.ok("sendMessage", chat_id=anna.id, text="hi")
    twin.clock.freeze()
    twin.flood.on = True
    for number in range(3):
        fields = {"chat_id": anna.id, "message_id": sent["message_id"], "text": f"v{number}"}
        await api.ok("editMessageText", **fields)
    assert (await api("sendMessage", chat_id=anna.id, text="hi"))[0] == 429
    await api.ok("sendChatAction", chat_id=anna.id, action="typing")


async def test_groups_take_twenty_a_minute(twin: BotApiTwin, api: Api) -> None:
    group = twin.group("Team")
    twin.clock.freeze()
    twin.flood.on = True
    for _ in range(20):
        await api.ok("sendMessage", chat_id=group.id, text="hi")
        twin.clock.advance(1.5)

    _, refused = await api("sendMessage", chat_id=group.id, text="hi")

    assert refused["parameters"] == {"retry_after": 30}
    twin.clock.advance(30)
    await api.ok("sendMessage", chat_id=group.id, text="hi")


async def test_all_chats_together_take_thirty_a_second(twin: BotApiTwin, api: Api) -> None:
    people = [twin.person(f"P{number}") for number in range(31)]
    for person in people:
        await person.start()
    twin.clock.freeze()
    twin.flood.on = True

    sent = [(await api("sendMessage", chat_id=p.id, text="hi"))[0] for p in people]

    assert sent == [200] * 30 + [429]
