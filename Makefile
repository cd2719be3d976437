# What one can do here. `make` alone lists it.

PYTHON ?= python3
BIN := .venv/bin
# Others in the same network may come in: a table is for people with their own phones.
HOST ?= 0.0.0.0
PORT ?= 8000
DATA ?= claimant-data
TO ?= screenshots
PACKAGES := pyproject.toml constraints.txt
# Rules are plain Python without the compiler: that is what coverage can see.
RULES := claimant.games.claim.rules claimant.games.claim.search claimant.games.claim.solver \
	claimant.games.claim_it.rules claimant.games.claim_it.odds

.DEFAULT_GOAL := help
.PHONY: help play test check coverage format messages screenshots browsers bench bench-web audit clean

help: ## list what can be done
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

play: .venv/runs ## install what is missing and start the page: make play [HOST=…] [PORT=…] [DATA=…]
	@echo "Getting the rules ready; the first time that takes a minute."
	@$(BIN)/python tools/warm.py
	@$(BIN)/claimant serve --host $(HOST) --port $(PORT) --data $(DATA)

test: .venv/tests .venv/browser ## install what is missing and run all tests
	@$(BIN)/python tools/warm.py
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

check: .venv/tests ## format, lint, types and coverage of the rules
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(MAKE) coverage

coverage: .venv/tests ## every branch of the rules, with the compiler off
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 tests/games tests/test_golden.py \
		$(RULES:%=--cov=%) --cov-fail-under=100 --cov-report=term-missing:skip-covered

format: .venv/tests ## format and mend what can be mended by itself
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

messages: .venv/tests ## take new sentences into the catalogues of German and Dutch
	$(BIN)/python tools/messages.py

screenshots: .venv/tests .venv/browser ## a picture of every page: make screenshots [TO=FOLDER]
	$(BIN)/python tools/screenshots.py $(TO)

browsers: .venv/tests ## whole games in Firefox and WebKit, too: make browsers [TO=FOLDER]
	@$(BIN)/python tools/warm.py
	sh tools/other_browsers.sh
	$(BIN)/python tools/other_browsers.py $(TO)

bench-web: .venv/tests .venv/browser ## the server beside boardgame.io's: make bench-web [JSON=FILE] [DOCS=1]
	$(BIN)/python -m bench.web $(if $(JSON),--json $(JSON)) $(if $(DOCS),--write-docs)

bench: .venv/tests ## speed beside its peers: make bench [JSON=FILE] [DOCS=1]
	$(BIN)/python -m bench $(if $(JSON),--json $(JSON)) $(if $(DOCS),--write-docs)
	$(BIN)/python -m bench.solver $(if $(DOCS),--write-docs)

audit: .venv/tests ## known holes in what we depend on, where an advisory source can be reached
	@$(BIN)/python -m pip install -q -c constraints.txt -e '.[audit]'
	@sh tools/audit.sh $(BIN)

clean: ## remove what was installed and made here
	rm -rf .venv .bench-venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	sh tools/venv.sh $(PYTHON)

.venv/runs: .venv/bin/python $(PACKAGES)
	$(BIN)/python -m pip install -q -c constraints.txt -e .
	@touch $@

.venv/browser: .venv/tests
	sh tools/browser.sh
	@touch $@

.venv/tests: .venv/bin/python $(PACKAGES)
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev]'
	@touch $@ .venv/runs
