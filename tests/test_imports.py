"""The import law: editions <- rules <- views <- envs <- agents <- training; every room imports downwards only."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = [
    "boru_env.errors",
    "boru_env.editions",
    "boru_env.rules",
    "boru_env.views",
    "boru_env.envs",
    "boru_env",
    "agents",
    "training",
]
OUTSIDE = {
    "boru_env.rules": {"numpy", "numba"},
    "boru_env.editions": {"numpy", "msgspec"},
    "boru_env.views": {"numpy", "msgspec"},
    "boru_env.envs": {"numpy", "gymnasium", "pettingzoo"},
}
SB3 = ROOT / "boru_env" / "envs" / "sb3.py"  # stands on an extra, and is imported by name only
SCREEN = ROOT / "boru_env" / "envs" / "screen.py"  # stands on an extra, and imports it on first use
NETWORKS = {  # likewise imported on first use
    ROOT / "agents" / "learned" / name for name in ("network.py", "towns.py", "guided.py", "acting.py")
}
STANDARD = set(sys.stdlib_module_names) - {"random"}  # all chance comes from the game's own generator
FILES = sorted(path for room in ("boru_env", "agents", "training") for path in (ROOT / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def room_of(module: str) -> str | None:
    fitting = [room for room in ORDER if module == room or module.startswith(room + ".")]
    return max(fitting, key=len, default=None)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_from_its_own_room_and_the_rooms_below(path):
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    room = room_of(module)
    for name in imported(path):
        other = room_of(name)
        if other is not None:
            below = ORDER.index(other) <= ORDER.index(room)
            assert below, f"{module} imports {name}, which stands above it"


@pytest.mark.parametrize("room", OUTSIDE)
def test_a_room_of_the_package_uses_only_the_libraries_it_may(room):
    folder = ROOT / room.replace(".", "/")
    for path in folder.rglob("*.py"):
        tops = {name.split(".")[0] for name in imported(path)} - {"boru_env"}
        own = {SB3: {"stable_baselines3"}, SCREEN: {"pygame", "resvg_py"}}.get(path, set())
        assert tops - STANDARD <= OUTSIDE[room] | own, path


def test_importing_the_package_does_not_import_what_is_an_extra():
    for path in (ROOT / "boru_env").rglob("*.py"):
        assert "boru_env.envs.sb3" not in imported(path), path


def test_torch_is_imported_only_where_it_may_be():
    for path in FILES:
        tree = ast.parse(path.read_text())
        top_level = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
        top_level |= {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)}
        heavy = {name for name in top_level if name.split(".")[0] in ("torch", "stable_baselines3", "sb3_contrib")}
        assert not heavy or path.is_relative_to(ROOT / "training") or path in {SB3} | NETWORKS, path


def test_the_networks_are_imported_on_first_use_only():
    for path in {path for path in FILES if not path.is_relative_to(ROOT / "training")} - NETWORKS:
        body = ast.parse(path.read_text()).body
        names = {node.module for node in body if isinstance(node, ast.ImportFrom)}
        assert not names & {f"agents.learned.{network.stem}" for network in NETWORKS}, path


def test_the_environments_import_no_rule():
    for path in (ROOT / "boru_env" / "envs").glob("*.py"):
        assert not any(name.startswith("boru_env.rules") for name in imported(path)), path
