# make run: serve the app to this machine and to phones on this network.
# make test: lint, types and all tests (DATABASE=postgresql: every test that can on PostgreSQL).
PYTHON ?= python3
BIN := .venv/bin
LINTS := ruff format types templates layers size translations scripts-types scripts-lint
SOAKS := laws deadwood scripts pages phones offline partitions starts browser web malformed tools books servers killed machines attacks engines mutants-rules mutants-scripts postgresql
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard companion/translations/*/LC_MESSAGES/messages.po))

.PHONY: run test soak $(SOAKS:%=soak-%) mutants lint $(LINTS) browsers bench lighthouse screens icons messages schema lock clean

# COMPANION_DATABASE=postgresql://... make run: with games in that database.
# PDF=yes make run: installs the extra for PDFs.
# HTTPS=yes make run: over https, with a certificate of its own.
run: .venv/.installed $(CATALOGUES) $(if $(filter postgres%,$(COMPANION_DATABASE)),.venv/.postgres) $(if $(filter yes,$(PDF)),.venv/.pdf) $(if $(filter yes,$(HTTPS)),.venv/.https)
	@$(BIN)/companion run $(if $(filter yes,$(HTTPS)),--https) $(ARGS)

test soak $(SOAKS:%=soak-%): export PYTHONDONTWRITEBYTECODE = # compile each module once, not in every process
test: .venv/.tested $(CATALOGUES)
	@$(MAKE) --no-print-directory -j3 lint browsers
	@# Three processes on two cores, because tests of browsers and servers are often idle.
	$(BIN)/pytest -n 3 --dist worksteal $(if $(DATABASE),--database=$(DATABASE))

# The long tests, one part after another; each also by itself, such as `make soak-pages`. A failing
# part does not end the others, and the last lines say how each part ended.
soak: .venv/.tested
	@rm -f build/soak.txt; mkdir -p build
	@$(foreach part,$(SOAKS),$(MAKE) --no-print-directory soak-$(part);) true
	@echo "==== The soak, part by part:"; cat build/soak.txt; ! grep -q FAILED build/soak.txt

# A part, and its closing line: passed or failed, and the minutes.
$(SOAKS:%=soak-%): soak-%: .venv/.tested
	@mkdir -p build; began=$$(date +%s); echo "==== soak-$*"; \
	if $(SOAK_$*); then result=passed; else result=FAILED; fi; \
	line="soak-$*: $$result after $$(( ($$(date +%s) - began + 59) / 60 )) min"; \
	echo "==== $$line"; echo "$$line" >> build/soak.txt; [ $$result = passed ]

MANY_EXAMPLES := SOAK=$(or $(SOAK),15) $(BIN)/pytest -n 2 --timeout=3600
MARKED_SOAK := SOAK=1 $(BIN)/pytest -n 2 --dist worksteal --timeout=3600 -m soak
OF_PAGES := $(patsubst %,tests/browser/test_%.py,longer_language every_page every_entry rules_cards \
	previews screen_sizes the_sheet room_for_all drawn_in_the_browser game_in_each_language)
OF_PHONES := $(patsubst %,tests/browser/test_%.py,outbox conflicts put_back many_phones live \
	clocks_that_jump full_storage undo_while_counting replaced_links two_count_together)
STARTS := $(patsubst %,tests/browser/test_%.py,first_game_without_a_network started_alone sent_later installed)
PARTITIONS := tests/browser/test_partitions.py
OFFLINE := $(filter-out $(STARTS),$(wildcard tests/browser/test_*_without_a_network.py))
DEADWOOD := $(patsubst %,tests/property/test_laws_of_%.py,deadwood the_judge national_rules)
MALFORMED := tests/web/test_malformed.py
KILLED := tests/workers/test_killed.py
BOOKS := $(patsubst %,tests/records/test_%.py,released_books old_books)
ATTACKS := $(patsubst %,tests/workers/test_%.py,attacks caddy nginx)
MACHINES := $(patsubst %,tests/workers/test_%.py,cluster pooler several_workers streams two_nodes)
TOOLS := tests/packaging tests/mutants
BY_THEMSELVES := tests/browser tests/workers tests/engines tests/property

SOAK_laws = $(MANY_EXAMPLES) tests/property $(addprefix --ignore=,$(DEADWOOD))
SOAK_deadwood = $(MANY_EXAMPLES) $(DEADWOOD)
SOAK_scripts = $(MANY_EXAMPLES) $(filter-out tests/property/%,$(shell grep -rl --include="test_*.py" "tests.soak import" tests))
SOAK_pages = $(MARKED_SOAK) $(OF_PAGES)
SOAK_phones = $(MARKED_SOAK) $(OF_PHONES)
SOAK_offline = $(MARKED_SOAK) $(OFFLINE)
SOAK_partitions = $(MARKED_SOAK) $(PARTITIONS)
SOAK_starts = $(MARKED_SOAK) $(STARTS)
SOAK_browser = $(MARKED_SOAK) tests/browser $(addprefix --ignore=,$(OF_PAGES) $(OF_PHONES) $(OFFLINE) $(PARTITIONS) $(STARTS))
SOAK_web = $(MARKED_SOAK) tests $(addprefix --ignore=,$(BY_THEMSELVES) $(BOOKS) $(TOOLS) $(MALFORMED))
SOAK_malformed = $(MARKED_SOAK) $(MALFORMED)
SOAK_tools = $(MARKED_SOAK) $(TOOLS)
SOAK_books = $(MARKED_SOAK) $(BOOKS)
SOAK_servers = $(MARKED_SOAK) tests/workers $(addprefix --ignore=,$(ATTACKS) $(MACHINES) $(KILLED))
SOAK_killed = $(MARKED_SOAK) $(KILLED)
SOAK_machines = $(MARKED_SOAK) $(MACHINES)
SOAK_attacks = $(MARKED_SOAK) $(ATTACKS)
SOAK_engines = $(MARKED_SOAK) tests/engines
SOAK_mutants-rules = $(MAKE) --no-print-directory mutants MANY=$(or $(MANY),20) OF=Python
SOAK_mutants-scripts = $(MAKE) --no-print-directory mutants MANY=$(or $(MANY),20) OF=JavaScript
SOAK_postgresql = $(BIN)/pytest -n 2 --dist worksteal --database=postgresql tests/web tests/records

# Lists mutations of the rules that no test detects; MANY per language, because all take hours;
# OF=Python or OF=JavaScript only. The soak tries 20 of each. With the usual examples of each law.
mutants: .venv/.tested tests/js/node_modules/.installed
	SOAK=1 $(BIN)/python -m tests.mutants $(or $(MANY),200) $(OF)

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
size: .venv/.tested
	@$(BIN)/python -m tests.size $(ARGS)
translations: .venv/.tested
	@$(BIN)/python -m tests.catalogues
scripts-types: tests/js/node_modules/.installed
	@$(BIN)/python -m tests.declarations
	$(IN_NODE) tests/js/node_modules/typescript/bin/tsc --project tests/js
scripts-lint: tests/js/node_modules/.installed
	cd tests/js && "$(CURDIR)/$(IN_NODE)" node_modules/@biomejs/biome/bin/biome lint --error-on-warnings ../../static/js ../outbox .
	cd tests/js && "$(CURDIR)/$(IN_NODE)" node_modules/@biomejs/biome/bin/biome format ../../static/js

browsers:
	@./.ci/browsers

bench: .venv/.tested browsers
	$(BIN)/python -m bench $(ARGS)

# Lighthouse on five pages; its times need an idle machine. Downloads 180 MB.
LIGHTHOUSE := build/lighthouse/node_modules/.installed
lighthouse: .venv/.tested browsers $(LIGHTHOUSE)
	$(BIN)/python -m bench.lighthouse
$(LIGHTHOUSE):
	mkdir -p build/lighthouse
	cd build/lighthouse && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --no-save --no-progress --loglevel=error "lighthouse@>=13,<14"
	@touch $@

# Pictures of every page in build/screens, and those of the documents in docs/screens
# (ARGS=--only-documents: only these).
screens: .venv/.tested browsers
	$(BIN)/python -m tests.browser.screens build/screens docs/screens $(ARGS)

# After a change of static/icons/*.svg.
icons: .venv/.tested browsers
	$(BIN)/python -m tests.browser.icons

# After a change of sentences: updates the catalogues and lists what is missing in each.
# START=nl make messages: starts a new language, here Dutch.
POT := build/messages.pot
PO := --ignore-pot-creation-date --width=100 -i $(POT) -d companion/translations
messages: .venv/.tested
	@mkdir -p build
	$(BIN)/pybabel -q extract -F babel.cfg -k N_ -k NC_:1c,2 -k NN_:1,2 -k lazy_gettext -k lazy_pgettext:1c,2 \
		--add-location=file --width=100 --project="Rummy Companion" --copyright-holder="Rummy Companion contributors" --header-comment="# Messages of Rummy Companion." -o $(POT) .
	$(if $(START),$(BIN)/pybabel -q init --width=100 -i $(POT) -d companion/translations -l $(START))
	$(if $(wildcard companion/translations/*),$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete $(PO))
	$(if $(START),,-$(BIN)/python -m tests.catalogues)

%.mo: %.po .venv/.installed
	@$(BIN)/pybabel -q compile -i $< -o $@

# Run after a change of ruleset keys, of the fields of a round or of settings; tests fail if these files are stale.
schema: DRAFT := .venv/written # each command imports the file that it replaces
schema: .venv/.tested
	$(BIN)/python -m companion.gamefile.published_schemas ruleset > $(DRAFT) && mv $(DRAFT) docs/reference/companion-ruleset-1.schema.json
	$(BIN)/python -m companion.gamefile.published_schemas game > $(DRAFT) && mv $(DRAFT) companion/gamefile/companion-game-1.schema.json
	$(BIN)/python -m companion.web.view_models.decisions > $(DRAFT) && mv $(DRAFT) static/js/views/decisions.js
	$(BIN)/python -m companion.settings.environment docs/reference/settings.md

# Run after a change of dependencies: the locked requirements of images and servers; a test fails if they are stale.
LOCKED := pip compile --generate-hashes --universal --python-version 3.11 --no-header --no-annotate --quiet
lock: .venv/.tested
	$(BIN)/pip install --quiet uv
	$(BIN)/uv $(LOCKED) --upgrade pyproject.toml --extra postgres --extra metrics --extra pdf -o deploy/requirements.txt
	printf 'babel\nbuild\nhatchling\n' | $(BIN)/uv $(LOCKED) --upgrade - -o deploy/build-requirements.txt

clean:
	rm -rf .venv tests/js/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Type checker and linter of the scripts. Node comes from a wheel. Not `npm ci`: it requires the
# linter binaries of all platforms, and mirrors lack some.
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

.venv/.https: .venv/.installed
	$(PIP) ".[https]"
	@touch $@

.venv/.tested: pyproject.toml
	@PYTHON=$(PYTHON) ./.ci/venv
	$(PIP) ".[test]"
	@touch .venv/.installed $@
