"""Words for the model, one file each."""

from functools import cache
from importlib.resources import files


@cache
def text(name: str) -> str:
    """Return the text of ``prompts/<name>.md`` without the final newline."""
    return files(__name__).joinpath(f"{name}.md").read_text("utf-8").rstrip("\n")
