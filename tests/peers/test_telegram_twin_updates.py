"""Long polling: offsets, types, conflicts."""

import asyncio

import aiohttp

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin


async def test_an_update_comes_again_until_its_offset_is_passed(
    twin: BotApiTwin, api: Api
) -> None:
    await twin.person("Anna").say("hello")

    first = await api.ok("getUpdates")
    again = await api.ok("getUpdates", offset=first[0]["update_id"])
    after = await api.ok("getUpdates", offset=first[0]["update_id"] + 1)

    assert [update["message"]["text"] for update in first] == ["hello"]
    assert again == first
    assert after == []
    assert twin.updates.history[0].deliveries == 2
    assert twin.updates_confirmed == [first[0]["update_id"]]


async def test_a_negative_offset_keeps_only_the_last_ones(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    for word in ("one", "two", "three"):
        await anna.say(word)

    kept = await api.ok("getUpdates", offset=-1)

    assert [update["message"]["text"] for update in kept] == ["three"]
    assert len(twin.updates_pending) == 1


async def test_limit_bounds_a_batch(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    for number in range(120):
        await anna.say(str(number))

    assert len(await api.ok("getUpdates", limit=3)) == 3
    assert len(await api.ok("getUpdates")) == 100


async def test_a_long_poll_ends_when_somebody_writes(twin: BotApiTwin, api: Api) -> None:
    async with asyncio.TaskGroup() as group:
        poll = group.create_task(api.ok("getUpdates", timeout=30))
        await twin.wait_until(lambda: twin.updates.polled)
        await twin.person("Anna").say("hello")

    assert poll.result()[0]["message"]["text"] == "hello"


async def test_a_long_poll_ends_empty_after_its_timeout(api: Api) -> None:
    assert await api.ok("getUpdates", timeout=1) == []


async def test_a_second_poll_ends_the_first_with_a_conflict(twin: BotApiTwin, api: Api) -> None:
    async with asyncio.TaskGroup() as group:
        first = group.create_task(api("getUpdates", timeout=30))
        await twin.wait_until(lambda: twin.updates.polled)
        second = group.create_task(api("getUpdates"))

    assert first.result() == (
        409,
        {
            "ok": False,
            "error_code": 409,
            "description": "Conflict: terminated by other getUpdates request; "
            "make sure that only one bot instance is running",
        },
    )
    assert second.result() == (200, {"ok": True, "result": []})


async def test_a_poll_whose_client_is_gone_conflicts_with_nobody(
    twin: BotApiTwin, api: Api
) -> None:
    async with aiohttp.ClientSession() as other, asyncio.TaskGroup() as group:
        poll = group.create_task(other.post(api.url("getUpdates"), data={"timeout": "30"}))
        await twin.wait_until(lambda: twin.updates.polled)
        poll.cancel()
    await twin.wait_until(lambda: not twin.updates.polled)

    assert await api.ok("getUpdates") == []


async def test_reactions_and_members_come_only_when_asked_for(twin: BotApiTwin, api: Api) -> None:
    anna, bob = twin.person("Anna"), twin.person("Bob")
    group = twin.group("Team", members=[anna])
    message = await anna.say("hello", chat=group)

    await anna.react(message, "👍")
    await api.ok("getUpdates", allowed_updates=["message_reaction", "chat_member"])
    await anna.react(message, "👎")
    await group.add(bob)
    await anna.say("not asked for", chat=group)

    kinds = [update.kind for update in twin.updates.history]
    assert kinds == ["message", "message_reaction", "chat_member"]
    assert [kind for kind, _ in twin.updates.withheld] == [
        "message_reaction",
        "message",
        "message",
    ]


async def test_an_absent_list_keeps_the_choice_and_an_empty_one_resets_it(
    twin: BotApiTwin, api: Api
) -> None:
    anna = twin.person("Anna")
    await api.ok("getUpdates", allowed_updates=["callback_query"])
    await api.ok("getUpdates")
    await anna.say("withheld")
    await api.ok("getUpdates", allowed_updates=[])
    await anna.say("delivered")

    texts = [update["message"]["text"] for update in await api.ok("getUpdates")]
    assert texts == ["delivered"]


async def test_updates_are_forgotten_after_a_day(twin: BotApiTwin, api: Api) -> None:
    await twin.person("Anna").say("hello")
    twin.clock.advance(24 * 3600 + 1)

    assert await api.ok("getUpdates") == []
    assert twin.updates_confirmed == []


async def test_closing_ends_a_long_poll(http: aiohttp.ClientSession) -> None:
    async with BotApiTwin() as twin, asyncio.TaskGroup() as group:
        url = f"{twin.base_url}/bot{twin.token}/getUpdates"
        poll = group.create_task(_fails(http, url))
        await twin.wait_until(lambda: twin.updates.polled)
        await twin.close()

    assert poll.result()


async def _fails(http: aiohttp.ClientSession, url: str) -> bool:
    try:
        await http.post(url, data={"timeout": "50"})
    except aiohttp.ClientError:
        return True
    return False


async def test_wrong_tokens_and_unknown_methods_are_told_apart(
    twin: BotApiTwin, http: aiohttp.ClientSession, api: Api
) -> None:
    async with http.post(f"{twin.base_url}/bot654321:AAE-other/getMe") as answer:
        assert answer.status == 401
        assert await answer.json() == {
            "ok": False,
            "error_code": 401,
            "description": "Unauthorized",
        }
    async with http.post(f"{twin.base_url}/botnonsense/getMe") as answer:
        assert answer.status == 404
    assert await api("sendCarrierPigeon") == (
        404,
        {"ok": False, "error_code": 404, "description": "Not Found"},
    )
    assert twin.unknown_methods == ["sendCarrierPigeon"]


async def test_method_names_ignore_case_and_get_works(
    twin: BotApiTwin, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"{twin.base_url}/bot{twin.token}/GETME") as answer:
        me = (await answer.json())["result"]
    assert me["username"] == "dbridge_bot"
    assert me["is_bot"] is True


async def test_parameters_come_as_form_json_multipart_or_query(
    twin: BotApiTwin, http: aiohttp.ClientSession, api: Api
) -> None:
    anna = twin.person("Anna")
    await anna.start()
    form = aiohttp.FormData({"chat_id": str(anna.id)})
    form.add_field("text", "multipart", content_type="text/plain")
    form.add_field("unused", b"x", filename="x.bin")

    await api.ok("sendMessage", chat_id=anna.id, text="json")
    await http.post(api.url("sendMessage"), data={"chat_id": anna.id, "text": "form"})
    await http.post(api.url("sendMessage"), data=form)
    await http.get(api.url("sendMessage"), params={"chat_id": anna.id, "text": "query"})

    assert anna.chat.texts == ["json", "form", "multipart", "query"]
