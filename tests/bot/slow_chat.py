"""The terminal chat as a process, with a model that begins an answer and never ends it.

``python -m tests.bot.slow_chat DATABASE``
"""

import asyncio
import os
import sys

from bot.settings import Settings
from bot.terminal.person import at_terminal
from bot.terminal.start import talk
from memory_core.testing import Gate, ScriptedModel

if __name__ == "__main__":
    settings = Settings.model_validate({"storage": {"url": f"sqlite:///{sys.argv[1]}"}})
    model = ScriptedModel(("Half an answer", Gate()), "A whole one.")
    sys.exit(asyncio.run(talk(settings, at_terminal("ann", None, "en"), os.environ, model)))
