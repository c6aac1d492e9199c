"""What all tests share."""

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=25)  # coverage makes them dear
settings.load_profile("steady")
pytest.register_assert_rewrite("memory_core.testing.contracts")
