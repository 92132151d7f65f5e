"""Imports point one way, the engine has no world, and the shelf does not know which games stand on it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"engine", "moderator", "workers", "config", "templates", "tests", "bench"}
# Who may be imported by whom, apart from the folder itself and, below the engine, the world's libraries.
MAY_IMPORT = {
    "engine": set(),
    "config": set(),
    "moderator": {"engine", "config"},
    "workers": {"engine", "config", "moderator"},
}
# Clock, chance, files, network, processes, threads and logs are the world; the engine has none.
WORLD = set(
    "time datetime calendar random secrets uuid logging os io shutil tempfile glob socket ssl select selectors asyncio "
    "threading multiprocessing concurrent subprocess signal sqlite3 urllib http email smtplib imaplib argparse".split()
)
WRITING = {"write_text", "write_bytes", "unlink", "mkdir", "touch", "rename"}
COMMAND_LINE = "engine/__main__.py"


def modules(folder: str) -> list[str]:
    """Paths relative to the root of all Python files in a folder."""
    return sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*.py"))


def tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"), path)


def imports(path: str) -> Iterator[tuple[int, str]]:
    """Every imported module by its full name, relative imports resolved, with its line."""
    package = path.split("/")[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            # "from engine import titles" imports engine.titles as well.
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_point_one_way(folder: str) -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path in modules(folder)
        for line, name in imports(path)
        if name.split(".")[0] in OURS - MAY_IMPORT[folder] - {folder}
    ]
    assert not wrong, "\n".join(wrong)


def test_the_engine_needs_only_the_standard_library() -> None:
    wrong = []
    for path in modules("engine"):
        for line, name in imports(path):
            top = name.split(".")[0]
            solver = top == "highspy" and path.startswith("engine/runs/")
            if top != "engine" and top not in sys.stdlib_module_names and not solver:
                wrong.append(f"{path}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_the_engine_has_no_clock_no_chance_and_no_world() -> None:
    wrong = []
    for path in modules("engine"):
        if path == COMMAND_LINE:
            continue
        wrong += [f"{path}:{line} imports {name}" for line, name in imports(path) if name.split(".")[0] in WORLD]
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else None
                method = node.func.attr if isinstance(node.func, ast.Attribute) else None
                if called in {"open", "print", "input", "exec", "eval"} or method in WRITING:
                    wrong.append(f"{path}:{node.lineno} calls {called or method}")
    assert not wrong, "\n".join(wrong)


def titles() -> list[str]:
    return sorted(p.name for p in (ROOT / "engine/titles").glob("t*") if p.is_dir())


def shelf() -> list[str]:
    """Every file of the engine that a title is composed from."""
    apart = ("engine/titles/", "engine/interop/", COMMAND_LINE)
    files = (p for p in (ROOT / "engine").rglob("*") if p.suffix in {".py", ".toml", ".txt"})
    return sorted(name for p in files if not (name := p.relative_to(ROOT).as_posix()).startswith(apart))


def test_the_shelf_does_not_name_a_title() -> None:
    names = [name.removeprefix("t") for name in titles()]
    if not names:
        pytest.skip("there is no title yet")
    named = re.compile(rf"(?<!\d)({'|'.join(map(re.escape, names))})(?!\d)")
    wrong = [
        f"{path}:{number} says {found.group()}"
        for path in shelf()
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1)
        if (found := named.search(line))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_title_imports_another_title() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for title in titles()
        for path in modules(f"engine/titles/{title}")
        for line, name in imports(path)
        for other in titles()
        if other != title and f"engine.titles.{other}" in name
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_states_its_purpose() -> None:
    silent = [
        path
        for folder in MAY_IMPORT
        for path in modules(folder)
        if tree(path).body and ast.get_docstring(tree(path)) is None
    ]
    assert not silent, "\n".join(silent)


def test_only_the_settings_read_the_environment() -> None:
    wrong = []
    for path in [*modules("moderator"), *modules("workers"), *modules("config")]:
        if path == "config/settings.py":
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}:
                wrong.append(f"{path}:{node.lineno} reads the environment")
    assert not wrong, "\n".join(wrong)
