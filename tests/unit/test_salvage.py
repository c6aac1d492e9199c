"""What a model meant, whatever it wrote around it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core import json_scan, salvage
from memory_core.salvage import NothingUsable
from tests.unit.strategies import broken_texts

TEA = {"op": "add", "content": "likes tea"}
CAT = {"op": "add", "content": "has a cat"}
TEA_JSON, CAT_JSON = json.dumps(TEA), json.dumps(CAT)
BOTH = f'{{"facts": [{TEA_JSON}, {CAT_JSON}]}}'

leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
trees = st.recursive(
    leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)
containers = st.lists(trees, max_size=4) | st.dictionaries(st.text(max_size=8), trees, max_size=4)
jsonish = st.text(alphabet='{}[]",:\\ \n0123456789.eEtrufalsn-`ud8é', max_size=300)


def facts(value: object) -> list[object]:
    """Take {"facts": [objects]} and nothing else."""
    match value:
        case {"facts": [*items]} if all(isinstance(item, dict) for item in items):
            return items
    raise ValueError("there is no list of facts")


def fit(text: str, *, whole: bool = True) -> list[object]:
    return salvage.fit([text], facts, list_key="facts", whole=whole)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BOTH, id="bare"),
        pytest.param(f"\ufeff\n {BOTH}\n", id="byte order mark and space"),
        pytest.param(f"```json\n{BOTH}\n```", id="fence"),
        pytest.param(f"```\n{BOTH}\n", id="fence left open"),
        pytest.param(f"Here it is:\n{BOTH}\nHope that helps!", id="prose around"),
        pytest.param(f"Use {{braces}} and [1]; so {BOTH} {{ok}}", id="prose with braces"),
        pytest.param(f"It opens with {{ as asked: {BOTH}", id="brace never closed"),
        pytest.param(f"First {{'facts': []}} no: {BOTH}", id="quotes of another language"),
        pytest.param(f'{{"facts": [{TEA_JSON}, {CAT_JSON},],}}', id="trailing commas"),
        pytest.param(f'{{"facts": [{TEA_JSON} {CAT_JSON}]}}', id="missing comma"),
        pytest.param(f'{{"facts"：[{TEA_JSON}，{CAT_JSON}]}}', id="full-width punctuation"),
        pytest.param(f"[{TEA_JSON}, {CAT_JSON}]", id="bare list"),
        pytest.param(f'{{"memories": [{TEA_JSON}, {CAT_JSON}]}}', id="list under another name"),
        pytest.param(f'{{"name": "keep", "arguments": {BOTH}}}', id="call"),
        pytest.param(
            json.dumps({"name": "keep", "arguments": BOTH}), id="call with a string of arguments"
        ),
        pytest.param(
            f'{{"type": "function", "name": "keep", "parameters": {BOTH}}}', id="other call"
        ),
        pytest.param(f'{{"result": {BOTH}}}', id="single key"),
        pytest.param(f'{{"result": {{"output": {BOTH}}}}}', id="two single keys"),
        pytest.param(f"[{BOTH}]", id="list of one"),
        pytest.param(json.dumps({"facts": f"[{TEA_JSON}, {CAT_JSON}]"}), id="list as a string"),
        pytest.param(json.dumps(BOTH), id="string of JSON"),
        pytest.param(json.dumps(json.dumps(BOTH)), id="string of a string of JSON"),
        pytest.param(f"null {BOTH}", id="null before"),
        pytest.param(f'{{"facts": []}} or rather {BOTH}', id="the longer of two"),
        pytest.param(BOTH + "]}", id="closed too often"),
    ],
)
def test_both_facts_are_found(text: str) -> None:
    assert fit(text) == [TEA, CAT]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BOTH[:-1], id="last bracket missing"),
        pytest.param(BOTH[:-3] + ', "content": "likes', id="cut in a string"),
        pytest.param(BOTH[:-20], id="cut in an item"),
        pytest.param(BOTH.replace("tea", '"tea"'), id="quotes within a string"),
        pytest.param("[" + BOTH.removeprefix('{"facts": [')[:-2], id="bare list without end"),
        pytest.param(f'{{"facts": [{{"content": "a "b""}}, {CAT_JSON}]}}', id="first item broken"),
    ],
)
def test_a_value_that_broke_off_is_not_a_whole_one(text: str) -> None:
    with pytest.raises(NothingUsable):
        fit(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (BOTH[:-1], [TEA, CAT]),
        (BOTH[:-2], [TEA, CAT]),
        (BOTH[:-3], [TEA]),
        (BOTH[:-20], [TEA]),
        (f'[{TEA_JSON}, {CAT_JSON}, {{"op": "add", "con', [TEA, CAT]),
        (f'```json\n{{"name": "keep", "arguments": {{"facts": [{TEA_JSON}, {{"op": ', [TEA]),
        (f'{{"facts": [{TEA_JSON}, {{"content": "a "b""}}', [TEA]),
        (f'{{"facts": [{TEA_JSON}, tru', [TEA]),
        (f'{{"facts": [{TEA_JSON}, 12', [TEA]),
        ('{"facts": [', []),
    ],
)
def test_the_complete_items_of_a_cut_list_are_kept(text: str, kept: list[object]) -> None:
    assert fit(text, whole=False) == kept


def test_an_object_that_broke_off_keeps_its_complete_parts() -> None:
    text = '{"intent": ["a", "b"], "count": 3, "todos": ["c", "d'
    assert list(salvage.values(text)) == []
    assert list(salvage.values(text, whole=False)) == [
        {"intent": ["a", "b"], "count": 3, "todos": ["c"]}
    ]


@pytest.mark.parametrize("text", ["", " \n", "I found nothing.", "{", "[", "{}{", "`", '"', "12"])
def test_where_nothing_is_nothing_is_found(text: str) -> None:
    with pytest.raises(ValueError, match=r"no complete JSON value|no list of facts"):
        fit(text)
    with pytest.raises(NothingUsable):
        salvage.fit(["no braces"], facts)


@pytest.mark.parametrize("text", ["null", " null\n", "```json\nnull\n```", '"null"'])
def test_null_is_a_value(text: str) -> None:
    assert salvage.fit([text], lambda value: value) is None


@pytest.mark.parametrize("text", ['{"facts": []}', "[]", '{"name": "x", "input": {"facts": []}}'])
def test_no_facts_is_an_answer(text: str) -> None:
    assert fit(text) == []


def test_the_complaint_is_about_the_likeliest_value() -> None:
    def strict(value: object) -> object:
        raise ValueError(f"not {value}")

    with pytest.raises(ValueError, match=r"^not {'long': 'enough'}$"):
        salvage.fit(['[1] {"long": "enough"}', "[2]"], strict)


def test_the_first_source_that_fits_wins() -> None:
    assert salvage.fit([BOTH, '{"facts": []}'], facts) == [TEA, CAT]
    assert salvage.fit(["{}", '{"facts": []}'], facts) == []


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (r'"\ud83d\ude00"', "😀"),
        (r'"\ud83d"', "\ufffd"),
        ('"a\ud83db"', "a\ufffdb"),
        (r'"a\u0000b"', "a\ufffdb"),
        (r'"C:\data \d+ \u12"', r"C:\data \d+ \u12"),
        (r'"\\\"\/\n"', '\\"/\n'),
        ('"two\nlines\tand a tab"', "two\nlines\tand a tab"),
    ],
)
def test_strings_become_text_that_can_be_stored(token: str, text: str) -> None:
    assert list(salvage.values(f'{{"a": {token}}}')) == [{"a": text}]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("-1.5e3", -1500.0),
        ("007", 7),
        ("True", True),
        ("None", None),
        ("NaN", None),
        ("-Infinity", None),
        ("1e999", None),
    ],
)
def test_numbers_and_constants(word: str, value: object) -> None:
    assert list(salvage.values(f"[{word} ]")) == [[value]]


@pytest.mark.parametrize("word", ["nope", "1.2.3", "1-2", "9" * 400, "1x", "Tru"])
def test_words_that_mean_nothing_break_a_value(word: str) -> None:
    assert list(salvage.values(f"[{word} ]")) == []


def test_a_long_text_inside_is_kept_whole() -> None:
    long = "长" * 3_000
    assert list(salvage.values(json.dumps({"a": long}))) == [{"a": long}]


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        ({"properties": {"facts": {"type": "array"}}}, "facts"),
        ({"properties": {"facts": {"type": "object"}}}, None),
        ({"properties": {"a": {"type": "array"}, "b": {"type": "array"}}}, None),
        ({"type": "object"}, None),
    ],
)
def test_a_bare_list_belongs_under_the_only_list(schema: object, key: str | None) -> None:
    assert salvage.list_key_of(schema) == key


@settings(max_examples=50)
@given(containers)
def test_proper_json_is_read_as_it_is(value: object) -> None:
    text = json.dumps(value)
    cleaned = json.loads(text.replace("\\u0000", "\\ufffd"))
    assert list(salvage.values(text)) == [cleaned]
    assert list(salvage.values(f"So:\n```json\n{text}\n```")) == [cleaned]


@settings(max_examples=50)
@given(st.dictionaries(st.text(), leaves, min_size=1, max_size=4), st.data())
def test_of_a_cut_answer_only_what_was_there_is_kept(value: object, data: st.DataObject) -> None:
    text = json.dumps({"items": [value] * 3})
    cut = text[: data.draw(st.integers(10, len(text) - 1))]
    whole = json.loads(json.dumps(value).replace("\\u0000", "\\ufffd"))
    for found in salvage.values(cut, whole=False):
        assert found in [{"items": [whole] * count} for count in range(4)]


@given(broken_texts | jsonish, st.booleans())
def test_garbage_never_raises_anything_else(text: str, whole: bool) -> None:
    def accept_nothing(value: object) -> object:
        json.dumps(value, ensure_ascii=False).encode()
        raise ValueError("no")

    with pytest.raises(ValueError, match=r"^no$|no complete JSON"):
        salvage.fit([text], accept_nothing, list_key="facts", whole=whole)


@pytest.mark.parametrize(
    "piece",
    ["[", '{"a":', '["', '["\\"', '{"', "[]", '{"a":"b" ', "{x", '{"a":[', '[" \\"', '"{\\"a\\":'],
)  # fmt: skip
def test_a_hundred_kilobytes_of_garbage_are_read_once(piece: str) -> None:
    """Nothing is read twice: the square of it would be an hour, and the test would not end."""
    garbage = piece * (100_000 // len(piece))
    for _ in salvage.values(garbage, whole=False):
        pass
    assert sum(found.chars for found in json_scan.containers(garbage)) <= len(garbage)


def test_an_answer_may_look_like_a_call() -> None:
    call = {"name": "x", "arguments": {"a": 1}}
    assert list(salvage.readings(call)) == [{"a": 1}, call]
    assert salvage.fit([json.dumps(call)], _named) == "x"


def test_wrapping_without_end_is_given_up() -> None:
    text = BOTH
    for _ in range(8):
        text = json.dumps(text)
    with pytest.raises(NothingUsable):
        fit(text)


def _named(value: object) -> object:
    match value:
        case {"name": name}:
            return name
    raise ValueError("it has no name")
