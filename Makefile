# Everything runs in a local .venv, made from this checkout alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENTS := .venv-clients

.PHONY: docs install demo test test-all test-clients mutation faults coverage bounds lint bench bench-quick report clean

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

# Files are shared out over the processors; a network's threads would only get in each other's way.
test: install
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile

test-all: install coverage bounds
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m '' -n auto --maxprocesses 4 --dist loadfile

# All mutants take many hours; stopped and begun again, it goes on. SAMPLE=80 tries so many only.
mutation: install
	$(BIN)/python -m tests.faults.mutation $(if $(SAMPLE),--sample $(SAMPLE)) --report docs/proof.md

# The site, into runs/site; pages made from the code are made anew.
docs: install
	$(BIN)/python -m mkdocs build --strict

faults: install
	$(BIN)/python -m tests.faults.run

RULES := $(wildcard tests/test_rules_*.py)
LONGEST_ROWS := tests/test_engine_against_reference.py::test_rows_and_rewards_of_ten_symbols_agree_with_the_reference

# The rules and the views as plain Python, where each line and branch is counted: so only what is quick there.
PLAIN := $(RULES) tests/test_playthroughs.py tests/test_game.py tests/test_refusals.py tests/test_replay.py \
	'tests/test_resample.py::test_a_drawn_game_looks_the_same_to_the_seat_in_every_way[3]' \
	tests/test_resample.py::test_the_leaders_cards_are_drawn_from_all_that_agree_with_what_was_shown \
	tests/test_self_play.py::test_without_observations_the_games_are_the_same \
	tests/test_self_play.py::test_one_illegal_action_moves_no_game tests/test_strange_states.py \
	'tests/test_self_play.py::test_a_batch_plays_the_same_games_as_single_ones_to_the_last_bit[margin-3]' \
	'tests/test_self_play.py::test_a_batch_plays_the_same_games_as_single_ones_to_the_last_bit[rank-3]' \
	'tests/test_observation.py::test_describe_gives_back_what_the_position_says[3]' \
	tests/test_vector_env.py::test_an_illegal_action_ends_its_episode_as_in_the_single_environment \
	tests/test_vector_env.py::test_with_autoreset_off_a_finished_episode_waits_for_its_reset \
	$(LONGEST_ROWS)
TOO_LONG := apply_accepts or more_decisions or view_hides or fits_80

coverage: install
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(PLAIN) -k 'not ($(TOO_LONG))' --cov=boru_env/rules \
		--cov=boru_env/views --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=98

# Every index checked, in code compiled for that alone: its cache must not be the usual one.
CHECKED := $(RULES) tests/test_playthroughs.py tests/test_resample.py \
	tests/test_engine_against_reference.py::test_a_hundred_random_games_agree_with_the_reference \
	$(LONGEST_ROWS)

bounds: install
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=.numba_bounds $(BIN)/python -m pytest $(CHECKED)

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

# What games between agents say about the game: report/report.md.
report: install
	$(BIN)/python -m agents.report

clean:
	rm -rf $(VENV) $(CLIENTS) .venv-bench runs report .coverage .numba_bounds .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
