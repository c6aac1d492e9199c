"""The first operator claims the bot with a one-time code: exactly once, in private, in time."""

import re
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings
from bot.telegram import claim_link, claims, keys
from memory_core.clock import SystemClock
from memory_core.errors import SettingsError
from memory_core.testing import FakeClock, in_memory_storage
from storage import open_storage
from tests.bot.processes import run
from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Person
from tests.peers.telegram.twin import TOKEN

GRANTED = "You run this bot from now on."
WRONG = "That code is wrong."
OVER = "That code is over"
HINT = "I only talk with people I was told about."
CLOSED: dict[str, Any] = {"operators": [], "allowed_users": [], "allowed_chats": []}


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


@pytest.fixture
def bob(twin: BotApiTwin) -> Person:
    return twin.person("Bob")


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the code of the link that the start has printed."""
    found = re.search(r"https://t\.me/dbridge_bot\?start=([\w-]{22})\n", capsys.readouterr().out)
    assert found
    return found[1]


async def told(talk: Talk, person: Person, text: str) -> str:
    await person.say(text)
    return (await talk.answer(person.chat)).shown


async def test_the_printed_link_makes_an_operator_who_may_talk_at_once_and_after_a_restart(
    twin: BotApiTwin, anna: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = in_memory_storage()
    async with running_bot(twin, storage=storage, **CLOSED) as talk:
        assert (await told(talk, anna, f"/start {printed(capsys)}")).startswith(GRANTED)
        assert await told(talk, anna, "hello") == "Answer to hello"
    async with running_bot(twin, storage=storage, **CLOSED) as talk:
        assert "Role: operator" in await told(talk, anna, "/whoami")
    assert "start=" not in capsys.readouterr().out


async def test_the_log_names_who_claimed_the_bot_by_id_alone(
    twin: BotApiTwin,
    anna: Person,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "bot")
    async with running_bot(twin, **CLOSED) as talk:
        await told(talk, anna, f"/start {printed(capsys)}")
    assert f"operator telegram:{anna.id} claimed the bot" in caplog.text
    assert "Anna" not in caplog.text


@pytest.mark.parametrize(
    ("lists", "counts"),
    [
        ({"operators": [7]}, "operators 1, people 0, groups 0"),
        (
            {"operators": [7], "allowed_users": [8, 9], "allowed_chats": ["*"]},
            "operators 1, people 2, groups all",
        ),
        ({"operators": [], "allowed_users": ["*"]}, "operators 0, people everybody, groups 0"),
    ],
)
async def test_the_start_logs_how_many_may_write_and_which_model_answers(
    twin: BotApiTwin, caplog: pytest.LogCaptureFixture, lists: dict[str, Any], counts: str
) -> None:
    caplog.set_level("INFO", "bot")
    async with running_bot(twin, **(CLOSED | lists)):
        pass
    assert f"may write: {counts}; the model is offline" in caplog.text


async def test_of_two_people_racing_one_wins(
    twin: BotApiTwin, anna: Person, bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_bot(twin, **CLOSED) as talk:
        code = printed(capsys)
        await anna.say(f"/start {code}")
        await bob.say(f"/start {code}")
        await talk.hear()
        answers = sorted(person.chat.texts[0].split("\n")[0] for person in (anna, bob))
        assert [answer[:15] for answer in answers] == [OVER[:15], GRANTED[:15]]
        assert len(talk.service.access.operators) == 1


async def test_a_code_is_over_when_it_is_used_again_after_a_restart(
    twin: BotApiTwin, anna: Person, bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = in_memory_storage()
    async with running_bot(twin, storage=storage, **CLOSED) as talk:
        code = printed(capsys)
        await told(talk, anna, f"/start {code}")
    async with running_bot(twin, storage=storage, **CLOSED) as talk:
        assert (await told(talk, bob, f"/start {code}")).startswith(OVER)
        assert (await told(talk, anna, f"/start {code}")).startswith(GRANTED)
        assert len(talk.service.access.operators) == 1


async def test_a_forwarded_code_claims_nothing(
    twin: BotApiTwin, anna: Person, bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_bot(twin, **CLOSED) as talk:
        code = printed(capsys)
        team = twin.group("Elsewhere", members=[anna, bob], bot="left")
        said = await anna.say(f"/start {code}", chat=team)
        await bob.forward(said)
        assert (await talk.answer(bob.chat)).shown.startswith(HINT)
        assert (await told(talk, anna, f"/start {code}")).startswith(GRANTED)


@pytest.mark.parametrize(
    "text",
    [
        "/start {}",
        "look: {}",
        "https://t.me/dbridge_bot?start={}",
        "/start@OtherBot {}",
        "my\n{}",
        "my：{}",
        "myé{}",
        "code{}now",
    ],
)
@pytest.mark.parametrize("served", [True, False])
async def test_a_code_seen_in_a_group_is_burnt(
    twin: BotApiTwin,
    anna: Person,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    text: str,
    *,
    served: bool,
) -> None:
    team = twin.group("Team", members=[anna])
    settings = CLOSED | {"allowed_chats": [team.id] if served else []}
    async with running_bot(twin, **settings) as talk:
        code = printed(capsys)
        await anna.say(text.format(code), chat=team)
        await talk.hear()
        answered = served and text == "/start {}"
        assert [each[:26] for each in team.texts] == ["Others can read that code,"] * answered
        assert (await told(talk, anna, f"/start {code}")).startswith(OVER)
    assert "is void" in caplog.text
    assert code not in caplog.text


async def test_a_code_ends_with_the_fifth_wrong_guess(
    twin: BotApiTwin, anna: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_bot(twin, **CLOSED) as talk:
        code = printed(capsys)
        for guess in range(5):
            assert (await told(talk, anna, f"/start {guess:022}")).startswith(WRONG)
        assert (await told(talk, anna, f"/start {code}")).startswith(OVER)


async def test_a_code_ends_after_a_quarter_of_an_hour(
    twin: BotApiTwin, anna: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = FakeClock()
    async with running_bot(twin, clock=clock, **CLOSED) as talk:
        code = printed(capsys)
        clock.advance(timedelta(minutes=15))
        assert (await told(talk, anna, f"/start {code}")).startswith(OVER)


@pytest.mark.parametrize("text", ["/start {} please", "/start please {}", "/help {}", "{}"])
async def test_only_start_and_the_code_alone_are_a_claim(
    twin: BotApiTwin, anna: Person, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    async with running_bot(twin, **CLOSED) as talk:
        code = printed(capsys)
        assert (await told(talk, anna, text.format(code))).startswith(HINT)
        assert (await told(talk, anna, f"/start {code}")).startswith(GRANTED)


def settings_for(folder: Path, api_base: str, token: str) -> Settings:
    return Settings.model_validate(
        {
            "storage": {"url": f"sqlite:///{folder}/bot.db"},
            "telegram": {"token": token, "api_base": api_base},
        }
    )


async def test_the_command_line_prints_another_link(twin: BotApiTwin, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, twin.base_url, twin.token)
    environ = {
        "TELEGRAM_BOT_TOKEN": twin.token,
        "DBRIDGE_TELEGRAM__API_BASE": twin.base_url,
        "DATABASE_URL": settings.storage.url,
    }
    out, err, status = await run("claim", folder=tmp_path, typed=None, **environ)
    assert (status, err) == (0, "")
    link = r"https://t\.me/dbridge_bot\?start=([\w-]{22})"
    first = re.fullmatch(rf"Open this link within 15 minutes to run the bot:\n{link}\n", out)

    told = await claim_link.offer(settings, "zh")
    second = re.fullmatch(rf"请在 15 分钟内.*\n{link}", told)
    assert first
    assert second
    ann, now = keys.user(7), SystemClock().now()
    async with open_storage(settings.storage.url) as storage:
        hashes = [claims.hashed(found[1]) for found in (first, second)]
        outcomes = [await storage.operators.claim(code, ann, now) for code in hashes]
    assert outcomes == ["over", "granted"]


async def test_while_telegram_is_away_the_code_is_printed_with_how_to_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim_link, "ASK_S", 0.1)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{closed.getsockname()[1]}"
        told = await claim_link.offer(settings_for(tmp_path, base, TOKEN), "en")
    assert re.search(r"private chat within 15 minutes:\n/start [\w-]{22}$", told)


@pytest.mark.parametrize(
    ("token", "sentence"), [("", "is empty"), ("123456:" + "x" * 35, "does not accept it")]
)
async def test_without_a_usable_token_there_is_nothing_to_claim(
    twin: BotApiTwin, tmp_path: Path, token: str, sentence: str
) -> None:
    with pytest.raises(SettingsError, match=f"telegram.token: .*{sentence}") as refused:
        await claim_link.offer(settings_for(tmp_path, twin.base_url, token), "en")
    assert "xxxx" not in str(refused.value)


def test_codes_are_kept_as_hashes_and_have_128_bits() -> None:
    code = "A" * 22
    assert claims.hashed(code) != code
    assert len(claims.hashed(code)) == 64
