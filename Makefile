# make run: serve the app here and to phones on this network.   make test: everything that must hold
# (with DATABASE=postgresql every test that can on that alone; SQLite and PostgreSQL where it matters otherwise).
PYTHON ?= python3
BIN := .venv/bin
LINTS := ruff format types templates layers scripts-types scripts-lint

.PHONY: run test soak mutants lint $(LINTS) browsers bench screens icons messages schema lock clean

# COMPANION_DATABASE=postgresql://... make run: the same, with the games kept there.
# PDF=yes make run: the same, and it makes sheets as PDF from then on.
run: .venv/.installed $(if $(filter postgres%,$(COMPANION_DATABASE)),.venv/.postgres) $(if $(filter yes,$(PDF)),.venv/.pdf)
	@$(BIN)/companion run $(ARGS)

test soak: export PYTHONDONTWRITEBYTECODE = # compile each module once, not in every process
test: .venv/.tested
	@$(MAKE) --no-print-directory -j3 lint browsers
	@# Three at once on two cores: tests of browsers and servers wait nearly half of their time.
	$(BIN)/pytest -n 3 --dist worksteal $(if $(DATABASE),--database=$(DATABASE))

# What takes long: the same laws held against many more games and forms, what is marked `soak`, and
# every page and all records on PostgreSQL.
soak: .venv/.tested
	SOAK=$(or $(SOAK),40) $(BIN)/pytest -n 2 tests/property tests/web/test_anything_sent.py \
		tests/web/test_several_phones.py tests/web/test_openapi.py tests/js \
		tests/records/test_backup.py tests/records/test_writing.py
	SOAK=1 $(BIN)/pytest -n 2 --dist worksteal -m soak
	$(MAKE) --no-print-directory mutants
	$(BIN)/pytest -n 2 --dist worksteal --database=postgresql tests/web tests/records

# Mutations of the rules that no test notices, so many of each language: all of them take hours.
mutants: .venv/.tested tests/js/node_modules/.installed
	$(BIN)/python -m tests.mutants $(or $(MANY),200)

lint: $(LINTS)
ruff: .venv/.tested
	$(BIN)/ruff check .
format: .venv/.tested
	$(BIN)/ruff format --check .
types: .venv/.tested
	$(BIN)/mypy
templates: .venv/.tested
	$(BIN)/djlint --lint --quiet templates
layers: .venv/.tested
	$(BIN)/lint-imports
scripts-types: tests/js/node_modules/.installed
	@$(BIN)/python -m tests.declarations
	$(IN_NODE) tests/js/types.mjs
scripts-lint: tests/js/node_modules/.installed
	cd tests/js && $(CURDIR)/$(IN_NODE) node_modules/@biomejs/biome/bin/biome lint --error-on-warnings ../../static/js ../outbox .
	cd tests/js && $(CURDIR)/$(IN_NODE) node_modules/@biomejs/biome/bin/biome format ../../static/js

browsers:
	@./.ci/browsers

bench: .venv/.tested browsers
	$(BIN)/python -m bench $(ARGS)

screens: .venv/.tested browsers
	$(BIN)/python -m tests.browser.screens docs/screens

# After a change of static/icons/*.svg.
icons: .venv/.tested browsers
	$(BIN)/python -m tests.browser.icons

messages: .venv/.installed
	$(BIN)/pybabel extract -F babel.cfg -k N_ -k NN_:1,2 -k lazy_gettext -o companion/web/messages.pot .

# After a change of the keys of a ruleset or of the fields of a round: tests hold that these are up to date.
schema: DRAFT := .venv/written # each reads what it replaces
schema: .venv/.tested
	$(BIN)/python -m companion.gamefile.ruleset_schema > $(DRAFT) && mv $(DRAFT) docs/companion-ruleset-1.schema.json
	$(BIN)/python -m companion.gamefile.game_schema > $(DRAFT) && mv $(DRAFT) companion/gamefile/companion-game-1.schema.json
	$(BIN)/python -m companion.web.view_models.decisions > $(DRAFT) && mv $(DRAFT) static/js/views/decisions.js

# After a change of what the app depends on: what an image, or a server, installs. A test holds that it fits.
LOCKED := pip compile --generate-hashes --universal --python-version 3.11 --no-header --no-annotate --quiet
lock: .venv/.tested
	$(BIN)/pip install --quiet uv
	$(BIN)/uv $(LOCKED) --upgrade pyproject.toml --extra postgres --extra metrics --extra pdf -o deploy/requirements.txt
	printf 'build\nhatchling\n' | $(BIN)/uv $(LOCKED) --upgrade - -o deploy/build-requirements.txt

clean:
	rm -rf .venv tests/js/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# What checks the scripts, for tests alone: Node is that of the wheel, whatever this machine has. Not
# `npm ci`: it insists on a locked binary of the linter for every platform, and mirrors lack some.
IN_NODE := $(BIN)/node
tests/js/node_modules/.installed: tests/js/package.json tests/js/package-lock.json .venv/.tested
	cd tests/js && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --no-save --no-progress --prefer-offline --loglevel=error
	@touch $@

PIP := $(BIN)/pip install --quiet --disable-pip-version-check --editable

.venv/.installed: pyproject.toml
	@echo "Setting up: this takes about a minute the first time."
	@PYTHON=$(PYTHON) ./.ci/venv
	$(PIP) .
	@touch $@

.venv/.postgres: .venv/.installed
	$(PIP) ".[postgres]"
	@touch $@

.venv/.pdf: .venv/.installed
	$(PIP) ".[pdf]"
	@touch $@

.venv/.tested: pyproject.toml
	@PYTHON=$(PYTHON) ./.ci/venv
	$(PIP) ".[test]"
	@touch .venv/.installed $@
