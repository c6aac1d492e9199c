"""May the bot do this here? Chats, topics and reply targets, with the server's own refusals."""

from .chats import Chat
from .errors import ApiError, bad_request, forbidden
from .messages import Message
from .params import Params
from .world import World

GENERAL_TOPIC = 1


def find_chat(world: World, params: Params, name: str = "chat_id") -> Chat:
    """The chat of the call, by id or by @username."""
    raw = params.text(name)
    if not raw:
        raise bad_request(f"{name} is empty")
    chat = _by_username(world, raw) if raw.startswith("@") else _by_id(world, raw)
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise ApiError(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            migrate_to_chat_id=chat.migrated_to,
        )
    return chat


def writable_chat(world: World, params: Params) -> Chat:
    """The chat of the call, if the bot may write there."""
    chat = find_chat(world, params)
    check_reachable(world, chat)
    member = world.bot_member(chat)
    if chat.type == "channel" and (member is None or member.status != "administrator"):
        raise bad_request("need administrator rights in the channel chat")
    if member is not None and member.status == "restricted":
        raise bad_request("not enough rights to send text messages to the chat")
    return chat


def check_reachable(world: World, chat: Chat) -> None:
    """Refuse when blocked, kicked or never started."""
    if chat.user is not None:
        _check_person(chat)
        return
    member = world.bot_member(chat)
    if member is None or member.status == "left":
        raise forbidden(f"bot is not a member of the {chat.type} chat")
    if member.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.type} chat")


def _check_person(chat: Chat) -> None:
    user = chat.user
    if user is None:
        return
    if user.deactivated:
        raise forbidden("user is deactivated")
    if user.is_bot:
        raise forbidden("bot can't send messages to bots")
    if user.blocked:
        raise forbidden("bot was blocked by the user")
    if not user.started:
        raise forbidden("bot can't initiate conversation with a user")


def thread(chat: Chat, params: Params) -> int | None:
    """The topic a message goes to; None outside of topics and in General."""
    topic_id = params.number("message_thread_id")
    if not topic_id:
        return None
    if not chat.has_topics:
        if any(m.thread_root.id == topic_id for m in chat.visible if m.reply_to):
            return None
        raise bad_request("message thread not found")
    topic = chat.topics.get(topic_id)
    if topic is None or topic.deleted:
        raise bad_request("message thread not found")
    if topic.closed:
        member = chat.world.bot_member(chat)
        if member is None or member.status != "administrator":
            raise bad_request("TOPIC_CLOSED")
    return topic_id


def reply_target(chat: Chat, params: Params) -> tuple[Message | None, str | None]:
    """The message replied to, if it is still there, and the quoted words."""
    wanted = params.record("reply_parameters")
    message_id = wanted.get("message_id") or params.number("reply_to_message_id")
    if not message_id:
        return None, None
    lenient = wanted.get("allow_sending_without_reply") or params.flag(
        "allow_sending_without_reply"
    )
    source = chat
    if wanted.get("chat_id") and str(wanted["chat_id"]) != str(chat.id):
        source = find_chat(chat.world, Params(fields={"chat_id": str(wanted["chat_id"])}))
    message = source.message(number(message_id))
    if message is None:
        if lenient:
            return None, None
        raise bad_request("message to be replied not found")
    quote = wanted.get("quote")
    if quote is not None and str(quote) not in message.shown:
        raise bad_request("QUOTE_TEXT_INVALID")
    return message, quote


def number(value: object) -> int:
    """An id from JSON; 0 when it is none."""
    try:
        return int(str(value))
    except ValueError:
        return 0


def _by_username(world: World, name: str) -> Chat | None:
    wanted = name.removeprefix("@").lower()
    chats = (c for c in world.chats.values() if c.type in {"supergroup", "channel"})
    return next((c for c in chats if (c.username or "").lower() == wanted), None)


def _by_id(world: World, raw: str) -> Chat | None:
    try:
        chat_id = int(raw)
    except ValueError:
        return None
    if chat_id in world.chats:
        return world.chats[chat_id]
    user = world.users.get(chat_id)
    return world.private(user) if user is not None and _has_met(world, chat_id) else None


def _has_met(world: World, user_id: int) -> bool:
    """The server knows only users the bot has seen somewhere."""
    return any(user_id in chat.members for chat in world.chats.values())
