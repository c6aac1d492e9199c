"""Figures, not tests: `make bench` prints tables and ratios measured in one run."""
