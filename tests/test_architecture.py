"""Imports point one way, the engine has no world, and the shelf does not know which games stand on it."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine

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


@cache
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


# The rooms of the moderator, each above those it may know. What is pure stands lowest.
ROOMS = (
    "language",  # words for people
    "bots",  # what a bot thinks of a position
    "drawing",  # maps, markets and charts
    "store",  # the tables, their queries, a game as it is kept
    "office",  # the unit of work, addresses, the clock
    "table",  # orders, deadlines, offers, orders on file, who is told
    "events",  # tournaments: entry, rounds, results, standings
    "outbox",  # mails written out and sent
    "hearing",  # statements, the commands' registry, one mail carried out for its writer
    "commands",  # what a player may write besides orders
    "inbox",  # letters: read, screened, proved, conducted, answered
    "errands",  # what is due whether or not anybody writes
    "gateway",  # bytes in
    "web",  # pages
)


def test_the_rooms_of_the_moderator_know_only_those_below() -> None:
    wrong = []
    for path in modules("moderator"):
        room = path.split("/")[1]
        if room not in ROOMS:
            # The command line stands above all rooms.
            assert room in ("__init__.py", "__main__.py", "command_line.py"), f"{path} is in no room"
            continue
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] == "moderator" and (parts[1] not in ROOMS or ROOMS.index(parts[1]) > ROOMS.index(room)):
                wrong.append(f"{path}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


# Beside the engine's door: the kinds of move, messages, and the catalogues in which every owner's words stand.
DOOR = {"engine.moves", "engine.message", "engine.catalogue"}
# Who may go past the door, where to, and why.
PAST_THE_DOOR = {
    # A bot studies the position as a player studies the board.
    "moderator/bots/": ("engine.",),
    # Maps and markets are drawn from the board and the printed title.
    "moderator/drawing/": ("engine.board.", "engine.market.", "engine.title."),
    # A report tells what happened, event by event, and the map in words.
    "moderator/outbox/report/": ("engine.events", "engine.board.tiles."),
}


def test_the_moderator_knows_the_engine_by_its_door() -> None:
    door = set(engine.__all__)
    wrong = []
    for path in [*modules("moderator"), *modules("workers")]:
        past = tuple(name for folder, names in PAST_THE_DOOR.items() if path.startswith(folder) for name in names)
        for line, name in imports(path):
            module, _, imported = name.rpartition(".")
            if name == "engine" or module in DOOR or name in DOOR or (module == "engine" and imported in door):
                continue
            if name.startswith("engine.") and not name.startswith(past or ("-",)):
                wrong.append(f"{path}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


# A name written as text that is asked of a value hides what the value is. Who must, and why.
ASKING_BY_NAME = {
    "engine/codec.py": "reads types, and new types say so in no other way",
    "engine/figures.py": "reads types, and new types say so in no other way",
    "engine/game.py": "looks for the steps among the parts of a composition",
    "engine/ahead/storing.py": "a stored value says its version or is of the first",
    "moderator/language/grammar/__init__.py": "a language's grammar has what it needs and no more",
    "moderator/store/away.py": "an error of either database driver",
    "moderator/store/chain.py": "a column's default as the library has it",
    "moderator/outbox/report/__init__.py": "a block of a report may be for text alone",
    "workers/pages.py": "what this system's sockets can do",
}


def test_nobody_asks_a_value_whether_it_has_something() -> None:
    """Steps, moves, events and refusals have types: what they may be asked stands there, with its usual answer."""
    wrong = [
        f"{path}:{node.lineno} {ast.unparse(node)}"
        for path in [*modules("engine"), *modules("moderator"), *modules("workers")]
        if path not in ASKING_BY_NAME
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"getattr", "hasattr"}
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_at_the_door_is_of_any_kind() -> None:
    """Whatever may be called says what it takes and gives; settings and stored rows alone are of many kinds."""
    loose = []
    for name in engine.__all__:
        called = getattr(engine, name)
        if inspect.isfunction(called):
            for place, kind in called.__annotations__.items():
                bare = re.sub(r"(?:Mapping|dict)\[str, Any\]", "", str(kind))
                if re.search(r"\b(?:Any|object)\b", bare):
                    loose.append(f"{name}: {place} is {kind}")
    assert not loose, "\n".join(loose)


def test_the_moderator_calls_no_position_move_or_event_anything() -> None:
    kinds = {"state", "move", "moves", "event", "events", "outcome", "player", "company", "trial"}
    wrong = [
        f"{path}:{node.lineno} {node.arg}: {ast.unparse(node.annotation)}"
        for path in [*modules("moderator"), *modules("workers")]
        for node in ast.walk(tree(path))
        if isinstance(node, ast.arg) and node.annotation is not None and node.arg.lstrip("_") in kinds
        if re.search(r"\bAny\b|\bobject\b", ast.unparse(node.annotation))
    ]
    assert not wrong, "\n".join(wrong)


def test_what_a_row_is_is_never_said_as_text() -> None:
    """A status is a member of its enum (store/statuses.py): a wrong letter is found by mypy, its machine by a look."""
    wrong = [
        f"{path}:{node.lineno} {ast.unparse(node)}"
        for path in [*modules("moderator"), *modules("workers")]
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Compare)
        and any(isinstance(one, ast.Attribute) and one.attr in {"status", "role", "stage"} for one in ast.walk(node))
        and any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in node.comparators)
    ]
    assert not wrong, "\n".join(wrong)


# Imports inside a function hide a knot. The few there are, and why.
INSIDE = {
    ("engine/runs/linear.py", "highspy.Highs"): "the solver's library is loaded only where a problem needs it",
    ("moderator/__main__.py", "moderator.command_line.main"): "the list of commands is shown without loading them",
    ("engine/catalogue.py", "import_module"): "owners of words are found by folder",
    ("engine/text/rulebook.py", "import_module"): "pages of rules are found by folder",
    ("engine/text/telling.py", "import_module"): "what is told of events is found by folder",
    ("engine/titles/__init__.py", "import_module"): "titles are found by folder",
    ("moderator/hearing/registry.py", "import_module"): "commands are found by folder",
    ("moderator/language/grammar/__init__.py", "import_module"): "languages are found by folder",
    ("engine/steps/run_trains.py", "engine.runs.proposal.best_run"): "the best run is found by asking the very step",
}


def test_nothing_is_imported_inside_a_function() -> None:
    found = set()
    for path in [*modules("engine"), *modules("moderator"), *modules("workers")]:
        for function in ast.walk(tree(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Import):
                        found |= {(path, alias.name) for alias in node.names}
                    elif isinstance(node, ast.ImportFrom):
                        found |= {(path, f"{node.module}.{alias.name}") for alias in node.names}
                    elif isinstance(node, ast.Name) and node.id in {"__import__", "import_module"}:
                        found.add((path, node.id))
    assert found <= set(INSIDE), "\n".join(f"{path} imports {name}" for path, name in sorted(found - set(INSIDE)))


def test_a_command_is_nobody_s_helper() -> None:
    """What two commands share stands in a room below them; a command is known by being there."""
    wrong = [
        f"{path}:{line} imports {name}"
        for path in [*modules("moderator"), *modules("workers")]
        for line, name in imports(path)
        if name.startswith("moderator.commands.")
    ]
    assert not wrong, "\n".join(wrong)


def test_every_file_of_commands_has_one() -> None:
    """Each is a function that the registry knows, or what is done when its word comes back."""
    idle = [
        path
        for path in modules("moderator/commands")
        if not path.endswith("__init__.py")
        and not any(
            isinstance(node, ast.FunctionDef) and "command(" in " ".join(map(ast.unparse, node.decorator_list))
            for node in tree(path).body
        )
    ]
    assert not idle, "\n".join(idle)


# Questions to the tables stand with the tables. Who else holds the session, and why.
HOLDING_THE_SESSION = {
    "moderator/errands/backup.py": "copies every table there is, whatever it is called",
}


def test_queries_live_with_their_tables() -> None:
    wrong = []
    for path in [*modules("moderator"), *modules("workers")]:
        if path.startswith(("moderator/store/", "moderator/office/desk.py")) or path in HOLDING_THE_SESSION:
            continue
        # What the database says when it fails is everybody's; asking it is not.
        asking = {
            "sqlalchemy",
            "sqlalchemy.select",
            "sqlalchemy.insert",
            "sqlalchemy.update",
            "sqlalchemy.delete",
            "sqlalchemy.text",
        }
        wrong += [f"{path}:{line} imports {name}" for line, name in imports(path) if name in asking]
        wrong += [
            f"{path}:{node.lineno} takes a desk's session"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and node.attr == "session" and "desk" in ast.unparse(node.value)
        ]
        # A game says what it is; its row is the store's.
        wrong += [
            f"{path}:{node.lineno} reaches into a game's row"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "row"
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


def test_the_shelf_has_no_words_about_what_one_title_has() -> None:
    """A title brings its own words, the headings of its page of rules included."""
    own = {title: engine.title_named(title) for title in engine.titles()}
    named = {one.name for each in own.values() for one in (*each.companies.values(), *each.privates.values())}
    wrong = [
        f"{path} says {name}"
        for path in shelf()
        if path.endswith(".toml")
        for name in named
        if " " in name and name in (ROOT / path).read_text("utf-8")
    ]
    assert named and not wrong, "\n".join(wrong)


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


# Names that two classes of the engine, or of the moderator, may have, with the reason; they never meet in one file.
NAMESAKES = {
    "Holding": "a title's rules of who may hold what, and a condition about it in an order for later",
    "Keys": "of seats, given to programs, and what explains the signs of a picture",
    "Kind": "of a mail, and of a tournament's result",
    "Offer": "between players, as it is kept, and an order one click writes",
    "Stop": "where trains stop, and what stops an order for later",
    "Table": "a row's base in the store, a table that is drawn in a mail, a table of a tournament's draw",
}


def test_a_class_is_the_only_one_of_its_name() -> None:
    """Whoever looks for a name finds one thing; engine and moderator each speak for themselves."""
    twice: dict[str, str] = {}
    for folder in MAY_IMPORT:
        found: dict[str, list[str]] = {}
        for path in modules(folder):
            for node in tree(path).body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, []).append(path)
        twice |= {name: ", ".join(paths) for name, paths in found.items() if len(paths) > 1}
    wrong = [f"{name}: {paths}" for name, paths in twice.items() if name not in NAMESAKES]
    assert not wrong, "\n".join(wrong)


def test_no_words_are_read_while_modules_are_imported() -> None:
    """A title on a shelf of its own is made known after our modules are there, and brings its words."""
    looked = (
        "import workers.embedded, workers.smtp, workers.web, moderator.command_line; import engine.catalogue as words"
    )
    said = f"{looked}; print(words.owners.cache_info().currsize, words.english.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "0 0", done.stderr
