"""What people do, as the Bot API tells it."""

import json
from typing import Any

import pytest

from tests.peers.telegram import BotApiTwin, Message


def told(twin: BotApiTwin) -> dict[str, Any]:
    """The payload of the last update."""
    payload: dict[str, Any] = twin.updates.history[-1].payload
    return payload


async def test_a_private_text(twin: BotApiTwin) -> None:
    anna = twin.person("Anna Kern", language="de", username="anna_k")
    said = await anna.say("/start@dbridge_bot see https://a.org")
    assert json.loads(json.dumps(told(twin))) == {
        "message_id": said.id,
        "from": {
            "id": anna.id,
            "is_bot": False,
            "first_name": "Anna",
            "last_name": "Kern",
            "username": "anna_k",
            "language_code": "de",
        },
        "chat": {
            "id": anna.id,
            "first_name": "Anna",
            "last_name": "Kern",
            "username": "anna_k",
            "type": "private",
        },
        "date": int(said.at),
        "text": "/start@dbridge_bot see https://a.org",
        "entities": [
            {"type": "bot_command", "offset": 0, "length": 18},
            {"type": "url", "offset": 23, "length": 13},
        ],
    }


async def test_mentions_by_name_and_by_username(twin: BotApiTwin) -> None:
    anna, bob = twin.person("😀 Anna"), twin.person("Bob", username="bobby")
    group = twin.group("Team", members=[anna, bob])

    await bob.say("look", chat=group, mention=anna)
    mention = told(twin)["entities"][0]
    assert (mention["type"], mention["offset"], mention["length"]) == ("text_mention", 0, 7)
    assert mention["user"]["id"] == anna.id

    await anna.say("look", chat=group, mention=twin.bot)
    assert told(twin)["entities"] == [{"type": "mention", "offset": 0, "length": 12}]
    await anna.say("@dbridge_bot你好 x@dbridge_bot", chat=group)
    assert [e["type"] for e in told(twin).get("entities", [])] == []


async def test_replies_quotes_and_replies_from_elsewhere(twin: BotApiTwin) -> None:
    anna, bob = twin.person("Anna"), twin.person("Bob")
    group = twin.group("Team", members=[anna, bob])
    first = await anna.say("😀 one two three", chat=group)
    await bob.say("why?", chat=group, reply_to=first, quote="two")
    assert told(twin)["reply_to_message"]["text"] == "😀 one two three"
    assert told(twin)["quote"] == {"text": "two", "position": 7, "is_manual": True}
    await bob.say("look", reply_to=first)
    assert "reply_to_message" not in told(twin)
    assert told(twin)["external_reply"]["origin"]["sender_user"]["id"] == anna.id


