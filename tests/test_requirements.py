"""The locked lists of packages are whole: what one of them needs is in the list, in a version that suits it.

They are installed without asking what they need (`--no-deps`). An installer that does ask looks at today's releases
too, and refuses the whole list when the newest one of a package named with an extra is not the one we locked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config.settings import ROOT

LISTS = ("requirements.txt", "requirements-dev.txt")


def locked(name: str) -> dict[str, str]:
    """Package and version of every line of a list that holds on this machine."""
    lines = re.findall(r"(?m)^[a-z0-9][^\\\n]*", (ROOT / name).read_text())
    wanted = [Requirement(line) for line in lines]
    here = [one for one in wanted if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in here}


def needed(
    package: str, extras: frozenset[str], seen: set[tuple[str, frozenset[str]]]
) -> Iterator[tuple[str, Requirement]]:
    """What a package needs here with these extras, and what that needs in turn."""
    if (package, extras) in seen:
        return
    seen.add((package, extras))
    for one in map(Requirement, requires(package) or ()):
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            yield package, one
            yield from needed(canonicalize_name(one.name), frozenset(one.extras), seen)


@pytest.mark.parametrize("name", LISTS)
def test_whatever_a_package_needs_is_in_the_list_in_a_version_that_suits_it(name: str) -> None:
    held = locked(name)
    assert len(held) > 30
    seen: set[tuple[str, frozenset[str]]] = set()
    wrong = []
    for package in held:
        try:
            for asking, one in needed(package, frozenset(), seen):
                version = held.get(canonicalize_name(one.name))
                if version is None or not one.specifier.contains(version, prereleases=True):
                    wrong.append(f"{asking} needs {one}, the list has {version}")
        except PackageNotFoundError as missing:
            wrong.append(f"{missing} is not installed")
    assert wrong == []


@pytest.mark.parametrize("file", ["waybill", "Dockerfile"])
def test_nothing_is_resolved_when_the_lists_are_installed(file: str) -> None:
    said = (ROOT / file).read_text().replace("\\\n", " ")
    installs = [line for line in said.splitlines() if "pip install" in line]
    assert installs
    assert all({"--no-deps", "--require-hashes"} <= set(line.split()) for line in installs)
