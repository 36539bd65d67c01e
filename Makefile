# What people and CI run. Every target sets up what it needs and is quick the second time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# One more than the cores of a small machine: many tests wait for processes they started.
TEST_WORKERS ?= 3
PYTEST_ARGS ?=
FRONTDESK_FAULT_KILLS ?= 500

# Tests start hundreds of processes. Where images forbid Python to keep what it compiled, each of
# them would compile the whole bot again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help run test lint format shape bench faults lock setup clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 - \2/p' Makefile

run: $(VENV)/run-stamp ## start the bot
	@$(BIN)/frontdesk run

setup: $(VENV)/dev-stamp ## install what developing needs into .venv

test: $(VENV)/dev-stamp ## run all tests
	$(BIN)/pytest -n $(TEST_WORKERS) --dist worksteal $(PYTEST_ARGS)

lint: $(VENV)/dev-stamp ## check style, types, import contracts, spelling and pins
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell
	$(BIN)/python -m pip check
	$(BIN)/pytest --quiet tests/unit/test_shape.py

format: $(VENV)/dev-stamp ## mend what can be mended by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

shape: $(VENV)/dev-stamp ## count files, tokens, Protocols, names and circles
	@$(BIN)/python -m tests.shape

bench: $(VENV)/dev-stamp ## measure, and print the figures
	@$(BIN)/python -m tests.benchmarks

# What `make test` tries only a part of: kill points, hostile texts, examples of laws, seeds. The
# first are found by what they import, the others prove what the table of faults tells.
FAULTS = tests/faults \
	$(shell grep -rlE '^from (hypothesis|tests\.effort) import' tests --include='test_*.py' --exclude-dir=faults) \
	$(addprefix tests/platforms/,slack/test_impostors.py discord/test_impostors.py openai/test_faults.py) \
	$(addprefix tests/journeys/models/test_,broken_answers.py hijacked.py router_faults.py) \
	$(addprefix tests/unit/test_,pages.py paths.py) \
	$(addprefix tests/contract/test_,sql_attacks.py token_rotation.py)

# 3,000 kills are those of a release: then everything is tried on every store, which takes longer.
faults: $(VENV)/dev-stamp ## the fault tests in full, and a table of what was tried
	FRONTDESK_FAULT_KILLS=$(FRONTDESK_FAULT_KILLS) $(BIN)/pytest -n $(TEST_WORKERS) --dist worksteal $(FAULTS) $(PYTEST_ARGS)

UV_COMPILE = "$$tools/bin/uv" pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) pyproject.toml

# Pins stay as they are where they still fit; `make lock UPGRADE=1` takes the newest.
lock: $(VENV)/made ## pin the dependencies of pyproject.toml anew
	@set -e; tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$(PYTHON) -m venv "$$tools"; \
	"$$tools/bin/python" -m pip install --quiet --disable-pip-version-check uv; \
	$(UV_COMPILE) --extra discord --extra postgres --extra traces --group build --output-file requirements.txt; \
	$(UV_COMPILE) --extra discord --extra postgres --extra traces --extra dev --group build --constraint requirements.txt \
		--output-file requirements-dev.txt

clean: ## remove .venv and caches; local state stays
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Frontdesk needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "'$(PYTHON)' cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; \
		exit 1; }
	@echo "Making a virtual environment in $(VENV) (some seconds)" >&2
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# The project is installed without build isolation: its build tool is pinned in the same file.
define install
	@echo "Installing $$(grep -c '^[a-zA-Z]' $<) packages of $< (a minute or two, this once)" >&2
	@$(PIP_INSTALL) --require-hashes --requirement $< </dev/null
	@echo "Installing Frontdesk itself (some seconds)" >&2
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable . </dev/null
	@echo "Installed; the next time this takes no time" >&2
	@touch $@
endef

$(VENV)/run-stamp: requirements.txt pyproject.toml | $(VENV)/made
	$(install)

$(VENV)/dev-stamp: requirements-dev.txt pyproject.toml | $(VENV)/made
	$(install)
