# make run: serve the app here and to phones on this network.   make test: everything that must hold.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint bench screens messages clean

run: .venv/.installed
	@$(BIN)/companion run $(ARGS)

test: .venv/.tested lint
	@./.ci/chromium
	$(BIN)/pytest -n 2

lint: .venv/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/lint-imports

bench: .venv/.tested
	@./.ci/chromium
	$(BIN)/python -m bench $(ARGS)

screens: .venv/.tested
	@./.ci/chromium
	$(BIN)/python -m tests.browser.screens docs/screens

messages: .venv/.installed
	$(BIN)/pybabel extract -F babel.cfg -k N_ -k NN_:1,2 -k lazy_gettext -o companion/web/messages.pot .

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/.installed: pyproject.toml
	@PYTHON=$(PYTHON) ./.ci/venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.tested: .venv/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@
