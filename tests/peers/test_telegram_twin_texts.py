"""Texts and entities: every limit by itself, with the server's own words."""

import random

import pytest

from tests.peers.conftest import Api
from tests.peers.telegram import ApiError, BotApiTwin, Person, utf16
from tests.peers.telegram.entities import CONTINUOUS, QUOTES, SPLITTABLE, end
from tests.peers.telegram.formatted import Formatted, formatted

EMOJI = "😀"
BEGINNING = "entity beginning at UTF-16 offset 0"


@pytest.fixture
async def anna(twin: BotApiTwin) -> Person:
    anna = twin.person("Anna")
    await anna.start()
    return anna


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Bad Request: message text is empty"),
        ("  \n\t ", "Bad Request: text must be non-empty"),
        ("\u200b\u2060\ufeff", "Bad Request: text must be non-empty"),
        ("x" * 4097, "Bad Request: message is too long"),
        (EMOJI * 2049, "Bad Request: message is too long"),
    ],
)
async def test_texts_that_are_refused(api: Api, anna: Person, text: str, why: str) -> None:
    assert await api.refused("sendMessage", chat_id=anna.id, text=text) == why
    assert anna.chat.texts == []


@pytest.mark.parametrize("text", ["x" * 4096, EMOJI * 2048])
async def test_the_longest_texts_are_taken(api: Api, anna: Person, text: str) -> None:
    await api.ok("sendMessage", chat_id=anna.id, text=text)
    assert anna.chat.texts == [text]


async def test_the_length_counts_after_parsing(api: Api, anna: Person) -> None:
    text = f"<b>{'x' * 4096}</b>"
    await api.ok("sendMessage", chat_id=anna.id, text=text, parse_mode="HTML")
    assert anna.chat.texts == ["x" * 4096]


async def test_white_space_around_is_cut_and_entities_move(api: Api, anna: Person) -> None:
    bold = {"type": "bold", "offset": 2, "length": 4}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="\n  one two \n", entities=[bold])

    assert sent["text"] == "one two"
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 3}]


async def test_control_characters_become_spaces_and_returns_vanish(api: Api, anna: Person) -> None:
    code = {"type": "code", "offset": 5, "length": 3}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="a\r\nb\tcde", entities=[code])

    assert sent["text"] == "a\nb cde"
    assert sent["entities"] == [{"type": "code", "offset": 4, "length": 3}]


@pytest.mark.parametrize(
    ("offset", "length", "why"),
    [
        (-1, 2, "receive an entity with incorrect offset -1"),
        (0, -2, "receive an entity with incorrect length -2"),
        (
            0,
            99,
            f"{BEGINNING} ends after the end of the text at UTF-16 offset 99",
        ),
        (50, 1, "entity begins after the end of the text at UTF-16 offset 50"),
        (1, 2, "entity begins in a middle of a UTF-16 symbol at byte offset 4"),
        (
            0,
            1,
            f"{BEGINNING} ends in a middle of a UTF-16 symbol at byte offset 4",
        ),
    ],
)
async def test_entities_that_are_refused(
    api: Api, anna: Person, offset: int, length: int, why: str
) -> None:
    entity = {"type": "bold", "offset": offset, "length": length}
    text = f"{EMOJI} hello"
    found = await api.refused("sendMessage", chat_id=anna.id, text=text, entities=[entity])
    assert found == f"Bad Request: {why}"


async def test_entities_beyond_a_hundred_disappear_silently(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    entities = [{"type": "bold", "offset": 2 * n, "length": 1} for n in range(101)]
    sent = await api.ok("sendMessage", chat_id=anna.id, text="x " * 101, entities=entities)

    assert len(sent["entities"]) == 100
    assert twin.dropped_entities == [(entities[100], "more than 100 entities")]


async def test_crossing_code_is_dropped_silently(twin: BotApiTwin, api: Api, anna: Person) -> None:
    pre = {"type": "pre", "offset": 0, "length": 5}
    code = {"type": "code", "offset": 3, "length": 5}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="abcdefgh", entities=[pre, code])

    assert sent["entities"] == [pre]
    assert twin.dropped_entities == [(code, "overlaps pre")]


async def test_bold_around_code_is_cut_out_of_it(twin: BotApiTwin, api: Api, anna: Person) -> None:
    code = {"type": "code", "offset": 2, "length": 2}
    bold = {"type": "bold", "offset": 0, "length": 6}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="abcdef", entities=[code, bold])

    assert sent["entities"] == [
        {"type": "bold", "offset": 0, "length": 2},
        code,
        {"type": "bold", "offset": 4, "length": 2},
    ]
    assert twin.cut_styles == [{"type": "bold", "offset": 2, "length": 2}]
    assert twin.dropped_entities == []


async def test_crossing_styles_are_cut_at_the_borders_of_links(api: Api, anna: Person) -> None:
    bold = {"type": "bold", "offset": 0, "length": 4}
    link = {"type": "text_link", "offset": 2, "length": 4, "url": "https://a.org"}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="abcdef", entities=[bold, link])

    assert [(e["type"], e["offset"], e["length"]) for e in sent["entities"]] == [
        ("bold", 0, 2),
        ("text_link", 2, 4),
        ("bold", 2, 2),
    ]


