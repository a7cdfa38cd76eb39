# Everything runs in a local .venv, made from this checkout alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := .venv-clients

.PHONY: install demo test test-all test-clients lint bench clean

install: $(VENV)/installed

# torch comes first and by the constraints: else an index may serve a build of several gigabytes.
$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -r constraints.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

demo: install
	$(BIN)/python -m training.demo

test: install
	$(BIN)/python -m pytest

test-all: install
	$(BIN)/python -m pytest -m ''

# The libraries of docs/compatibility.md, in an environment of their own: they are large.
test-clients: $(CLIENTS)/installed
	$(CLIENTS)/bin/python -m pytest -m '' tests/clients

$(CLIENTS)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python -m pip install --quiet --upgrade pip
	$(CLIENTS)/bin/python -m pip install --quiet -r constraints.txt
	$(CLIENTS)/bin/python -m pip install --quiet -c constraints.txt -e '.[clients]'
	touch $@

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: install
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) $(CLIENTS) runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
