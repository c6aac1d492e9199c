"""The first line of a chat. It is shown at once, while libraries are still being loaded."""

from collections.abc import Mapping

from bot.settings import Settings
from bot.terminal import screen
from bot.texts import terminal
from memory_core.model import Language


def show(settings: Settings, language: Language, environ: Mapping[str, str]) -> None:
    """Print it for a person; a pipe gets nothing but the conversation."""
    if screen.is_watched():
        colour = screen.wants_colour(environ)
        text = screen.painted(screen.safe(line(settings, language)), "dim", colour=colour)
        print(text, flush=True)  # noqa: T201 - the console is not there yet


def line(settings: Settings, language: Language) -> str:
    """Say who answers and where it is kept."""
    return f"dbridge-bot · {_who_answers(settings, language)} · {settings.storage.path}"


def _who_answers(settings: Settings, language: Language) -> str:
    llm = settings.llm
    if llm.chosen == "offline":
        return terminal.of(language).offline()
    model = settings.agents[0].model or llm.model
    return f"{model} · {llm.base_url}" if llm.base_url else model
