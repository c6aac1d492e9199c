"""sendMessage, sendDocument, sendPhoto, sendMessageDraft, sendChatAction."""

from typing import Any

from tests.peers.telegram import access
from tests.peers.telegram.chats import Action, Chat, Draft
from tests.peers.telegram.errors import bad_request
from tests.peers.telegram.files import StoredFile, picture_size
from tests.peers.telegram.formatted import Formatted, check_caption, check_text, formatted
from tests.peers.telegram.keyboards import keyboard
from tests.peers.telegram.messages import Message
from tests.peers.telegram.params import Params
from tests.peers.telegram.users import User
from tests.peers.telegram.wire import message_json, origin_json, quote_json, user_json
from tests.peers.telegram.world import World

Json = dict[str, Any]

ACTIONS = {
    "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
    "upload_document", "choose_sticker", "find_location", "record_video_note",
    "upload_video_note",
}  # fmt: skip


def send_message(world: World, params: Params) -> Json:
    """A text message."""
    if not params.text("text"):
        raise bad_request("message text is empty")
    value = body(world, params, "text", "entities")
    markup = keyboard(params)
    chat = access.writable_chat(world, params)
    check_text(value)
    return deliver(world, chat, params, markup, text=value.text, entities=value.entities)


def send_document(world: World, params: Params) -> Json:
    """A file of any kind."""
    return _send_file(world, params, "document")


def send_photo(world: World, params: Params) -> Json:
    """A picture."""
    return _send_file(world, params, "photo")


def send_message_draft(world: World, params: Params) -> bool:
    """A streamed preview, in private chats only; the next message replaces it."""
    draft_id = params.number("draft_id")
    if not draft_id:
        raise bad_request("draft_id must be non-zero")
    value = body(world, params, "text", "entities") if params.text("text") else Formatted()
    chat = access.writable_chat(world, params)
    if chat.user is None:
        raise bad_request("drafts can be sent only to private chats")
    if value.text:
        check_text(value)
    topic = access.thread(chat, params)
    draft = chat.drafts.get(draft_id) or Draft(
        id=draft_id, text="", topic=topic, can_stop=False, at=0
    )
    draft.text, draft.at = value.text, world.clock.now()
    draft.can_stop = params.flag("can_stop")
    draft.versions.append(value.text)
    chat.drafts[draft_id] = draft
    world.bell.ring()
    return True


def send_chat_action(world: World, params: Params) -> bool:
    """What the bot seems to be doing."""
    if params.text("action") not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = access.writable_chat(world, params)
    topic = params.number("message_thread_id") or None
    if topic != access.GENERAL_TOPIC:
        topic = access.thread(chat, params)
    chat.actions.append(Action(name=params.text("action"), topic=topic, at=world.clock.now()))
    world.bell.ring()
    return True


def body(world: World, params: Params, name: str, entities: str) -> Formatted:
    """A text parameter with its entities."""
    value = formatted(
        params.text(name), params.text("parse_mode"), params.value(entities), world.drop
    )
    named = (_with_user(world, entity) for entity in value.entities)
    return Formatted(text=value.text, entities=[entity for entity in named if entity])


def _with_user(world: World, entity: Json) -> Json | None:
    """Mentions by name lose their link when the server does not know the user."""
    if entity["type"] != "text_mention":
        return entity
    user = world.users.get(entity["user"]["id"])
    if user is None:
        world.drop(entity, "unknown user")
        return None
    return {**entity, "user": user_json(user)}


def deliver(world: World, chat: Chat, params: Params, markup: Json | None, **content: Any) -> Json:
    """The bot's message appears in the chat."""
    topic = access.thread(chat, params)
    reply_to, quote = access.reply_target(chat, params)
    receiver = _receiver(world, chat, params)
    extra: Json = {}
    if reply_to is not None and quote is not None:
        extra["quote"] = quote_json(reply_to, quote)
    if reply_to is not None and reply_to.chat is not chat:
        extra["external_reply"] = {"origin": origin_json(reply_to)}
        reply_to = None
    if topic is None and reply_to is not None and not params.text("message_thread_id"):
        topic = reply_to.topic
    message = Message(
        chat=chat,
        id=world.new_message_id(chat),
        at=world.clock.now(),
        sender=None if chat.type == "channel" else world.bot,
        sender_chat=chat if chat.type == "channel" else None,
        topic=topic,
        reply_to=reply_to,
        reply_markup=markup,
        only_for=receiver,
        extra=extra,
        from_bot=True,
        **content,
    )
    return message_json(world.post(message))


def _receiver(world: World, chat: Chat, params: Params) -> User | None:
    """The only person who will see an ephemeral message."""
    wanted = params.record("ephemeral_message_parameters")
    user_id = wanted.get("receiver_user_id") or params.number("receiver_user_id")
    if not user_id:
        return None
    if chat.type not in {"group", "supergroup"}:
        raise bad_request("ephemeral messages can be sent only to groups and supergroups")
    member = chat.members.get(access.number(user_id))
    if member is None or not member.present:
        raise bad_request("user not found")
    return world.users[member.user.id]


def _send_file(world: World, params: Params, kind: str) -> Json:
    stored = _file(world, params, kind)
    value = body(world, params, "caption", "caption_entities")
    markup = keyboard(params)
    chat = access.writable_chat(world, params)
    check_caption(value)
    if kind == "photo" and picture_size(stored.data) is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    media = world.files.photo(stored) if kind == "photo" else world.files.document(stored)
    return deliver(
        world, chat, params, markup, media=media, caption=value.text or None,
        entities=value.entities,
    )  # fmt: skip


def _file(world: World, params: Params, kind: str) -> StoredFile:
    given = params.text(kind)
    upload = params.uploads.get(given.removeprefix("attach://") if given else kind)
    if upload is not None:
        if not upload.data:
            raise bad_request("file must be non-empty")
        folder = f"{kind}s"
        return world.files.add(upload.data, name=upload.name, mime=upload.mime, folder=folder)
    if not given:
        raise bad_request(f"there is no {kind} in the request")
    if given in world.files.by_id:
        return world.files.by_id[given]
    raise bad_request("wrong file identifier/HTTP URL specified")
