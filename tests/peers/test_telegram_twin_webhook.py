"""Push mode against a small receiver."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin


@dataclass
class Receiver:
    """Answers with the given statuses, then 200."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)

    async def receive(self, request: web.Request) -> web.Response:
        self.bodies.append(await request.json())
        self.secrets.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)

    @property
    def texts(self) -> list[str]:
        return [body["message"]["text"] for body in self.bodies]


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    app = web.Application()
    app.router.add_post("/hook", receiver.receive)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    await runner.cleanup()


async def test_updates_are_pushed_with_the_secret(
    twin: BotApiTwin, api: Api, receiver: Receiver
) -> None:
    status, body = await api("setWebhook", url=receiver.url, secret_token="s3cret_-")
    assert (status, body["description"]) == (200, "Webhook was set")

    anna = twin.person("Anna")
    await anna.say("one")
    await anna.say("two")
    await twin.wait_until(lambda: not twin.updates_pending)

    assert receiver.texts == ["one", "two"]
    assert receiver.secrets == ["s3cret_-", "s3cret_-"]
    assert [update.deliveries for update in twin.updates.history] == [1, 1]


async def test_a_failed_push_comes_again_before_the_next(
    twin: BotApiTwin, api: Api, receiver: Receiver
) -> None:
    receiver.statuses = [500, 401]
    await api.ok("setWebhook", url=receiver.url)
    anna = twin.person("Anna")
    await anna.say("one")
    await anna.say("two")
    await twin.wait_until(lambda: not twin.updates_pending)

    assert receiver.texts == ["one", "one", "one", "two"]
    info = await api.ok("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 401 Unauthorized"
    assert info["pending_update_count"] == 0


async def test_polling_and_pushing_exclude_each_other(
    twin: BotApiTwin, api: Api, receiver: Receiver
) -> None:
    await api.ok("setWebhook", url=receiver.url)
    found = await api.refused("getUpdates")
    assert found == (
        "Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first"
    )
    assert (await api.ok("getWebhookInfo"))["url"] == receiver.url
    await api.ok("deleteWebhook")
    await twin.person("Anna").say("polled")
    assert len(await api.ok("getUpdates")) == 1
    assert receiver.bodies == []


async def test_waiting_updates_can_be_dropped(twin: BotApiTwin, api: Api) -> None:
    await twin.person("Anna").say("old")
    await api.ok("deleteWebhook", drop_pending_updates=True)
    assert await api.ok("getUpdates") == []


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"url": "ftp://x"}, "bad webhook: invalid URL specified"),
        ({"secret_token": "with space"}, "secret token contains unallowed characters"),
        ({"secret_token": "x" * 257}, "secret token is too long"),
    ],
)
async def test_webhooks_that_are_refused(api: Api, fields: dict[str, str], why: str) -> None:
    asked = {"url": "http://127.0.0.1:9/hook", **fields}
    assert await api.refused("setWebhook", **asked) == f"Bad Request: {why}"


async def test_an_unreachable_address_is_reported(twin: BotApiTwin, api: Api) -> None:
    await api.ok("setWebhook", url="http://127.0.0.1:9/hook")
    await twin.person("Anna").say("hello")
    await twin.wait_until(lambda: twin.webhook.attempts)
    info = await api.ok("getWebhookInfo")
    assert info["pending_update_count"] == 1
    assert info["last_error_message"] == "Connection refused"
