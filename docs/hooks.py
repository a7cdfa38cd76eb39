"""Pages that are made from the code and from files outside of this folder, each time the site is built."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from boru_env import available_editions, brian_boru_v0, load_edition
from boru_env.rules import actions

ROOT = Path(__file__).resolve().parents[1]


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any = None, **_: Any) -> str:
    """Point links to files outside of this folder at the pages made from them, and HTML's pictures at their place."""
    markdown = markdown.replace("](../RULES.md", "](rules.md")
    if page is not None and not page.is_homepage:
        markdown = re.sub(r'(srcset|src)="pictures/', r'\1="../pictures/', markdown)  # a page is a folder on the site
    return markdown


def pages() -> dict[str, str]:
    """Give the generated pages by name."""
    return {
        "index.md": relinked((ROOT / "README.md").read_text(encoding="utf-8")),
        "environment.md": without_first_line(brian_boru_v0.__doc__ or ""),
        "actions.md": "# Actions\n\n" + (actions.__doc__ or ""),
        "rules.md": (ROOT / "RULES.md").read_text(encoding="utf-8"),
        "changes.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        "editions.md": editions(),
    }


def without_first_line(text: str) -> str:
    """Give a docstring from its heading on."""
    return text[text.index("# ") :]


def relinked(text: str) -> str:
    """Give the README with links as they are on the site."""
    text = re.sub(r"\]\(docs/([^)]*)\)", r"](\1)", text).replace("](RULES.md)", "](rules.md)")
    return re.sub(r'(srcset|src)="docs/', r'\1="', text)


def editions() -> str:
    """Give what the shipped editions hold, and where each part comes from, as their files say."""
    lines = ["# Editions", "", "What is printed on board and cards is data: one TOML file an edition.", ""]
    for name in available_editions():
        edition = load_edition(name)
        lines += [f"## `{name}`", "", f"sha256 `{edition.sha256}`", ""]
        lines += ["| town | region | colour |", "|---|---|---|"]
        lines += [f"| {town.name} | {town.region} | {town.colour} |" for town in edition.file.towns]
        lines.append("")
    return "\n".join(lines)
