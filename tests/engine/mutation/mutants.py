"""Small mistakes put into the rules one at a time: another comparison, one more, "and" for "or", "not" left out.

A mistake no test notices is a sentence of the rules nobody has tried, or it makes no difference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# What is changed: the rules, and the shelf they are composed from.
RULES = ("engine/titles", "engine/mechanisms", "engine/steps")
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """One mistake: where it is, and what stands there instead."""

    path: str  # from the root
    number: int  # of all that can be made in the file
    where: str  # class and function
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.path}::{self.where}: {self.was} -> {self.becomes}"

    @property
    def module(self) -> str:
        parts = Path(self.path).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files() -> list[str]:
    found = (path for folder in RULES for path in (ROOT / folder).rglob("*.py"))
    # What reads the public site's files is tried by whole recorded games, in minutes.
    return sorted(str(path.relative_to(ROOT)) for path in found if path.name != "recorded.py")


def mutants(path: str) -> list[Mutant]:
    """Everything that can be changed in a file, from its top."""
    changer = _Changer(path)
    changer.visit(_read(path))
    return changer.found


def mutated(path: str, number: int) -> ast.Module:
    """The file with one mistake in it."""
    tree = _Changer(path, number).visit(_read(path))
    assert isinstance(tree, ast.Module)
    return ast.fix_missing_locations(tree)


def fitting(path: str) -> list[str]:
    """The quick tests that try what a file says, nearest first."""
    parts = Path(path).parts
    titles = sorted(one.name for one in (ROOT / "engine/titles").iterdir() if (one / "title.toml").exists())
    if parts[1] == "titles" and parts[2] in titles:
        return [f"tests/engine/titles/{parts[2]}"]
    used = titles
    if parts[1] == "mechanisms" and len(parts) > 3:
        used = [one for one in titles if parts[2] in (ROOT / f"engine/titles/{one}/__init__.py").read_text("utf-8")]
    # How an order is said is tried by saying it.
    said = ["tests/engine/notation/test_phrasings.py"] if parts[-1] in ("saying.py", "reading.py") else []
    # What acts when its time comes is tried by letting it come.
    said += ["tests/engine/ahead/test_judging.py"] if parts[-1] == "ahead.py" else []
    return [*said, "tests/engine/steps", *(f"tests/engine/titles/{one}" for one in used or titles)]


def _read(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


class _Changer(ast.NodeTransformer):
    """Walks through a file, counts what can be changed in functions, and changes what has the wanted number."""

    def __init__(self, path: str, wanted: int = -1) -> None:
        self.path, self.wanted = path, wanted
        self.inside: list[str] = []
        self.functions = 0
        self.found: list[Mutant] = []

    def visit(self, node: ast.AST) -> ast.AST:
        named = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Lambda)
        function = isinstance(node, ast.FunctionDef | ast.Lambda)
        if named:
            self.inside.append(getattr(node, "name", "lambda"))
            self.functions += function
        other: ast.AST = node
        if self.functions:
            for changed in _changes(node):
                if len(self.found) == self.wanted:
                    other = changed
                was, becomes = ast.unparse(node), ast.unparse(changed)
                self.found.append(Mutant(self.path, len(self.found), ".".join(self.inside), was, becomes))
        if other is node:
            other = self.generic_visit(node)
        if named:
            self.inside.pop()
            self.functions -= function
        return other

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left=left, ops=[one], comparators=comparators) if type(one) in COMPARED:
            yield ast.Compare(left, [COMPARED[type(one)]()], comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            yield ast.BinOp(left, ast.Add(), right)
        case ast.Return(value=ast.Constant(value=bool() as value)):
            yield ast.Return(ast.Constant(not value))
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            yield ast.Constant(number + 1)
