"""What a person reads when a setting is wrong."""

import tempfile
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from bot import settings
from bot.settings import Section, Settings
from bot.settings_sources import key_of, keys_of, variable_of
from memory_core.errors import SettingsError

KEYS = tuple(keys_of(Settings))
SECTIONS = {key.partition(".")[0] for key in KEYS}
AGENT_KEYS = tuple(keys_of(settings.AgentTable))
LETTERS = "abcdefghijklmnopqrstuvwxyzLM_0123456789"
ONE_WORD = "must be 1 to 64 letters, digits or any of . _ - without spaces"
TOO_LONG = "must be at most memory.l1_max_chars, which is 1500"
ONLY_SQLITE = "must be sqlite:///PATH; this release keeps its data in SQLite only"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[memory]\ncontex_window = 9000",
            "memory.contex_window in F: no such key; did you mean memory.context_window?",
        ),
        ("[memry]\nl1_head = 1", "memry in F: no such key; did you mean memory?"),
        (
            "context_window = 9000",
            "context_window in F: no such key; did you mean memory.context_window?",
        ),
        (
            "[memory]\ninput_chars = 1",
            "memory.input_chars in F: no such key; did you mean limits.input_chars?",
        ),
        ("[Memory]", "Memory in F: no such key; did you mean memory?"),
        ("xyzzy = 1", "xyzzy in F: no such key"),
        ('"a\\nb" = 1', "a\\nb in F: no such key"),
        (
            "[[agents]]\nid = 'a'\n[[agents]]\nid = 'b'\nnam = 'x'",
            "nam in entry 2 of agents in F: no such key; did you mean name?",
        ),
        (
            "[memory]\ncontext_window = 12",
            "memory.context_window in F: 12 given, must be at least 1000",
        ),
        ("[memory]\nl1_head = true", "memory.l1_head in F: true given, must be a whole number"),
        ("[memory]\nl1_head = 1.5", "memory.l1_head in F: 1.5 given, must be a whole number"),
        ("[memory]\nl1_head = [1]", "memory.l1_head in F: must be a whole number"),
        ("[memory]\nl1_head = -1", "memory.l1_head in F: -1 given, must be at least 0"),
        (
            "[memory]\nl1_max_chars = 1500",
            f"memory.l1_head + memory.l1_tail: 1000 + 1000 = 2000, {TOO_LONG}",
        ),
        ("[log]\nformat = 'xml'", "log.format in F: \"xml\" given, must be 'text' or 'json'"),
        ("[log]\nfile = 5", "log.file in F: 5 given, must be text"),
        ("log = 5", "log in F: 5 given, must be a table with keys of its own"),
        (
            "[storage]\nurl = 'sqlite://data.db'",
            f'storage.url in F: "sqlite://data.db" given, {ONLY_SQLITE}',
        ),
        (
            "[storage]\nurl = 'postgresql://me:hunter2@db/x'",
            f'storage.url in F: "postgresql://me:[redacted]@db/x" given, {ONLY_SQLITE}',
        ),
        ("agents = []", "agents in F: must have at least one entry"),
        ("[agents]\nid = 'a'", "agents in F: must be a list (in the environment: JSON)"),
        ("[[agents]]\nname = 'a'", "id in entry 1 of agents in F: is missing"),
        (
            "[[agents]]\nid = 'a b'",
            f'id in entry 1 of agents in F: "a b" given, {ONE_WORD}',
        ),
        (
            "[[agents]]\nid = 'a'\n[[agents]]\nid = 'a'",
            "agents in F: must have different ids; more than once: 'a'",
        ),
        (
            "[telegram]\nallowed_chats = [1234567890]",
            (
                "entry 1 of telegram.allowed_chats in F: 1234567890 given, must be negative: "
                "-1234567890 for a group, -1001234567890 for a supergroup"
            ),
        ),
        (
            "[telegram]\nallowed_chats = ['team']",
            (
                'entry 1 of telegram.allowed_chats in F: "team" given, '
                'must be the numeric id of a group, or "*"; /whoami tells it'
            ),
        ),
        (
            "[telegram]\nallowed_users = ['*', true]",
            "entry 2 of telegram.allowed_users in F: true given, must be text",
        ),
        (
            "[telegram]\nallowed_users = [-5]",
            (
                "entry 1 of telegram.allowed_users in F: -5 given, "
                "must be the id of a person; negative ids are those of groups"
            ),
        ),
        (
            "[telegram]\noperators = ['*']",
            (
                'entry 1 of telegram.operators in F: "*" given, '
                "must be the numeric id of a person; /whoami tells it"
            ),
        ),
        ("[telegram]\ntoken = 5", "telegram.token in F: must be text"),
        (
            "[telegram]\nproxy = 'socks5://x'",
            'telegram.proxy in F: "socks5://x" given, must begin with https:// or http://',
        ),
        ("[log]\nlevel 'x'", "F, line 2: Expected '=' after a key in a key/value pair"),
        ("[log]\n\n[", "F, line 3: Invalid initial character for a key part"),
    ],
)
def test_a_wrong_file_is_answered_with_one_sentence(text: str, sentence: str) -> None:
    assert _problems(text) == [sentence]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "DBRIDGE_MEMORY__CONTEX_WINDOW",
            "9000",
            "no such key; did you mean DBRIDGE_MEMORY__CONTEXT_WINDOW?",
        ),
        (
            "DBRIDGE_MEMORY_CONTEXT_WINDOW",
            "9000",
            "no such key; did you mean DBRIDGE_MEMORY__CONTEXT_WINDOW?",
        ),
        (
            "DBRIDGE_MEMRY__L1_HEAD",
            "9",
            "no such key; did you mean DBRIDGE_MEMORY__L1_HEAD?",
        ),
        ("DBRIDGE_MEMRY__X", "1", "no such key; did you mean DBRIDGE_MEMORY__…?"),
        ("DBRIDGE_MEMORY", "{}", "no such key; did you mean DBRIDGE_MEMORY__…?"),
        ("DBRIDGE_XYZZY", "1", "no such key"),
        ("DBRIDGE_MEMORY__L1_HEAD", "", '"" given, must be a whole number'),
        (
            "LOG_LEVEL",
            "loud",
            "\"loud\" given, must be 'DEBUG', 'INFO', 'WARNING', 'ERROR' or 'CRITICAL'",
        ),
        (
            "DATABASE_URL",
            "postgres://me:hunter2@db/x",
            f'"postgres://me:[redacted]@db/x" given, {ONLY_SQLITE}',
        ),
        ("DBRIDGE_AGENTS", "a,b", '"a,b" given, must be a list (in the environment: JSON)'),
    ],
)
def test_a_wrong_variable_is_named_as_it_was_written(name: str, value: str, sentence: str) -> None:
    assert _problems("", {name: value}) == [f"{name}: {sentence}"]


