import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import tokens
from memory_core.model import ToolCall, ToolRound
from memory_core.policy import MESSAGE_OVERHEAD_TOKENS
from tests.unit.strategies import broken_texts, texts


@given(st.one_of(texts, broken_texts), st.one_of(texts, broken_texts))
def test_more_text_is_never_fewer_tokens(one: str, two: str) -> None:
    both = tokens.estimate(one + two)
    assert max(tokens.estimate(one), tokens.estimate(two)) <= both
    assert both <= tokens.estimate(one) + tokens.estimate(two)


def test_4000_chinese_characters() -> None:
    assert 2_400 <= tokens.estimate("数据库订单" * 800) <= 6_400


def test_4000_ascii_letters() -> None:
    assert 800 <= tokens.estimate("abcdefgh" * 500) <= 1_400


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("a", 1),
        ("a" * 100, 27),
        ("7" * 100, 72),
        ("." * 100, 56),
        ("\n" * 100, 56),
        (" " * 100, 0),
        ("长" * 100, 110),
        ("あ" * 100, 95),
        ("。" * 100, 95),
        ("！" * 100, 100),
        ("한" * 100, 145),
        ("я" * 100, 65),
        ("ع" * 100, 115),
        ("ω" * 100, 115),
        ("é" * 100, 200),
        ("→" * 100, 120),
        ("ก" * 100, 150),
        ("😀" * 100, 260),
    ],
)
def test_each_kind_of_character_has_its_weight(text: str, expected: int) -> None:
    assert tokens.estimate(text) == expected


@given(st.characters())
def test_no_character_but_a_space_is_free(char: str) -> None:
    assert (tokens.estimate(char * 100) == 0) is (char == " ")


def test_a_message_costs_its_text_its_tools_and_what_surrounds_them() -> None:
    assert tokens.of_message("") == MESSAGE_OVERHEAD_TOKENS
    call = ToolCall(id="1", name="run_sql", arguments='{"sql": "select 1"}', result="1")
    one = tokens.of_message("done", (ToolRound(text="looking", calls=(call,)),))
    two = tokens.of_message("done", (ToolRound(text="looking", calls=(call, call)),))
    said = f"done looking {call.name} {call.arguments} {call.result}"
    assert tokens.of_message("done") < tokens.of_message(said) < one < two
