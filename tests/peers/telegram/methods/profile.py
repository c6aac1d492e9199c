"""getMe, the bot's commands and descriptions."""

import json
import re
from typing import Any

from tests.peers.telegram import access
from tests.peers.telegram.chats import Chat
from tests.peers.telegram.errors import bad_request
from tests.peers.telegram.params import Params
from tests.peers.telegram.users import User
from tests.peers.telegram.wire import user_json
from tests.peers.telegram.world import World

Json = dict[str, Any]

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_CHAT_SCOPES = ("chat", "chat_administrators", "chat_member")
_SCOPES = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")


def get_me(world: World, params: Params) -> Json:
    """The bot itself."""
    del params
    return {
        **user_json(world.bot),
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy_mode,
        "supports_guest_queries": False,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": world.private_topics,
        "allows_users_to_create_topics": world.private_topics,
        "can_manage_bots": False,
        "supports_join_request_queries": False,
    }


def set_my_commands(world: World, params: Params) -> bool:
    """The menu of one scope and language."""
    commands = params.records("commands")
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not _COMMAND.fullmatch(str(command.get("command", "")).removeprefix("/")):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", "")).strip()) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    world.commands[_menu(world, params)] = commands
    return True


def get_my_commands(world: World, params: Params) -> list[Json]:
    """Exactly what was set for this scope and language."""
    return world.commands.get(_menu(world, params), [])


def delete_my_commands(world: World, params: Params) -> bool:
    """Back to the wider scope's menu."""
    world.commands.pop(_menu(world, params), None)
    return True


def set_my_description(world: World, params: Params) -> bool:
    """The text of an empty chat."""
    return _describe(world, params, "description", 512)


def set_my_short_description(world: World, params: Params) -> bool:
    """The text on the profile page."""
    return _describe(world, params, "short_description", 120)


def set_my_name(world: World, params: Params) -> bool:
    """The bot's name."""
    return _describe(world, params, "name", 64)


def menu_for(world: World, user: User, chat: Chat) -> list[Json]:
    """The commands a person sees in a chat: the narrowest scope wins, then the language."""
    member = chat.members.get(user.id)
    admin = member is not None and member.status in {"creator", "administrator"}
    wide = ["all_private_chats"] if chat.user else ["all_group_chats"]
    narrow = [_scope("chat", chat.id)]
    if chat.user is None:
        narrow = [_scope("chat_member", chat.id, user.id), *narrow]
        if admin:
            narrow.insert(1, _scope("chat_administrators", chat.id))
            wide.insert(0, "all_chat_administrators")
    scopes = [*narrow, *map(_scope, [*wide, "default"])]
    keys = [(scope, language) for scope in scopes for language in (user.language or "", "")]
    return next((world.commands[key] for key in keys if key in world.commands), [])


def _describe(world: World, params: Params, name: str, limit: int) -> bool:
    text = params.text(name)
    if len(text) > limit:
        raise bad_request(f"{name.replace('_', ' ')} is too long")
    world.descriptions[name, _language(params)] = text
    return True


def _menu(world: World, params: Params) -> tuple[str, str]:
    scope = params.record("scope") or {"type": "default"}
    kind = scope.get("type")
    if kind in _SCOPES:
        return _scope(kind), _language(params)
    if kind not in _CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    chat_id = Params(fields={"chat_id": str(scope.get("chat_id", ""))})
    chat = access.find_chat(world, chat_id)
    user = scope.get("user_id") if kind == "chat_member" else None
    return _scope(kind, chat.id, user), _language(params)


def _scope(kind: str, chat_id: int | None = None, user_id: int | None = None) -> str:
    return json.dumps([kind, chat_id, user_id])


def _language(params: Params) -> str:
    language = params.text("language_code")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    return language
