"""The command line: ``dbridge-bot chat``, ``dbridge-bot doctor``, ``dbridge-bot serve``.

What a command needs is imported when it is run, so that none waits for the others' libraries.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.terminal.person import at_terminal, language_of, login
from memory_core.errors import OperatorError
from memory_core.model import Language

TO_DO = 1
"""Exit status of a doctor who found something to act on."""
UNUSABLE = 2
"""Exit status when the operator must change something first, or wrote a wrong command line."""
INTERRUPTED = 130
NAME_CHARS = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; return the exit status."""
    wishes = _parser().parse_args(arguments)
    language: Language = wishes.lang or language_of(os.environ)
    try:
        return _COMMANDS[wishes.command](wishes, language)
    except OperatorError as error:
        from bot import texts  # noqa: PLC0415

        print(texts.explain_start(error, texts.of(language)), file=sys.stderr)  # noqa: T201
        return UNUSABLE
    except KeyboardInterrupt:
        return INTERRUPTED


def _chat(wishes: argparse.Namespace, language: Language) -> int:
    from bot import logs, settings  # noqa: PLC0415
    from bot.terminal import banner  # noqa: PLC0415

    loaded = settings.load(wishes.config, os.environ)
    logs.configure(loaded.log, chat=True)
    banner.show(loaded, language, os.environ)
    from bot.terminal.start import talk  # noqa: PLC0415 - takes seconds

    person = at_terminal(login(), wishes.chat, language)
    return asyncio.run(talk(loaded, person, os.environ))


def _doctor(wishes: argparse.Namespace, language: Language) -> int:
    from bot import doctor, settings  # noqa: PLC0415

    loaded = settings.load(wishes.config, os.environ)
    written = settings.written(wishes.config, os.environ)
    return TO_DO if asyncio.run(doctor.report(loaded, written, language)) else 0


def _serve(wishes: argparse.Namespace, language: Language) -> int:
    from bot import logs, settings  # noqa: PLC0415
    from bot.texts import terminal  # noqa: PLC0415

    loaded = settings.load(wishes.config, os.environ)
    if not loaded.telegram.token.get_secret_value():
        print(terminal.of(language).nothing_to_serve(), file=sys.stderr)  # noqa: T201
        return UNUSABLE
    from bot.telegram import start  # noqa: PLC0415

    logs.configure(loaded.log, chat=False)
    asyncio.run(start.run(loaded))
    return 0


def _claim(wishes: argparse.Namespace, language: Language) -> int:
    from bot import logs, settings  # noqa: PLC0415
    from bot.telegram import claim_link  # noqa: PLC0415

    loaded = settings.load(wishes.config, os.environ)
    logs.configure(loaded.log, chat=True)
    print(asyncio.run(claim_link.offer(loaded, language)))  # noqa: T201
    return 0


_COMMANDS = {"chat": _chat, "claim": _claim, "doctor": _doctor, "serve": _serve}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dbridge-bot",
        description="A chat bot that remembers, for Telegram and this terminal.",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--config", type=Path, metavar="FILE", help="default: ./config.toml")
    common.add_argument("--lang", choices=("zh", "en"), help="default: that of your locale")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chat = commands.add_parser("chat", parents=[common], help="talk in this terminal, or a pipe")
    chat.add_argument("--chat", type=_chat_name, metavar="NAME", help="another chat beside yours")
    commands.add_parser(
        "claim", parents=[common], help="print a new link that makes you the bot's operator"
    )
    commands.add_parser(
        "doctor",
        parents=[common],
        help="look at settings, database, model and Telegram, and give advice",
    )
    commands.add_parser("serve", parents=[common], help="run the service")
    return parser


def _chat_name(text: str) -> str:
    name = text.strip()
    if not 0 < len(name) <= NAME_CHARS or not name.isprintable():
        raise argparse.ArgumentTypeError(f"1 to {NAME_CHARS} printable characters are needed")
    return name


class _ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - slow to import

        print(parser.prog, version("dbridge-bot"))  # noqa: T201
        parser.exit()
