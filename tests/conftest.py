"""What all tests share."""

import pytest

pytest.register_assert_rewrite("memory_core.testing.contracts")
