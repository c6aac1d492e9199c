from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from memory_core import tokens
from memory_core.policy import DEFAULT, Policy
from memory_core.truncation import MARKER, shorten, shown
from tests.unit.strategies import message, texts

policies = st.builds(
    Policy, l1_max_chars=st.integers(0, 60), l1_head=st.integers(0, 40), l1_tail=st.integers(0, 40)
)


@given(texts, policies)
def test_a_result_is_never_longer(text: str, policy: Policy) -> None:
    assert len(shorten(text, policy)) <= len(text)


@given(texts, policies)
def test_a_short_text_is_untouched(text: str, policy: Policy) -> None:
    if len(text) <= policy.l1_max_chars:
        assert shorten(text, policy) == text


@given(texts, policies)
def test_head_and_tail_are_real_and_cut_between_characters(text: str, policy: Policy) -> None:
    short = shorten(text, policy)
    if short == text:
        return
    assert any(
        _is_cut(text, short[:at], short[at + len(MARKER) :], policy)
        for at in range(len(short))
        if short.startswith(MARKER, at)
    )


def _is_cut(text: str, head: str, tail: str, policy: Policy) -> bool:
    """Both ends are there, within their limits, and they do not split a character."""
    starts = {0}
    for cluster in iter_graphemes(text):
        starts.add(max(starts) + len(cluster))
    return (
        text.startswith(head)
        and text.endswith(tail)
        and len(head) <= policy.l1_head
        and len(tail) <= policy.l1_tail
        and {len(head), len(text) - len(tail)} <= starts
        and len(head) + len(tail) <= len(text)
    )


def test_2000_characters_are_shown_whole() -> None:
    assert shorten("长" * 2000, DEFAULT) == "长" * 2000


def test_2001_characters_are_whole_because_a_cut_would_not_shorten_them() -> None:
    assert shorten("长" * 2001, DEFAULT) == "长" * 2001
    assert shorten("x" * (2000 + len(MARKER)), DEFAULT) == "x" * (2000 + len(MARKER))


def test_a_longer_text_keeps_1000_at_each_end() -> None:
    text = "头" * 1000 + "-" * 20 + "尾" * 1000
    assert shorten(text, DEFAULT) == "头" * 1000 + MARKER + "尾" * 1000


def test_a_family_at_each_cut_stays_whole_or_goes() -> None:
    family = "👩‍👩‍👧‍👦"
    text = "a" * 995 + family + "-" * 500 + family + "z" * 995
    assert shorten(text, DEFAULT) == "a" * 995 + MARKER + "z" * 995


def test_a_shortened_message_is_counted_anew_and_the_stored_one_is_not() -> None:
    long = message("订单" * 2000)
    short = shown(long, DEFAULT)
    assert short.content == shorten(long.content, DEFAULT)
    assert short.tokens == tokens.of_message(short.content) < long.tokens
    brief = message("hello")
    assert shown(brief, DEFAULT) is brief