async def test_a_link_without_a_host_loses_its_link(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    link = {"type": "text_link", "offset": 0, "length": 4, "url": "notes"}
    sent = await api.ok("sendMessage", chat_id=anna.id, text="here", entities=[link])

    assert "entities" not in sent
    assert twin.dropped_entities == [(link, "no valid URL")]


async def test_the_server_finds_links_mentions_and_commands_itself(api: Api, anna: Person) -> None:
    text = f"{EMOJI} see main.py or https://a.org/x, ask @anna_k or /help."
    sent = await api.ok("sendMessage", chat_id=anna.id, text=text)

    assert [(e["type"], e["offset"], e["length"]) for e in sent["entities"]] == [
        ("url", 7, 7),
        ("url", 18, 15),
        ("mention", 39, 7),
        ("bot_command", 50, 5),
    ]


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<b>bold", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 0'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        (
            "é<b><i>x</b></i>",
            'Unmatched end tag at byte offset 9, expected "</i>", found "</b>"',
        ),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("List<String>", 'Unsupported start tag "string" at byte offset 4'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
    ],
)
async def test_html_that_is_refused(api: Api, anna: Person, html: str, why: str) -> None:
    found = await api.refused("sendMessage", chat_id=anna.id, text=html, parse_mode="HTML")
    assert found == f"Bad Request: can't parse entities: {why}"


async def test_html_becomes_entities(api: Api, anna: Person) -> None:
    html = (
        f"{EMOJI}<b>b<i>i</i></b> &lt;&amp; <a href='https://a.org'>a</a> "
        '<pre><code class="language-sql">select 1</code></pre><code>c</code>'
    )
    sent = await api.ok("sendMessage", chat_id=anna.id, text=html, parse_mode="HTML")

    assert sent["text"] == f"{EMOJI}bi <& a select 1c"
    assert sent["entities"] == [
        {"type": "bold", "offset": 2, "length": 2},
        {"type": "italic", "offset": 3, "length": 1},
        {"type": "text_link", "offset": 8, "length": 1, "url": "https://a.org"},
        {"type": "pre", "offset": 10, "length": 8, "language": "sql"},
        {"type": "code", "offset": 18, "length": 1},
    ]


@pytest.mark.parametrize(
    ("markdown", "why"),
    [
        ("1.5", "Character '.' is reserved and must be escaped with the preceding '\\'"),
        ("a-b", "Character '-' is reserved and must be escaped with the preceding '\\'"),
        ("*bold", "Can't find end of Bold entity at byte offset 0"),
        ("x `code", "Can't find end of Code entity at byte offset 2"),
    ],
)
async def test_markdown_that_is_refused(api: Api, anna: Person, markdown: str, why: str) -> None:
    found = await api.refused(
        "sendMessage", chat_id=anna.id, text=markdown, parse_mode="MarkdownV2"
    )
    assert found == f"Bad Request: can't parse entities: {why}"


async def test_markdown_becomes_entities(api: Api, anna: Person) -> None:
    markdown = "*b _i_* 1\\.5 ||s|| [a](https://a.org/\\)) ```sql\nselect 1\n```"
    sent = await api.ok("sendMessage", chat_id=anna.id, text=markdown, parse_mode="MarkdownV2")

    assert sent["text"] == "b i 1.5 s a select 1"
    assert [(e["type"], e["offset"], e["length"]) for e in sent["entities"]] == [
        ("bold", 0, 3),
        ("italic", 2, 1),
        ("spoiler", 8, 1),
        ("text_link", 10, 1),
        ("pre", 12, 8),
    ]


async def test_times_emoji_and_quotes_in_html(api: Api, anna: Person) -> None:
    html = (
        '<blockquote expandable>long</blockquote><tg-time unix="1796152504">then</tg-time>'
        '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>'
    )
    sent = await api.ok("sendMessage", chat_id=anna.id, text=html, parse_mode="HTML")
    assert [entity["type"] for entity in sent["entities"]] == [
        "expandable_blockquote",
        "date_time",
        "custom_emoji",
    ]


async def test_unknown_parse_modes_are_refused(api: Api, anna: Person) -> None:
    found = await api.refused("sendMessage", chat_id=anna.id, text="x", parse_mode="BBCode")
    assert found == "Bad Request: unsupported parse_mode"


async def test_mentions_by_link_want_a_known_user(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    html = f'<a href="tg://user?id={anna.id}">her</a> <a href="tg://user?id=42">him</a>'
    sent = await api.ok("sendMessage", chat_id=anna.id, text=html, parse_mode="HTML")

    assert [entity["user"]["id"] for entity in sent["entities"]] == [anna.id]
    assert [why for _, why in twin.dropped_entities] == ["unknown user"]


def test_what_is_kept_is_valid_and_stays_as_it_is() -> None:
    dice = random.Random(7)  # noqa: S311 - the same dice every time
    kinds = [kind for kind in (*SPLITTABLE, *QUOTES, *CONTINUOUS) if kind != "text_mention"]
    kept = 0
    for _ in range(3000):
        text = "".join(dice.choices("ab 😀\n\r\t你`*<&/@.#\u2028", k=dice.randint(0, 12)))
        entities = [
            {
                "type": dice.choice(kinds),
                "offset": dice.randint(0, 9),
                "length": dice.randint(0, 9),
                "url": "https://a.org",
            }
            for _ in range(dice.randint(0, 4))
        ]
        value = _accepted(text, entities)
        if value is not None:
            kept += 1
            _check_valid(value)
    assert kept > 500


def _accepted(text: str, entities: list[dict[str, object]]) -> Formatted | None:
    try:
        return formatted(text, "", entities, lambda *_: None)
    except ApiError:
        return None


def _check_valid(value: Formatted) -> None:
    starts = utf16.starts(value.text)
    assert value.text == value.text.strip(" \n")
    for entity in value.entities:
        assert entity["length"] > 0
        assert entity["offset"] in starts
        assert end(entity) in starts
    assert _accepted(value.text, value.entities) == value
