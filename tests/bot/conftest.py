"""What the tests of the bot share."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    level, before = root.level, list(root.handlers)
    yield
    for handler in [each for each in root.handlers if each not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    logging.captureWarnings(capture=False)
