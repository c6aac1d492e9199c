import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from bot.terminal.wrapping import Wrapper


def wrapped(*pieces: str, width: int = 20) -> str:
    wrapper = Wrapper(lambda: width)
    return "".join([*map(wrapper.feed, pieces), wrapper.flush()])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ["short"]),
        ("a line that is too long", ["a line that is too", "long"]),
        ("exactly twenty cells and", ["exactly twenty cells", "and"]),
        ("我们的订单在销售库的订单表里。", ["我们的订单在销售库的", "订单表里。"]),
        ("我们的订单在销售库里了。", ["我们的订单在销售库里", "了。"]),
        ("订单在表 sales.orders_by_day 里", ["订单在表", "sales.orders_by_day", "里"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("x" * 30 + " y", ["x" * 30, "y"]),
    ],
)
def test_lines_end_between_words(text: str, lines: list[str]) -> None:
    assert wrapped(text) == "\n".join(lines)
    assert wrapped(*text) == "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "    select something from somewhere",
        "| a table | with many | columns |",
        "```sql\nselect something from somewhere\n```",
    ],
)
def test_code_and_tables_stay_as_they_are(text: str) -> None:
    assert wrapped(text) == text


def test_after_a_fence_prose_is_wrapped_again() -> None:
    assert wrapped("```\nx\n```\na line that is too long").endswith("too\nlong")


def test_all_but_the_last_word_is_shown_at_once() -> None:
    wrapper = Wrapper(lambda: 20)
    assert wrapper.feed("one two thr") == "one two"
    assert wrapper.feed("ee ") == " three"


@given(st.lists(st.text(st.sampled_from("ab 里，。👩\u200d\n"), max_size=8), max_size=8))
def test_nothing_is_lost_and_pieces_do_not_matter(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert wrapped(*pieces) == wrapped(text)
    assert "".join(wrapped(text).split()) == "".join(text.split())


@given(st.lists(st.text(st.sampled_from("abc"), min_size=1, max_size=20), max_size=20))
def test_no_line_is_wider_than_the_screen(words: list[str]) -> None:
    assert all(wcswidth(line) <= 20 for line in wrapped(" ".join(words)).split("\n"))
