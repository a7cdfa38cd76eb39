# Everything runs in a local .venv, made from this checkout alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: install demo test test-all mutation lint bench bench-quick clean

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

# All mutants take many hours; stopped and begun again, it goes on. SAMPLE=80 tries so many only.
mutation: install
	$(BIN)/python -m tests.faults.mutation $(if $(SAMPLE),--sample $(SAMPLE)) --report docs/proof.md

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The peers come into an environment of their own, so that nobody needs them for anything else.
.venv-bench/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --upgrade pip
	.venv-bench/bin/python -m pip install --quiet -r constraints.txt
	.venv-bench/bin/python -m pip install --quiet -c constraints.txt -e '.[sb3,bench]'
	touch $@

bench: .venv-bench/installed
	.venv-bench/bin/python -m bench --json runs/bench.json --picture runs/bench.png

bench-quick: install
	$(BIN)/python -m bench --quick

clean:
	rm -rf $(VENV) .venv-bench runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
