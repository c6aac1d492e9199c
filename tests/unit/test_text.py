from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from memory_core.text import boundary_after, boundary_before, clean, first_line
from tests.unit.strategies import broken_texts, texts

FAMILY = "👩‍👩‍👧‍👦"


def boundaries(text: str) -> list[int]:
    found = [0]
    for cluster in iter_graphemes(text):
        found.append(found[-1] + len(cluster))
    return found


@given(texts, st.integers(-3, 200))
def test_boundary_before_is_the_nearest_one_to_the_left(text: str, index: int) -> None:
    expected = max((at for at in boundaries(text) if at <= index), default=0)
    assert boundary_before(text, index) == expected


@given(texts, st.integers(-3, 200))
def test_boundary_after_is_the_nearest_one_to_the_right(text: str, index: int) -> None:
    expected = min((at for at in boundaries(text) if at >= index), default=len(text))
    assert boundary_after(text, index) == expected


def test_a_family_is_one_character() -> None:
    text = f"我{FAMILY}们"
    inside = range(2, 1 + len(FAMILY))
    assert {boundary_before(text, at) for at in inside} == {1}
    assert {boundary_after(text, at) for at in inside} == {1 + len(FAMILY)}


def test_flags_are_paired_from_the_left() -> None:
    text = "🇨🇭" * 300
    assert boundary_before(text, 501) == 500
    assert boundary_after(text, 501) == 502


def test_marks_without_end_are_one_character() -> None:
    text = "a" + "\u0301" * 3000 + "b"
    assert boundary_before(text, 1500) == 0
    assert boundary_after(text, 1500) == 3001


def test_the_boundary_in_the_longest_message_of_marks_is_found() -> None:
    text = "a" + "\u0301" * 4095
    assert boundary_after(text, 3096) == len(text)


@given(broken_texts)
def test_clean_text_can_be_stored(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.encode().decode() == cleaned
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


@given(texts)
def test_cleaning_leaves_valid_text_alone(text: str) -> None:
    assert clean(text) == text.replace("\0", "\ufffd")


@given(st.text(), st.sampled_from(["\ud83d", "\ude00", "\ude00\ud83d"]), st.text())
def test_cleaning_replaces_lone_surrogates_only(before: str, lone: str, after: str) -> None:
    assert clean(before + lone + after) == clean(before) + "\ufffd" * len(lone) + clean(after)


def test_cleaning_joins_pairs_of_surrogates() -> None:
    assert clean("\ud83d\ude00 \ud83d") == "😀 \ufffd"


@given(texts, st.integers(1, 50))
def test_a_first_line_is_short_and_cut_between_characters(text: str, chars: int) -> None:
    line = first_line(text, chars)
    assert len(line) <= chars
    assert "\n" not in line
    whole = text.strip().partition("\n")[0].strip()
    if line != whole:
        kept = line.removesuffix("…")
        assert any(whole[:at].rstrip() == kept for at in boundaries(whole))


def test_a_first_line_that_fits_is_whole() -> None:
    assert first_line("  订单在哪里？ \nsecond", 7) == "订单在哪里？"
    assert first_line("", 5) == ""
    assert first_line("abcdef", 5) == "abcd…"
