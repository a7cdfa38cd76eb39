"""The site: its pages from the code are made anew, and (slow) it builds without a warning."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from boru_env import load_edition

ROOT = Path(__file__).parents[1]
pytest.importorskip("mkdocs", reason="the extra `docs` is not installed")


def made_pages():
    spec = importlib.util.spec_from_file_location("docs_hooks", ROOT / "docs" / "hooks.py")
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    return hooks.pages()


def test_the_pages_from_the_code_hold_its_tables():
    pages = made_pages()
    assert "| Observation Shape | `observation`: (1290,), `action_mask`: (80,) |" in pages["environment.md"]
    assert "| 25..72 | `town <town id>` |" in pages["actions.md"]
    assert "](docs/" not in pages["index.md"]
    edition = load_edition("reconstructed")
    for name in edition.file.towns:
        assert f"| {name.name} |" in pages["editions.md"]


def test_every_page_of_the_menu_is_there_and_every_page_is_in_the_menu():
    menu = {line.split()[-1] for line in (ROOT / "mkdocs.yml").read_text().splitlines() if line.endswith(".md")}
    written = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert menu == written | set(made_pages())


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    assert (tmp_path / "environment" / "index.html").is_file()
    shown = 0
    for page in tmp_path.rglob("index.html"):
        for picture in re.findall(r'<(?:img|source)[^>]*src(?:set)?="([^":]+)"', page.read_text(encoding="utf-8")):
            assert (page.parent / picture).is_file(), f"{page}: {picture}"
            shown += 1
    assert shown > 5
