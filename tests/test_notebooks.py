"""The notebooks: paired with their scripts, small, and (slow) they run from beginning to end."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "notebooks").glob("*.py"))
MOST_BYTES = 400_000

jupytext = pytest.importorskip("jupytext", reason="the extra `notebooks` is not installed")


def cells(notebook):
    return [(cell.cell_type, cell.source.strip()) for cell in notebook.cells]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_notebook_says_what_its_script_says_has_outputs_and_is_small(script):
    notebook = script.with_suffix(".ipynb")
    assert cells(jupytext.read(notebook)) == cells(jupytext.read(script))
    assert notebook.stat().st_size < MOST_BYTES
    assert '"output_type": "error"' not in notebook.read_text()
    assert any(cell.get("outputs") for cell in jupytext.read(notebook).cells)


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_notebook_runs(script, monkeypatch):
    execute(script, monkeypatch.setenv)


def execute(script, set_variable=os.environ.__setitem__):
    """Run a script's cells in a kernel of their own; gives the notebook with what they showed."""
    from nbclient import NotebookClient

    set_variable("PYTHONPATH", str(ROOT))
    notebook = jupytext.read(script)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": ROOT}}).execute()
    return notebook
