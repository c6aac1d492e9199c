"""getChat, getChatMember, getChatAdministrators, leaveChat, createChatInviteLink, getFile."""

import dataclasses
import secrets
from typing import Any

from tests.peers.telegram import access
from tests.peers.telegram.errors import bad_request
from tests.peers.telegram.files import MAX_DOWNLOAD
from tests.peers.telegram.params import Params
from tests.peers.telegram.users import Member
from tests.peers.telegram.wire import chat_json, member_json, some, user_json
from tests.peers.telegram.world import World

Json = dict[str, Any]


def get_chat(world: World, params: Params) -> Json:
    """ChatFullInfo."""
    chat = access.find_chat(world, params)
    if chat.user is None:
        access.check_reachable(world, chat)
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    accepted = dict.fromkeys((*gifts, "gifts_from_channels"), False)
    return {
        **chat_json(chat),
        "accent_color_id": 1,
        "max_reaction_count": 11,
        "accepted_gift_types": accepted,
        **some(linked_chat_id=chat.linked.id if chat.linked else None),
    }


def get_chat_member(world: World, params: Params) -> Json:
    """ChatMember of anybody the server knows."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    user = world.users.get(params.number("user_id"))
    if user is None:
        raise bad_request("user not found")
    if chat.user is not None:
        return member_json(Member(user=user, status="member"), chat)
    return member_json(chat.members.get(user.id) or Member(user=user, status="left"), chat)


def get_chat_administrators(world: World, params: Params) -> list[Json]:
    """Administrators, without other bots."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    if chat.user is not None:
        raise bad_request("there are no administrators in the private chat")
    admins = (m for m in chat.members.values() if m.status in {"creator", "administrator"})
    shown = (m for m in admins if not m.user.is_bot or m.user is world.bot)
    return [member_json(member, chat) for member in shown]


def get_chat_member_count(world: World, params: Params) -> int:
    """How many are in the chat."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    return 2 if chat.user else sum(member.present for member in chat.members.values())


def leave_chat(world: World, params: Params) -> bool:
    """The bot goes."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    if chat.user is not None:
        raise bad_request("chat member status can't be changed in private chats")
    member = chat.members[world.bot.id]
    world.stand(chat, dataclasses.replace(member, status="left"), world.bot)
    return True


def create_chat_invite_link(world: World, params: Params) -> Json:
    """A new link; administrators only."""
    chat = access.find_chat(world, params)
    access.check_reachable(world, chat)
    member = world.bot_member(chat)
    if member is None or "can_invite_users" not in member.rights:
        raise bad_request("not enough rights to manage chat invite link")
    return some(
        invite_link=f"https://t.me/+{secrets.token_urlsafe(12)}",
        name=params.text("name") or None,
        creator=user_json(world.bot),
        creates_join_request=params.flag("creates_join_request"),
        is_primary=False,
        is_revoked=False,
        expire_date=params.number("expire_date") or None,
        member_limit=params.number("member_limit") or None,
    )


def get_file(world: World, params: Params) -> Json:
    """File with a path for the download."""
    stored = world.files.by_id.get(params.text("file_id"))
    if stored is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if stored.size > MAX_DOWNLOAD:
        raise bad_request("file is too big")
    return stored.json(file_path=stored.path)
