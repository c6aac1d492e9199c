"""A console with a person: line editing, history, answers that grow."""

import asyncio
import shutil
import sys
import termios
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output.vt100 import Vt100_Output

from bot.terminal.console import Answer, Interrupted
from bot.terminal.history import PrivateHistory
from bot.terminal.screen import Style, painted, safe, wants_colour
from bot.terminal.wrapping import Wrapper
from memory_core.text import clean

PROMPT = "› "
ESCAPE_SECONDS = 0.05
"""How long a lone Escape waits for the key that makes it Alt-something."""
PATIENCE_SECONDS = 0.2
"""How long the last word waits for its end before it is shown as it is."""


class PromptConsole:
    """The terminal the program was started in."""

    interactive = True

    def __init__(self, history: Path, environ: Mapping[str, str]) -> None:
        self._colour = wants_colour(environ)
        self._prompts = _prompts(history)

    async def read(self) -> str | None:
        """Return what was typed or pasted, possibly of several lines."""
        try:
            return await self._prompts.prompt_async(handle_sigint=False)
        except EOFError:
            return None

    async def say(self, text: str, style: Style = "plain") -> None:
        """Show a paragraph and an empty line."""
        wrapper = Wrapper(columns)
        wrapped = wrapper.feed(safe(text)) + wrapper.flush()
        show(painted(wrapped, style, colour=self._colour) + "\n\n")

    @asynccontextmanager
    async def answer(self) -> AsyncIterator[Answer]:
        """Show an answer while it grows; keys typed meanwhile wait for the next prompt."""
        with _keys_unseen():
            growing = GrowingAnswer(colour=self._colour)
            try:
                yield growing
            finally:
                growing.close()


class GrowingAnswer:
    """An answer that is shown piece by piece, after a mark that says it is on its way."""

    def __init__(self, *, colour: bool) -> None:
        self._pieces: list[str] = []
        self._wrapper = Wrapper(columns)
        self._rest: asyncio.TimerHandle | None = None
        self._at_start = True
        self._waiting = colour
        if self._waiting:
            show(painted("…", "dim", colour=colour))

    async def add(self, piece: str) -> None:
        """Show the next piece."""
        self._pieces.append(piece)
        self._show(safe(piece))

    async def end(self, text: str) -> None:
        """Show the answer again when not what was shown but ``text`` is kept."""
        if text and clean("".join(self._pieces)).strip() != text:
            self._show(f"\n\n{safe(text)}" if self._pieces else safe(text))

    def close(self) -> None:
        """End the answer's last line and leave one empty."""
        if self._rest is not None:
            self._rest.cancel()
        self._forget_mark()
        show(self._wrapper.flush())
        if not self._at_start:
            show("\n\n")

    def _show(self, text: str) -> None:
        text = text.lstrip("\n") if self._at_start else text
        if text:
            self._forget_mark()
            self._at_start = False
            show(self._wrapper.feed(text))
            self._show_rest_later()

    def _show_rest_later(self) -> None:
        """Hold a word back for a moment only: the next piece may be long in coming."""
        if self._rest is not None:
            self._rest.cancel()
        loop = asyncio.get_running_loop()
        self._rest = loop.call_later(PATIENCE_SECONDS, lambda: show(self._wrapper.flush()))

    def _forget_mark(self) -> None:
        if self._waiting:
            self._waiting = False
            show("\r\x1b[K")


def show(text: str) -> None:
    """Write to the screen now; a screen that is gone is somebody else's news."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        """The hang-up signal ends the program."""


def columns() -> int:
    """Return how wide the screen is now."""
    return shutil.get_terminal_size().columns


@contextmanager
def _keys_unseen() -> Iterator[None]:
    """Do not echo what is typed; Ctrl-C still interrupts."""
    before = termios.tcgetattr(sys.stdin)
    quiet = list(before)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def _prompts(history: Path) -> PromptSession[str]:
    prompts: PromptSession[str] = PromptSession(
        FormattedText([("bold ansicyan", PROMPT)]),
        multiline=True,
        prompt_continuation=" " * len(PROMPT),
        key_bindings=_keys(),
        history=PrivateHistory(history),
        enable_suspend=True,
        reserve_space_for_menu=0,
        interrupt_exception=Interrupted,
        output=_output(),
    )
    prompts.app.ttimeoutlen = ESCAPE_SECONDS
    return prompts


def _output() -> Vt100_Output:
    """Ask no terminal where its cursor is: the answer mixes with what is typed ahead."""
    output = Vt100_Output.from_pty(sys.stdout)
    output.enable_cpr = False
    return output


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def send(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def begin_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    @keys.add("c-c")
    def give_up(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=Interrupted)

    return keys
