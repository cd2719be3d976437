# `make` alone lists the targets.

PYTHON ?= python3
BIN := .venv/bin
# Other machines in the network may connect: people play on their own phones.
HOST ?= 0.0.0.0
PORT ?= 8000
DATA ?= claimant-data
TO ?= screenshots
MINUTES ?= 10
PACKAGES := pyproject.toml constraints.txt
# With the compiler off, rules are plain Python, which is what coverage can measure.
RULES := $(addprefix claimant.games.claim.,rules search solver dealt_pile game notation redact view worlds) \
	$(addprefix claimant.games.claim_it.,rules from_view game odds turn_search value_net view)
# Bots and pictures are not rules, and bots would search for hours without the compiler.
UNCOMPILED := '*_bots.py' '*_pictures.py' '*_fast_forms.py' '*/test_fast_forms.py' '*_endings.py' \
	'*/test_new_faction.py' '*/test_words.py' '*/test_result_words.py' '*/test_judges.py' \
	'*/test_reasons.py' '*/test_board_net.py' '*/test_dice_luck.py'
# For the daily loop: the laws, the rules, the record, and a few tests of the server and commands.
QUICK := tests/test_architecture.py tests/test_golden.py tests/test_laws.py tests/test_luck.py \
	tests/test_fairness.py tests/test_record.py tests/test_redaction.py tests/test_rulings.py tests/games/test_perft.py \
	tests/games/claim_it/test_claim_it_rules.py tests/games/claim_it/test_claim_it_ending.py \
	tests/games/claim_it/test_claim_it_examples.py \
	tests/games/claim_it/test_odds.py tests/games/claim/test_claim_examples.py \
	tests/games/claim/test_claim_knowledge.py tests/games/claim/test_claim_phase_1.py \
	tests/games/claim/test_claim_phase_2.py tests/games/claim/test_claim_scoring.py \
	tests/games/claim/test_claim_loot.py \
	tests/games/claim/test_claim_tricks.py tests/cli/test_cli.py tests/cli/test_play_command.py \
	tests/web/api/test_events.py \
	tests/web/api/test_join.py tests/web/pages/test_home.py

.DEFAULT_GOAL := help
.PHONY: help play quick test retest check coverage docs mutants format messages screenshots icons browsers bench bench-web \
	audit fuzz lock sbom clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

play: .venv/serve ## install what is missing and start the web app: make play [HOST=…] [PORT=…] [DATA=…]
	@echo "Compiling the rules, which takes a minute the first time."
	@$(BIN)/python tools/warm.py
	@$(BIN)/claimant serve --host $(HOST) --port $(PORT) --data $(DATA)

quick: .venv/tests ## run a selection of the tests in less than a minute
	@$(BIN)/python tools/warm.py
	$(BIN)/python -m pytest -n 2 -k 'not whole_game and not resumed' $(QUICK)

test: .venv/tests .venv/browser ## install what is missing and run all tests
	@$(BIN)/python tools/warm.py
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

retest: .venv/tests ## run the tests that failed in the last run once more, alone, if they were three at most
	@test "$$(grep -c ': true' .pytest_cache/v/cache/lastfailed)" -le 3
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

check: .venv/tests ## check formatting, lint, types and the coverage of the rules
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(MAKE) coverage

coverage: .venv/tests ## require that tests cover every branch of the rules, with the compiler off
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 tests/games tests/envs/test_batch.py tests/test_golden.py tests/test_rulebook.py \
		$(UNCOMPILED:%=--ignore-glob=%) \
		$(RULES:%=--cov=%) --cov-fail-under=100 --cov-report=term-missing:skip-covered

mutants: .venv/tests ## count how many altered rules the tests notice: make mutants [JOBS=…]
	nice $(BIN)/python tools/mutants.py $(if $(JOBS),--jobs $(JOBS))

format: .venv/tests ## format the code and fix what can be fixed automatically
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

docs: .venv/tests ## build the documentation site, which `claimant docs` opens
	$(BIN)/python -m sphinx -W --keep-going -q -d build/doctrees docs build/site
	rm -rf src/claimant/documentation
	cp -R build/site src/claimant/documentation

messages: .venv/tests ## add new sentences to the German and Dutch catalogues
	$(BIN)/python tools/messages.py

icons: .venv/tests .venv/browser ## render the PNG icons from our SVG
	$(BIN)/python tools/icons.py

screenshots: .venv/tests .venv/browser ## take the pictures of the README and the docs, and of every page: make screenshots [TO=FOLDER]
	$(BIN)/python tools/screenshots.py --readme docs/images
	$(BIN)/python tools/screenshots.py $(TO)

browsers: .venv/tests ## play whole games in Firefox and WebKit too: make browsers [TO=FOLDER]
	@$(BIN)/python tools/warm.py
	sh tools/other_browsers.sh
	$(BIN)/python tools/other_browsers.py $(TO)

bench-web: .venv/tests .venv/browser ## compare the server with boardgame.io: make bench-web [JSON=FILE] [DOCS=1]
	$(BIN)/python -m bench.web $(if $(JSON),--json $(JSON)) $(if $(DOCS),--write-docs)

bench: .venv/tests ## compare the speed of the rules with other libraries: make bench [JSON=FILE] [DOCS=1]
	$(BIN)/python -m bench $(if $(JSON),--json $(JSON)) $(if $(DOCS),--write-docs)
	$(BIN)/python -m bench.solver $(if $(DOCS),--write-docs)

fuzz: .venv/tests ## look for input that breaks something: make fuzz [MINUTES=…]
	@$(BIN)/python tools/warm.py
	$(BIN)/python tools/fuzz.py $(MINUTES)

lock: .venv/tests ## pin what a server needs, with hashes, in requirements.lock
	$(BIN)/python -m piptools compile -q --extra serve --extra postgresql --constraint constraints.txt \
		--generate-hashes --strip-extras --no-annotate --no-header --allow-unsafe --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links -o requirements.lock pyproject.toml

sbom: .venv/tests ## list what a server consists of in sbom.json, in CycloneDX format
	$(BIN)/python -m cyclonedx_py requirements requirements.lock --pyproject pyproject.toml \
		--output-reproducible --of JSON -o sbom.json

audit: .venv/tests ## look for known vulnerabilities in our dependencies; fails if they cannot be checked
	@$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e '.[audit]'
	@sh tools/audit.sh $(BIN)

clean: ## remove everything that was installed or generated here
	rm -rf .venv .bench-venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	sh tools/venv.sh $(PYTHON)

.venv/serve: .venv/bin/python $(PACKAGES)
	$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e '.[serve]'
	@touch $@

.venv/browser: .venv/tests
	sh tools/browser.sh
	@touch $@

.venv/tests: .venv/bin/python $(PACKAGES)
	$(BIN)/python -m pip install -q --use-pep517 -c constraints.txt -e '.[dev]'
	@touch $@ .venv/serve
