import pytest

from bot import slash
from bot.slash import Call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("/help", Call(word="help")),
        ("/HELP  ", Call(word="help")),
        ("／new  Budget 2027 ", Call(word="new", rest="Budget 2027")),
        ("/clear\u3000undo", Call(word="clear", rest="undo")),
        ("/ask two\nlines", Call(word="ask", rest="two\nlines")),
        ("/nonsense", Call(word="nonsense")),
    ],
)
def test_a_slash_and_a_word_are_a_command(text: str, call: Call) -> None:
    assert slash.read(text) == call


@pytest.mark.parametrize(
    "text",
    [
        "/usr/bin/x is missing",
        "/",
        "//",
        "/2",
        "/ help",
        "/help?",
        "see /help",
        " /help",
        "/ſtop",
        "/帮助",
        "",
    ],
)
def test_anything_else_is_a_message(text: str) -> None:
    assert slash.read(text) is None


def test_the_table_names_each_command_once() -> None:
    names = [command.name for command in slash.COMMANDS]
    assert len(names) == len(set(names))


def test_a_misspelling_leads_to_the_nearest_command_and_nonsense_to_none() -> None:
    nearest = slash.nearest("claer")
    assert nearest is not None
    assert nearest.name == "clear"
    assert slash.nearest("xyzzy") is None
