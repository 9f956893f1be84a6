# make play    watch two bots play a whole game
# make test    all checks: lint, format, types, tests
# make bench   measure speed: of play, of loading, and where the time goes; and what bots do with cards
# make format  lay the code out as the checks want it
# make clean   remove the environment and everything made here
#
# Needs Python 3.11 or later with venv and pip, and make. All else goes into .venv, once; it is brought up to date
# when pyproject.toml changes. Another Python: make PYTHON=python3.13 ...

SHELL := /bin/sh
.DEFAULT_GOAL := play
.DELETE_ON_ERROR:
.PHONY: play test lint types unit bench format clean

VENV := .venv
BIN := $(VENV)/bin
MODERN := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if "$$p" -c '$(MODERN)' 2>/dev/null; then echo "$$p"; break; fi; done)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

# What these do can be changed: make play PLAY="--seats random,random,random"
PLAY ?= --seats greedy,random
JOBS ?= 2
# EXTRAS=dev,browser brings what the tests of the gallery in a browser need beside Chromium; without it they are skipped.
EXTRAS ?= dev

play: $(VENV)/.installed
	$(BIN)/state51 play $(PLAY)

test: lint types unit

lint: $(VENV)/.installed-$(EXTRAS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/state51 lint content
	$(BIN)/state51 lint tests/packs
	$(BIN)/state51 fmt --check content tests/packs

types: $(VENV)/.installed-$(EXTRAS)
	$(BIN)/mypy --strict engine dsl cli

unit: $(VENV)/.installed-$(EXTRAS)
	$(BIN)/python -m pytest -n $(JOBS)

bench: $(VENV)/.installed-bench
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/loading.py
	$(BIN)/python bench/linting.py
	$(BIN)/python bench/steps.py
	$(BIN)/python bench/editing.py
	$(BIN)/python bench/without.py

format: $(VENV)/.installed-$(EXTRAS)
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/state51 fmt content tests/packs

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python ..." >&2; exit 1; }
	@"$(PYTHON)" -c '$(MODERN)' || { echo "$(PYTHON) is not Python 3.11 or later" >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(INSTALL) .
	@touch $@

$(VENV)/.installed-$(EXTRAS): pyproject.toml | $(BIN)/python
	$(INSTALL) ".[$(EXTRAS)]"
	@touch $(VENV)/.installed $@

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(INSTALL) ".[bench]"
	@touch $(VENV)/.installed $@
