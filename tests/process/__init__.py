"""Slower stories over real processes, told by `make test-process`."""