async def test_edits_and_deletions(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    said = await anna.say("helo")
    await said.edit("hello /help")
    assert twin.updates.history[-1].kind == "edited_message"
    assert told(twin)["text"] == "hello /help"
    assert told(twin)["edit_date"] >= told(twin)["date"]
    assert said.edited
    count = len(twin.updates.history)
    await said.delete()
    assert len(twin.updates.history) == count
    assert anna.chat.visible == []


async def test_forwards_name_their_origin(twin: BotApiTwin) -> None:
    anna, bob = twin.person("Anna"), twin.person("Bob")
    group = twin.group("Team", members=[anna, bob])
    source = await bob.say("the plan", chat=group)
    channel = twin.channel("News")
    post = await channel.publish("breaking")

    await anna.forward(source, comment="what is this?")
    comment, forward = [update.payload for update in twin.updates.history[-2:]]
    assert comment["text"] == "what is this?"
    assert forward["forward_origin"]["sender_user"]["id"] == bob.id
    assert forward["from"]["id"] == anna.id
    await anna.forward(source, hidden=True)
    assert told(twin)["forward_origin"]["type"] == "hidden_user"
    assert told(twin)["forward_origin"]["sender_user_name"] == "Bob"
    await anna.forward(post)
    assert told(twin)["forward_origin"]["chat"]["id"] == channel.id
    assert told(twin)["forward_origin"]["message_id"] == post.id


async def test_long_texts_are_pasted_in_pieces(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    with pytest.raises(ValueError, match="paste"):
        await anna.say("x" * 4097)
    pieces = await anna.paste("x" * 4100)
    assert [len(piece.shown) for piece in pieces] == [4096, 4]


async def test_albums_share_an_id_and_the_first_has_the_caption(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    sent = await anna.send_album([b"\xff\xd8\xff1", b"\xff\xd8\xff2"], caption="both")
    one, two = [update.payload for update in twin.updates.history]
    assert one["media_group_id"] == two["media_group_id"]
    assert (one["caption"], "caption" in two) == ("both", False)
    assert len(one["photo"]) == 2
    assert len(sent) == 2


async def test_other_media_come_by_their_fields(twin: BotApiTwin) -> None:
    voice = {"voice": {"file_id": "v", "file_unique_id": "u", "duration": 3}}
    await twin.person("Anna").send_media(voice)
    assert told(twin)["voice"]["duration"] == 3
    assert "text" not in told(twin)


async def test_faces_of_admins_channels_and_the_service_account(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", owner=anna)
    channel = twin.channel("News", group=group)

    await anna.say("as admin", chat=group, anonymous=True)
    assert told(twin)["from"]["id"] == 1087968824
    assert told(twin)["sender_chat"]["id"] == group.id
    await anna.say("as channel", chat=group, as_channel=channel)
    assert told(twin)["from"]["id"] == 136817688
    assert told(twin)["sender_chat"]["type"] == "channel"
    await channel.publish("post", signature="Anna")
    post, mirrored = twin.updates.history[-2:]
    assert post.kind == "channel_post"
    assert "from" not in post.payload
    assert post.payload["author_signature"] == "Anna"
    assert mirrored.payload["from"]["id"] == 777000
    assert mirrored.payload["is_automatic_forward"] is True
    assert mirrored.payload["chat"]["id"] == group.id


async def test_other_bots_are_members_too(twin: BotApiTwin) -> None:
    other = twin.person("Other", username="other_bot", is_bot=True)
    group = twin.group("Team", members=[other])
    await other.say("beep", chat=group)
    assert told(twin)["from"]["is_bot"] is True


async def test_service_messages(twin: BotApiTwin) -> None:
    anna, bob = twin.person("Anna"), twin.person("Bob")
    group = twin.group("Team", owner=anna)
    await group.add(bob, by=anna)
    assert told(twin)["new_chat_members"][0]["id"] == bob.id
    pinned = await anna.say("rules", chat=group)
    await group.pin(pinned, by=anna)
    assert told(twin)["pinned_message"]["text"] == "rules"
    await group.rename("Crew", by=anna)
    assert told(twin)["new_chat_title"] == "Crew"
    await group.remove(bob, by=anna)
    assert told(twin)["left_chat_member"]["id"] == bob.id
    with pytest.raises(PermissionError):
        await bob.say("let me in", chat=group)


async def test_privacy_mode_hides_what_is_not_meant_for_the_bot() -> None:
    async with BotApiTwin(privacy_mode=True) as twin:
        anna = twin.person("Anna")
        group = twin.group("Team", owner=anna)
        await anna.say("chatter", chat=group)
        await anna.say("/start", chat=group)
        await anna.say("/start@other_bot", chat=group)
        await anna.say("ask @DBridge_bot", chat=group)
        await anna.say("/start@dbridge_bot", chat=group)
        texts = [update.payload["text"] for update in twin.updates.history]
        assert texts == ["ask @DBridge_bot", "/start@dbridge_bot"]
        await group.promote_bot(anna)
        await anna.say("chatter", chat=group)
        assert told(twin)["text"] == "chatter"


async def test_message_numbers_repeat_between_supergroups(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    one, two = (twin.group(title, members=[anna]) for title in ("One", "Two"))
    said = [await anna.say("hello", chat=group) for group in (one, two)]
    assert [message.id for message in said] == [1, 1]


async def test_waiting_in_vain_tells_what_was_seen(twin: BotApiTwin) -> None:
    await twin.person("Anna").say("hello there")
    with pytest.raises(TimeoutError, match="hello there"):
        await twin.wait_until(lambda: False, timeout=0.01)


async def test_silence_is_an_outcome(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    await anna.say("hello")
    await anna.chat.silent_until(lambda: True)
    twin.post(Message(chat=anna.chat, id=1, at=0, text="oops", from_bot=True))
    assert (await anna.chat.next_from_bot()).shown == "oops"


async def test_a_failure_of_the_twin_itself_is_no_secret() -> None:
    with pytest.raises(ExceptionGroup, match="the twin itself failed"):
        async with BotApiTwin() as twin:
            twin.errors.append(ZeroDivisionError())
