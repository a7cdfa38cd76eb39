"""A drawing inside a web page: light or dark as the reader's system is."""

from boru_env.views.drawing.theme import DARK, LIGHT, variables


def style(selector: str) -> str:
    """Give the style sheet that declares the colours for what a selector finds."""
    dark = f"@media(prefers-color-scheme:dark){{{selector}{{{variables(DARK)}}}}}"
    return f"<style>{selector}{{{variables(LIGHT)}}}{dark}</style>"


def both_themes(svg: str) -> str:
    """Give a piece of HTML that shows a drawing of theme `css` in the reader's theme."""
    return f'{style(".boru-board")}<div class="boru-board">{svg}</div>'
