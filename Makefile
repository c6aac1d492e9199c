# Everything that is done with this project. `make` alone tells what there is.
VENV    := .venv
BIN     := $(VENV)/bin
TESTS   ?= tests
WORKERS ?= auto
PROFILE ?= quick
MEASURED := tests/unit tests/contract tests/storage tests/flow
PYTHON  ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; \
	done)

.DEFAULT_GOAL := help
.PHONY: help setup chat run test test-process check bench

define HELP
dbridge-bot, a chat bot that remembers

  make chat           talk to the bot in this terminal, or in a pipe
  make run            start the service: Telegram, once it has a token
  make test           run the tests
  make check          all a change must pass: format, lint, types, contracts, tests, coverage
  make test-process   slower tests: real processes, killed and started again
  make bench          measure speed beside raw SQLite
  make setup          only make .venv; the others do it by themselves when it is needed

  make chat ARGS="--lang zh --chat work"   hand options to the program (ARGS=--help lists them)
  make test TESTS=tests/bot                only some tests
  make PYTHON=/path/to/python3.11 chat     set up with another Python (3.11 or newer)

README.md tells the rest.
endef
export HELP

help:
	@echo "$$HELP"

setup: $(VENV)/dev.done

# What the bot needs to run; and what its developers need beside that. Output goes to stderr, so
# that a piped chat stays clean.
$(VENV)/run.done: pyproject.toml constraints.txt
	@"$(or $(PYTHON),false)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up $(VENV); this takes a minute or two, the first time and after an update ..." >&2
	@"$(PYTHON)" -m venv $(VENV) >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e . </dev/null >&2
	@touch $@

$(VENV)/dev.done: $(VENV)/run.done
	@echo "Adding what the tests need ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' </dev/null >&2
	@touch $@

chat: $(VENV)/run.done
	@$(BIN)/python -m bot chat $(ARGS)

run: $(VENV)/run.done
	@$(BIN)/python -m bot serve $(ARGS)

test: setup
	@$(BIN)/python -m pytest -n $(WORKERS) $(TESTS)

test-process: setup
	@$(BIN)/python -m pytest -n $(WORKERS) --timeout 300 -o addopts="--strict-markers --import-mode=importlib -ra" tests/process

# Coverage slows a test down up to threefold, so only the tests about the two measured packages are
# run under it. Property tests try fewer examples here; PROFILE=steady tries all, as `make test` does.
check: setup
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m coverage erase
	@$(BIN)/python -m coverage run -m pytest -q -n $(WORKERS) --hypothesis-profile $(PROFILE) $(MEASURED)
	@$(BIN)/python -m coverage combine -q
	@$(BIN)/python -m coverage report
	@$(BIN)/python -m pytest -q -n $(WORKERS) --hypothesis-profile $(PROFILE) $(addprefix --ignore=,$(MEASURED)) tests

bench: setup
	@$(BIN)/python -m tests.bench $(ARGS)