def test_all_problems_are_told_at_once_in_the_words_of_the_person() -> None:
    problems = _problems(
        "[log]\nlevl = 'INFO'\nformat = 'xml'",
        {"DBRIDGE_X": "1", "DBRIDGE_LIMITS__INPUT_CHARS": "x"},
    )
    assert [line.partition(": ")[0] for line in problems] == [
        "DBRIDGE_X",
        "log.format in F",
        "log.levl in F",
        "DBRIDGE_LIMITS__INPUT_CHARS",
    ]
    assert "pydantic" not in "".join(problems)
    assert "://" not in "".join(problems)


def test_a_long_wrong_value_is_shortened_after_its_password_is_gone() -> None:
    (problem,) = _problems(f"[storage]\nurl = 'postgres://{'u' * 70}:hunter2@db'")
    assert "hunt" not in problem
    assert len(problem) < 220


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    with pytest.raises(SettingsError, match=r"no such file [(]--config names it"):
        settings.load(missing, {})
    with pytest.raises(SettingsError, match=r"no such file [(]DBRIDGE_CONFIG names it"):
        settings.load(environ={"DBRIDGE_CONFIG": str(missing)})


def test_a_file_that_is_none_or_no_text_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        settings.load(tmp_path, {})
    (tmp_path / "latin.toml").write_bytes(b"[log]\n# caf\xe9\n")
    with pytest.raises(SettingsError, match=r"latin\.toml, line 2: is not UTF-8 text"):
        settings.load(tmp_path / "latin.toml", {})


class Door(Section):
    key: Annotated[SecretStr, Field(min_length=20)] = SecretStr("")
    spare: SecretStr | None = None


class House(Settings):
    model_config = SettingsConfigDict(extra="forbid")

    door: Door = Door()
    guests: dict[str, int] = Field(default_factory=dict)


def test_a_wrong_secret_is_never_repeated(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("[door]\nkey = 'swordfish'\nspare = 12345")
    with pytest.raises(SettingsError) as raised:
        settings.load_as(House, tmp_path / "house.toml", {})
    assert "swordfish" not in str(raised.value)
    assert "12345" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


def test_a_table_of_the_environment_is_json(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("[guests]\nann = 1")
    house = settings.load_as(House, tmp_path / "house.toml", {"DBRIDGE_GUESTS": '{"bo": 2}'})
    assert house.guests == {"ann": 1, "bo": 2}


@st.composite
def misspelt(draw: st.DrawFn, names: tuple[str, ...]) -> str:
    """One letter too many, too few, or wrong; or two in the wrong order."""
    name = draw(st.sampled_from(names))
    at = draw(st.integers(0, len(name) - 1))
    letter = draw(st.sampled_from(LETTERS))
    wrong = draw(
        st.sampled_from(
            [
                name[:at] + letter + name[at:],
                name[:at] + name[at + 1 :],
                name[:at] + letter + name[at + 1 :],
                name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
            ]
        )
    )
    assume(wrong not in names)
    return wrong


@given(misspelt(KEYS))
def test_no_misspelt_key_of_a_file_passes(key: str) -> None:
    section, _, name = key.rpartition(".")
    assume(key not in SECTIONS)  # an empty table of that name is right
    assume(all(key.split(".")))
    problems = _problems(f"[{section}]\n{name} = 0" if section else f"{name} = 0")
    assert f"{section if section not in SECTIONS and section else key} in F: no such key" in (
        "\n".join(problems)
    )


@given(misspelt(AGENT_KEYS))
def test_no_misspelt_key_of_an_agent_passes(key: str) -> None:
    assume(key)
    problems = _problems(f"[[agents]]\nid = 'a'\n{key} = 0")
    assert any(line.startswith(f"{key} in entry 1 of agents in F: no such") for line in problems)


@given(misspelt(tuple(map(variable_of, KEYS))).filter(lambda name: name.startswith("DBRIDGE_")))
def test_no_misspelt_variable_passes(name: str) -> None:
    assume(key_of(name) not in KEYS)  # upper and lower case are the same
    problems = _problems("", {name: "0"})
    assert len(problems) == 1
    assert problems[0].startswith(f"{name}: no such key")


def _problems(text: str, environ: dict[str, str] | None = None) -> list[str]:
    """Return what loading this file complains about, with the file called F."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.toml"
        file.write_text(text)
        with pytest.raises(SettingsError) as raised:
            settings.load(file, environ or {})
        return str(raised.value).replace(str(file), "F").split("\n")
