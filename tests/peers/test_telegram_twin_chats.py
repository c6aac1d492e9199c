"""Where the bot may write, and what replies, topics and members look like."""

import pytest

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin, Group


async def test_nobody_knows_a_person_the_bot_never_met(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    found = await api.refused("sendMessage", chat_id=anna.id, text="hi")
    assert found == "Bad Request: chat not found"
    assert await api.refused("sendMessage", text="hi") == "Bad Request: chat_id is empty"


async def test_a_person_who_never_pressed_start_cannot_be_written_to(
    twin: BotApiTwin, api: Api
) -> None:
    anna = twin.person("Anna")
    twin.group("Team", members=[anna])
    found = await api.refused("sendMessage", chat_id=anna.id, text="hi")
    assert found == "Forbidden: bot can't initiate conversation with a user"


async def test_a_block_is_told_and_forbids_everything(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    await anna.start()
    await anna.block()

    text = await api.refused("sendMessage", chat_id=anna.id, text="hi")
    typing = await api.refused("sendChatAction", chat_id=anna.id, action="typing")

    assert text == typing == "Forbidden: bot was blocked by the user"
    change = twin.updates.history[-1].payload
    assert change["old_chat_member"]["status"] == "member"
    assert change["new_chat_member"]["status"] == "kicked"
    await anna.unblock()
    await api.ok("sendMessage", chat_id=anna.id, text="hi again")


async def test_the_bot_is_added_promoted_and_removed(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", owner=anna, bot="left")
    gone = await api.refused("sendMessage", chat_id=group.id, text="hi")
    await group.add_bot(anna)
    await api.ok("sendMessage", chat_id=group.id, text="hi")
    await group.promote_bot(anna)
    await group.remove_bot(anna)
    kicked = await api.refused("sendMessage", chat_id=group.id, text="hi")

    assert gone == "Forbidden: bot is not a member of the supergroup chat"
    assert kicked == "Forbidden: bot was kicked from the supergroup chat"
    moves = [
        (u.payload["old_chat_member"]["status"], u.payload["new_chat_member"]["status"])
        for u in twin.updates.history
        if u.kind == "my_chat_member"
    ]
    assert moves == [
        ("left", "member"),
        ("member", "administrator"),
        ("administrator", "kicked"),
    ]


async def test_a_muted_bot_may_not_write(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", owner=anna)
    await group.mute_bot(anna)
    found = await api.refused("sendMessage", chat_id=group.id, text="hi")
    assert found == "Bad Request: not enough rights to send text messages to the chat"


async def test_a_migrated_group_names_its_successor(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    small = twin.group("Team", owner=anna, small=True)
    big = await small.migrate()

    assert await api("sendMessage", chat_id=small.id, text="hi") == (
        400,
        {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": {"migrate_to_chat_id": big.id},
        },
    )
    await api.ok("sendMessage", chat_id=big.id, text="hi")
    told = [update.payload for update in twin.updates.history]
    assert told[0]["migrate_to_chat_id"] == big.id
    assert told[0]["chat"] == {"id": small.id, "title": "Team", "type": "group"}
    assert told[1]["migrate_from_chat_id"] == small.id
    assert told[1]["chat"]["type"] == "supergroup"


@pytest.fixture
def forum(twin: BotApiTwin) -> Group:
    return twin.group("Forum", owner=twin.person("Anna"), forum=True)


async def test_messages_stay_in_their_topic(twin: BotApiTwin, api: Api, forum: Group) -> None:
    bob = twin.person("Bob")
    await forum.add(bob)
    asked = await bob.say("hello", chat=forum, topic=7)
    sent = await api.ok("sendMessage", chat_id=forum.id, text="hi", message_thread_id=7)
    replied = await api.ok(
        "sendMessage", chat_id=forum.id, text="hi", reply_parameters={"message_id": asked.id}
    )

    payload = twin.updates.history[-1].payload
    assert (payload["message_thread_id"], payload["is_topic_message"]) == (7, True)
    assert payload["reply_to_message"]["forum_topic_created"]["name"] == "Topic 7"
    assert [sent["message_thread_id"], replied["message_thread_id"]] == [7, 7]
    assert replied["reply_to_message"]["message_id"] == asked.id
    assert [message.topic for message in forum.from_bot] == [7, 7]


async def test_missing_deleted_and_closed_topics_are_refused(
    twin: BotApiTwin, api: Api, forum: Group
) -> None:
    anna = next(iter(forum.members.values())).user
    gone = await forum.open_topic("gone", anna)
    shut = await forum.open_topic("shut", anna)
    await forum.delete_topic(gone.id)
    await forum.close_topic(shut.id, anna)

    async def into(topic_id: int) -> str:
        return await api.refused(
            "sendMessage", chat_id=forum.id, text="hi", message_thread_id=topic_id
        )

    assert await into(99) == "Bad Request: message thread not found"
    assert await into(gone.id) == "Bad Request: message thread not found"
    assert await into(1) == "Bad Request: message thread not found"
    assert await into(shut.id) == "Bad Request: TOPIC_CLOSED"
    await api.ok("sendMessage", chat_id=forum.id, text="General")
    await api.ok("sendChatAction", chat_id=forum.id, action="typing", message_thread_id=1)
    await forum.promote_bot(twin.person("Eve"))
    await api.ok("sendMessage", chat_id=forum.id, text="hi", message_thread_id=shut.id)


async def test_a_reply_in_a_group_without_topics_has_a_thread_but_no_topic(
    twin: BotApiTwin, api: Api
) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", members=[anna])
    sent = await api.ok("sendMessage", chat_id=group.id, text="question?")
    await anna.say("answer", chat=group, reply_to=group.from_bot[0])

    payload = twin.updates.history[-1].payload
    assert payload["message_thread_id"] == sent["message_id"]
    assert "is_topic_message" not in payload


async def test_a_reply_in_the_general_topic_has_no_thread(twin: BotApiTwin, forum: Group) -> None:
    bob = twin.person("Bob")
    await forum.add(bob)
    first = await bob.say("question?", chat=forum)
    await bob.say("answer", chat=forum, reply_to=first)

    payload = twin.updates.history[-1].payload
    assert payload["reply_to_message"]["message_id"] == first.id
    assert "message_thread_id" not in payload


async def test_private_chats_have_topics_only_when_switched_on(api: Api) -> None:
    me = await api.ok("getMe")
    assert me["has_topics_enabled"] is False
    async with BotApiTwin(private_topics=True) as twin:
        anna = twin.person("Anna")
        await anna.say("hello", topic=7)
        assert twin.updates.history[0].payload["is_topic_message"] is True
    anna = api.twin.person("Anna")
    with pytest.raises(ValueError, match="no topics"):
        await anna.say("hello", topic=7)


async def test_a_deleted_reply_target_is_refused_unless_allowed(
    twin: BotApiTwin, api: Api
) -> None:
    anna = twin.person("Anna")
    asked = await anna.say("hello")
    await asked.delete()
    reply = {"message_id": asked.id}

    found = await api.refused("sendMessage", chat_id=anna.id, text="hi", reply_parameters=reply)
    lenient = {**reply, "allow_sending_without_reply": True}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="hi", reply_parameters=lenient)

    assert found == "Bad Request: message to be replied not found"
    assert "reply_to_message" not in sent


async def test_chat_members_and_administrators(twin: BotApiTwin, api: Api) -> None:
    anna, bob, eve = twin.person("Anna"), twin.person("Bob"), twin.person("Eve")
    group = twin.group("Team", owner=anna, members=[bob])

    async def status(user_id: int) -> str:
        found = await api.ok("getChatMember", chat_id=group.id, user_id=user_id)
        return str(found["status"])

    assert await status(anna.id) == "creator"
    assert await status(bob.id) == "member"
    assert await status(eve.id) == "left"
    assert (
        await api.refused("getChatMember", chat_id=group.id, user_id=42)
        == "Bad Request: user not found"
    )
    admins = await api.ok("getChatAdministrators", chat_id=group.id)
    assert [admin["user"]["id"] for admin in admins] == [anna.id]
    await bob.start()
    assert (
        await api.refused("getChatAdministrators", chat_id=bob.id)
        == "Bad Request: there are no administrators in the private chat"
    )


async def test_leaving_a_group_is_told_too(twin: BotApiTwin, api: Api) -> None:
    group = twin.group("Team")
    assert await api.ok("leaveChat", chat_id=group.id) is True
    assert twin.updates.history[-1].payload["new_chat_member"]["status"] == "left"
    found = await api.refused("getChat", chat_id=group.id)
    assert found == "Forbidden: bot is not a member of the supergroup chat"


async def test_invite_links_want_the_right(twin: BotApiTwin, api: Api) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", owner=anna)
    found = await api.refused("createChatInviteLink", chat_id=group.id)
    assert found == "Bad Request: not enough rights to manage chat invite link"
    await group.promote_bot(anna)
    link = await api.ok("createChatInviteLink", chat_id=group.id, member_limit=1)
    assert link["invite_link"].startswith("https://t.me/+")
    assert link["member_limit"] == 1


async def test_ephemeral_messages_reach_one_member(twin: BotApiTwin, api: Api) -> None:
    anna, eve = twin.person("Anna"), twin.person("Eve")
    group = twin.group("Team", members=[anna])
    only = {"receiver_user_id": anna.id}
    sent = await api.ok(
        "sendMessage", chat_id=group.id, text="psst", ephemeral_message_parameters=only
    )
    assert sent["receiver_user"]["id"] == anna.id
    assert sent["message_id"] == 0
    which = {**only, "chat_id": group.id, "ephemeral_message_id": sent["ephemeral_message_id"]}
    assert await api.ok("editEphemeralMessageText", **which, text="psst!") is True
    assert group.texts == ["psst!"]
    plain = {"chat_id": group.id, "message_id": sent["ephemeral_message_id"]}
    assert (
        await api.refused("editMessageText", **plain, text="x")
        == "Bad Request: message to edit not found"
    )
    assert await api.ok("deleteEphemeralMessage", **which) is True
    assert group.from_bot[0].only_for is anna
    stranger = {"receiver_user_id": eve.id}
    found = await api.refused(
        "sendMessage", chat_id=group.id, text="psst", ephemeral_message_parameters=stranger
    )
    assert found == "Bad Request: user not found"


async def test_drafts_are_for_private_chats_and_vanish_with_the_message(
    twin: BotApiTwin, api: Api
) -> None:
    anna = twin.person("Anna")
    group = twin.group("Team", members=[anna])
    await anna.start()
    await api.ok("sendMessageDraft", chat_id=anna.id, draft_id=5, text="He", can_stop=True)
    await api.ok("sendMessageDraft", chat_id=anna.id, draft_id=5, text="Hello", can_stop=True)
    assert anna.chat.drafts[5].versions == ["He", "Hello"]
    await anna.stop_generation(5)
    assert twin.updates.history[-1].payload["draft_id"] == 5
    await api.ok("sendMessage", chat_id=anna.id, text="Hello")
    assert anna.chat.drafts == {}
    assert await api.refused("sendMessageDraft", chat_id=group.id, draft_id=5, text="x")
    assert await api.refused("sendMessageDraft", chat_id=anna.id, draft_id=0, text="x")
