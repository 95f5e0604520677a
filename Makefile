.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin

# Where an environment forbids keeping bytecode, every process that a test starts would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install play pocket dev test quick check chromium lock types screenshots long golden players docs bench clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

install: .venv/.installed  ## set up everything in .venv
	@$(BIN)/python web/front_end.py

.venv/.installed: pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Knobel needs Python 3.11 or newer, this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 …" if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==0.13.7
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

play: install  ## start Knobel
	@$(BIN)/knobel

pocket: install  ## the version without a server as a folder of files, in FOLDER (pocket/)
	@$(BIN)/knobel pocket $(or $(FOLDER),pocket)

dev: install  ## server and browser part together, changes shown at once
	@$(BIN)/python -m web.dev

test: install check chromium  ## `make check` and every test
	@$(BIN)/pytest -n auto

FAST := tests/rules tests/match tests/storage tests/terminal/test_kits.py tests/terminal/test_typed.py tests/cli $(filter-out tests/test_compiled.py,$(wildcard tests/test_*.py)) src/knobel/rules src/knobel/match README.md

quick: install  ## lint, format, types and the fast tests, for every day
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@HYPOTHESIS_PROFILE=glance $(BIN)/pytest -n auto -p no:playwright -p no:schemathesis -m 'not slow' $(FAST)

check: install  ## lint, format, types, what checks the browser part, and what registries know about dependencies
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python web/front_end.py check
	@$(BIN)/python -m tools.audit

chromium: install
	@$(BIN)/python -m tools.chromium

lock: install  ## rewrite the lock files: requirements.txt from pyproject.toml (LOCK=--upgrade takes what is newest), npm's without hosts
	@$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes --extra dev $(LOCK) pyproject.toml -o requirements.txt
	@$(BIN)/python web/front_end.py lock

types: install  ## rewrite the browser's types after a change of the server's messages
	@$(BIN)/python -m web.write_types

screenshots: install chromium  ## rewrite docs/screenshots
	@$(BIN)/python -m tools.screenshots

long: install  ## the tests again with many more random games
	@HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto -p no:cacheprovider --timeout 7200

golden: install  ## rewrite the golden playthroughs after a wanted change
	@$(BIN)/python -m tools.golden

players: install  ## compile the learned players anew for browsers, after a change of them (takes minutes)
	@$(BIN)/python -m tools.wasm_players

docs: install  ## rewrite the generated parts of docs/
	@$(BIN)/python -m tools.generated_docs

bench: install  ## measure, as ratios, and rewrite bench/RESULTS.md
	@$(BIN)/python -m bench

clean:  ## remove what the other targets made
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist web/node_modules web/wheels src/knobel/server/static pocket
