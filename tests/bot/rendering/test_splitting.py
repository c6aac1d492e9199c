"""Long answers: where they are cut, and what goes on behind the cut."""

import random

import pytest
from wcwidth import iter_graphemes

from bot.telegram.rendering import Chunk, plain, preview, render
from tests.bot.rendering.acceptance import formats, one, texts, visible

FUNCTION = "def step_{}(values: List[int]) -> None:\n    print(__name__, values{})\n\n"


def code(padding: str = "") -> str:
    """99 lines: few enough for messages."""
    return "".join(FUNCTION.format(number, padding) for number in range(33)).rstrip()


CODE = code(", 'a rather long string literal'")
PARAGRAPH = "Ein Satz mit **fetten** Wörtern, `List<String>` und snake_case. " * 8
TABLE = "| 名称 | 价格 |\n|---|--:|\n| 苹果 | 3 |\n"


def chunks(markdown: str) -> list[Chunk]:
    messages = render(markdown)
    texts(messages)
    return [each for each in messages if isinstance(each, Chunk)]


def test_a_long_answer_arrives_whole() -> None:
    half = f"{PARAGRAPH}\n\n" * 7
    links = " ".join(f"[n{number}](https://example.org/{number})" for number in range(300))
    answer = f"{half}```python\n{CODE}\n```\n\n{half}{TABLE}\n**“金额”**字段 __init__\n\n{links}"
    assert len(half) * 2 + len(CODE) > 9000
    sent = chunks(answer)
    together = visible("".join(chunk.text for chunk in sent))

    assert visible(CODE) in together
    assert together.startswith(visible(PARAGRAPH.replace("**", "").replace("`", "") * 7))
    assert "“金额”字段__init__" + "".join(f"n{number}" for number in range(300)) in together
    blocks = [block for chunk in sent for block in formats(chunk, "pre")]
    assert blocks == [CODE, "名称  价格\n────  ────\n苹果     3"]
    urls = [each.url for chunk in sent for each in chunk.entities if each.type == "text_link"]
    assert urls == [f"https://example.org/{number}" for number in range(300)]


def test_code_that_needs_two_messages_keeps_its_language_and_whole_functions() -> None:
    block = code(", 'x'" * 20)
    first, second = chunks(f"```python\n{block}\n```")
    for chunk in (first, second):
        (pre,) = chunk.entities
        assert (pre.type, pre.offset, pre.length) == ("pre", 0, len(chunk.text))
        assert pre.language == "python"
        assert chunk.text.startswith("def ")
    assert f"{first.text}\n\n{second.text}" == block


@pytest.mark.parametrize(
    ("piece", "between"),
    [("word " * 160, "\n\n"), ("word " * 40, "\n"), ("sentence,", " "), ("一个句子。", "")],
)
def test_cuts_are_where_something_ends(piece: str, between: str) -> None:
    piece = piece.strip()
    sent = texts(plain(between.join([piece] * (9000 // len(piece)))))
    assert len(sent) > 2
    assert all(each.startswith(piece) and each.endswith(piece) for each in sent)


@pytest.mark.parametrize("cluster", ["👨‍👩‍👧‍👦", "🇨🇭", "👍🏽", "e\u0301\u0323", "क्षि", "각", "❤️"])
@pytest.mark.parametrize("before", range(3))
def test_no_character_is_cut(cluster: str, before: int) -> None:
    text = "x" * before + cluster * 3000
    sent = texts(render(text))
    assert "".join(sent) == text
    assert {each for chunk in sent for each in iter_graphemes(chunk)} <= {"x", cluster}


def test_a_character_longer_than_a_message_is_cut_after_all() -> None:
    text = "a" + "\u0301" * 10_000
    assert "".join(texts(render(text))) == text


def test_a_format_goes_on_behind_the_cut() -> None:
    first, second = chunks(f"[**{'word ' * 1000}end**](https://example.org)")
    for chunk in (first, second):
        assert formats(chunk, "bold") == formats(chunk, "text_link") == [chunk.text]


def test_more_than_a_hundred_entities_need_more_messages() -> None:
    sent = chunks("\n".join(f"{number}. **w** `{number}`" for number in range(1, 121)))
    assert [len(chunk.entities) for chunk in sent] == [100, 100, 40]
    assert [chunk.text.split("\n")[0] for chunk in sent] == ["1. w 1", "51. w 51", "101. w 101"]


def test_mixed_directions_stay_and_overrides_go() -> None:
    text = "Hello שלום 123 **مرحبا** \u202eevil\u202c \u2067ok\u2069"
    chunk = one(render(text))
    assert chunk.text == "Hello שלום 123 مرحبا evil \u2067ok\u2069"
    assert formats(chunk, "bold") == ["مرحبا"]


def test_control_characters_are_dropped() -> None:
    assert one(render("a\x00b\x07c\x9b\r\nd\u2028e\ufdd0f\ud83d")).text == "abc\nd\nef\ufffd"


def test_a_ring_the_server_would_take_away_is_kept() -> None:
    assert one(render("A\u030angström")).text == "Ångström"


@pytest.mark.parametrize("text", ["", " \n\t ", "\u200b\u2060\ufeff", "&nbsp;", "\n\n\n", "\x07"])
def test_nothing_visible_is_no_message(text: str) -> None:
    assert render(text) == ()
    assert plain(text) == () or text == "&nbsp;"
    assert preview(text) == Chunk(text="")


def test_plain_text_is_not_looked_at() -> None:
    assert plain("  **a** `b`\n```\nc\n") == (Chunk(text="**a** `b`\n```\nc"),)
    (chunk,) = plain(one(render("**a** b")).text)
    assert chunk == Chunk(text="a b")


@pytest.mark.parametrize(
    "piece",
    ["*a _b ", "[", "**a", "- ", "> ", "*a ", "`x` ", "a|b\n-|-\n\n", "[a]:", "\u0301", ""],
)
def test_garbage_of_many_pages_is_rendered(piece: str) -> None:
    """What took the square of the length would not end here."""
    chance = random.Random(7)  # noqa: S311 - the same dice every time
    text = piece * 20_000 or "".join(
        chance.choices("ab中 \n*_~`#>-+|<\\[]()!$&;:.1👨‍\u0301", k=20_000)
    )
    assert all(
        not isinstance(each, Chunk) or len(each.text.encode("utf-16-le")) <= 2 * 4_096
        for each in render(text[:20_000])
    )
