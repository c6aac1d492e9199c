# ruff: noqa: SIM905 - a list of words reads better as text
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import keywords


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The orders are in the tables", ("order", "tabl")),
        ("We went to the children's indices", ("go", "child", "index")),
        ("my favourite colour", ("favorit", "color")),
        ("user_id", ("user_id", "user", "id")),
        ("orderItems", ("orderitem", "order", "item")),
        ("HTTPServer", ("httpserver", "http", "server")),
        ("db2 at 10.0.0.5:5432", ("db2", "10.0.0.5:5432")),
        ("Anna’s dogs", ("anna", "dog")),
        ("ＯＲＤＥＲＳ", ("order",)),
        ("我们的主库在 10.0.0.5", ("主库", "10.0.0.5")),
        ("订单表", ("订单", "单表")),
        ("查一下数据库的目的", ("数据", "据库", "目的")),
        ("帮我查数据", ()),
        ("我的猫", ("猫",)),
        ("orders表在哪里", ("order", "表")),
        ("Größe москва", ("größe", "москва")),
        ("what is the a of and", ()),
        ("🙂 !!! ___", ()),
        ("", ()),
    ],
)
def test_terms_are_what_a_text_is_about(text: str, terms: tuple[str, ...]) -> None:
    assert keywords.terms(text) == terms


def test_words_are_not_stemmed() -> None:
    assert keywords.words("Running the userIds 订单表") == (
        "running",
        "userids",
        "user",
        "ids",
        "订单",
        "单表",
    )


def test_chunks_keep_case_and_whole_chinese_runs() -> None:
    assert list(keywords.chunks("Anna 说过订单表在 DB2")) == ["Anna", "订单表", "DB2"]


def test_terms_repeat_as_often_as_they_occur() -> None:
    assert keywords.terms("order, Orders and ordering") == ("order",) * 3


def test_a_very_long_run_counts_by_its_beginning() -> None:
    assert keywords.terms("x" * 8_000) == ("x" * 64,)


PARTS = st.sampled_from(
    "went dying skies possibility happiest women queries userName user_id ORDER_ITEMS db2 "
    "children 10.0.0.5 colours lying hoping generously our's 订单 主库地址 的 在线 カナ 한국어 "
    "Straße быстро ＤＢ".split()
)


@given(st.lists(PARTS).map(" ".join))
def test_a_text_holds_a_trace_of_each_of_its_terms(text: str) -> None:
    folded = keywords.fold(text)
    for term in keywords.terms(text):
        assert any(trace in folded for trace in keywords.traces(term)), term


@given(st.text())
def test_any_text_has_terms_without_space_or_upper_case(text: str) -> None:
    for term in keywords.terms(text):
        assert term
        assert term == term.lower().strip()


def test_importing_keywords_does_not_load_the_stemmer() -> None:
    code = "import sys, memory_core.keywords; sys.exit('snowballstemmer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
