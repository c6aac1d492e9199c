"""What all tables of the settings are."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.redaction import masked


class Section(BaseModel):
    """One table of the file; what it shows of itself holds no passwords."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            yield name, masked(value) if isinstance(value, str) else value
