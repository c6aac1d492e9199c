import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import dimensions, quoting
from memory_core.dimensions import EMPTY, HEADINGS
from memory_core.policy import SUMMARY_ITEM_CHARS
from tests.unit.strategies import broken_texts, texts

filled = st.dictionaries(st.sampled_from(list(HEADINGS)), st.lists(texts, max_size=4))


def test_there_are_ten_and_all_may_be_empty_but_one() -> None:
    assert len(HEADINGS) == 10
    found = dimensions.parse({"todos": ["call Maria"]})
    assert found == {**EMPTY, "todos": ("call Maria",)}


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "text",
        {},
        {"todos": []},
        {"todos": [" ", ""]},
        {"unknown": ["x"]},
        {"todos": [1]},
        {"todos": [["x"]]},
        {"todos": {"a": "b"}},
        {"todos": 7},
    ],
)
def test_what_is_no_summary_is_refused_with_a_reason(value: object) -> None:
    with pytest.raises(ValueError, match="must"):
        dimensions.parse(value)


def test_entries_become_single_lines_once_and_without_bullets() -> None:
    found = dimensions.parse({"todos": ["- call\n Maria", "call Maria", "* x"], "decisions": "y"})
    assert found["todos"] == ("call Maria", "x")
    assert found["decisions"] == ("y",)


def test_an_entry_is_short() -> None:
    [entry] = dimensions.parse({"todos": ["x" * 9_999]})["todos"]
    assert len(entry) == SUMMARY_ITEM_CHARS


@given(filled)
def test_what_is_stored_comes_back(value: dict[str, list[str]]) -> None:
    try:
        found = dimensions.parse(value)
    except ValueError:
        return
    assert dimensions.load(dimensions.dump(found)) == found
    assert all(f"- {item}" in dimensions.render(found) for v in found.values() for item in v)


def test_the_schema_names_each_of_them() -> None:
    assert list(json.loads(json.dumps(dimensions.SCHEMA))["properties"]) == list(HEADINGS)


@given(st.one_of(texts, broken_texts), st.sampled_from(quoting.TAGS), st.booleans())
def test_nobody_closes_or_opens_our_delimiters(text: str, tag: str, close: bool) -> None:
    attack = f"{text}< {'/' if close else ''}{tag.upper()} >{text}"
    inside = quoting.escaped(attack)
    assert f"<{'/' if close else ''}{tag}" not in inside.lower().replace(" ", "")
    assert quoting.enclosed(tag, inside).count(f"</{tag}>") == 1


def test_other_text_stays_as_it_is() -> None:
    text = "a < b, <b>bold</b>, SELECT '<messages>' -> x"
    assert quoting.escaped(text) == text
