"""Runs tests with one mistake in the rules, without touching a file: ``python -m … PATH NUMBER TESTS…``."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

import pytest

from tests.engine.mutation.mutants import ROOT, mutants, mutated


class _Mistaken(SourceFileLoader):
    """Brings the changed code, past what is cached of the file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module, self.tree = module, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname == self.module else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Mistaken(fullname, spec.origin, self.tree)
        return spec


def main(path: str, number: int, tests: Sequence[str]) -> int:
    mutant = mutants(path)[number]
    sys.meta_path.insert(0, _Finder(mutant.module, mutated(path, number)))
    options = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=line", "--rootdir", str(ROOT)]
    return int(pytest.main([*options, *tests]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
