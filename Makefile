# make chat   talk to the bot in this terminal        make run    start the service
# make test   the test suite                          make check  everything a change must pass
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
TESTS  ?= tests

.DEFAULT_GOAL := help
.PHONY: help setup chat run test test-process check bench

help:
	@sed -n 's/^# //p' Makefile

setup: $(VENV)/dev.done

# What the bot needs to run; and what its developers need beside that. Output goes to stderr, so
# that a piped chat stays clean.
$(VENV)/run.done: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up $(VENV) (once, about a minute) ..." >&2
	@$(PYTHON) -m venv $(VENV) >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e . </dev/null >&2
	@touch $@

$(VENV)/dev.done: $(VENV)/run.done
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' </dev/null >&2
	@touch $@

chat: $(VENV)/run.done
	@$(BIN)/python -m bot chat $(ARGS)

run: $(VENV)/run.done
	@$(BIN)/python -m bot serve $(ARGS)

test: setup
	@$(BIN)/python -m pytest -n 2 $(TESTS)

test-process: setup
	@$(BIN)/python -m pytest -n 2 --timeout 300 -o addopts="--strict-markers --import-mode=importlib -ra" tests/process

check: setup
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m coverage run --parallel-mode -m pytest -q $(TESTS)
	@$(BIN)/python -m coverage combine -q && $(BIN)/python -m coverage report

bench: setup
	@$(BIN)/python -m tests.bench $(ARGS)
