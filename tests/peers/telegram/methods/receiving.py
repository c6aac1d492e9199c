"""getUpdates and the webhook methods."""

import re
from typing import Any

from tests.peers.telegram.errors import ApiError, bad_request, conflict
from tests.peers.telegram.params import Params
from tests.peers.telegram.updates import WEBHOOK_ACTIVE
from tests.peers.telegram.webhook import Webhook
from tests.peers.telegram.world import World

Json = dict[str, Any]

MAX_WAIT = 50


async def get_updates(world: World, params: Params, webhook: Webhook) -> list[Json]:
    """Long polling."""
    if webhook.url:
        raise conflict(WEBHOOK_ACTIVE)
    _choose_types(world, params)
    limit = min(max(params.number("limit", 100), 1), 100)
    wait = min(max(params.number("timeout"), 0), MAX_WAIT)
    batch = await world.updates.poll(offset=params.number("offset"), limit=limit, wait=wait)
    return [update.body() for update in batch]


def set_webhook(world: World, params: Params, webhook: Webhook) -> bool:
    """Updates are pushed to an address from now on; an empty one ends that."""
    url, secret = params.text("url"), params.text("secret_token")
    if not url:
        return delete_webhook(world, params, webhook)
    if not re.match(r"https?://[^/\s]+", url):
        raise bad_request("bad webhook: invalid URL specified")
    if len(secret) > 256:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    _choose_types(world, params)
    if params.flag("drop_pending_updates"):
        world.updates.drop_all()
    world.updates.end_poll(ApiError(409, "Conflict: terminated by setWebhook request"))
    webhook.set(url, secret, min(max(params.number("max_connections", 40), 1), 100))
    return True


def delete_webhook(world: World, params: Params, webhook: Webhook) -> bool:
    """Back to long polling."""
    if params.flag("drop_pending_updates"):
        world.updates.drop_all()
    webhook.set("", "", 40)
    return True


def get_webhook_info(world: World, params: Params, webhook: Webhook) -> Json:
    """WebhookInfo."""
    del params
    found = webhook.info()
    if world.updates.allowed is not None:
        found["allowed_updates"] = sorted(world.updates.allowed)
    return found


def _choose_types(world: World, params: Params) -> None:
    """An absent list keeps the former choice; an empty one is the default."""
    wanted = params.value("allowed_updates")
    if wanted is None:
        return
    if not isinstance(wanted, list):
        raise bad_request("can't parse allowed_updates: expected an Array of strings")
    world.updates.allowed = frozenset(map(str, wanted)) or None
