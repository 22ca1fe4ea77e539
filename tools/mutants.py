"""Do the tests notice when a rule is wrong? Changes a module in many small ways and runs tests against each.

    python tools/mutants.py skyjo skyjo_action skipbo          # the three rules.py, all mutants
    python tools/mutants.py skyjo --sample 200 --seed 1        # a random sample of them
    python tools/mutants.py cardlib/hands.py tests/test_deck.py   # any module with any tests

A mutant is one change in the syntax tree: a comparison, an operator, a number, a condition taken as true or as false, a
statement left out. It is killed when a test fails or runs for too long; survivors are listed with their line. The tests
run interpreted, each mutant in a process of its own; the files on the disk are never changed. Unix only.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.machinery
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KNOWN = {
    "skyjo": ("cardlib/skyjo/rules.py", "tests/test_skyjo_cases.py", "tests/test_rare_rules.py",
              "tests/test_skyjo_properties.py"),
    "skyjo_action": ("cardlib/skyjo_action/rules.py", "tests/test_skyjo_action_cases.py", "tests/test_rare_rules.py",
                     "tests/test_skyjo_action_game.py"),
    "skipbo": ("cardlib/skipbo/rules.py", "tests/test_skipbo_cases.py", "tests/test_skipbo_properties.py"),
}  # fmt: skip
SECONDS = 120  # of processor time for a mutant's tests
COMPARE = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
OPERATE = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
Change = tuple[int, str, int, int]  # line, what is changed, place of the node in the tree, in which way


def changes(source: str) -> Iterator[Change]:
    """Every mutant of a module."""
    tree = ast.parse(source)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    inside = {id(node) for one in functions for line in one.body for node in ast.walk(line)}
    for place, node in enumerate(ast.walk(tree)):
        for way in range(3):
            if id(node) in inside and (told := _change(ast.Module([], []), copy.deepcopy(node), way)):
                yield getattr(node, "lineno", 0), told, place, way


def mutant_of(source: str, change: Change) -> ast.Module:
    """The changed tree."""
    tree = ast.parse(source)
    _line, _told, place, way = change
    node = next(node for k, node in enumerate(ast.walk(tree)) if k == place)
    _change(tree, node, way)
    return ast.fix_missing_locations(tree)


def _change(tree: ast.Module, node: Any, way: int) -> str:
    """Change a node in place; what was done, or nothing."""
    before = ast.unparse(node) if not isinstance(node, (ast.If, ast.While)) else ast.unparse(node.test)
    if isinstance(node, (ast.If, ast.IfExp, ast.While)) and way in (1, 2):
        if isinstance(node, ast.While) and way == 1:
            return ""
        node.test = ast.Constant(value=way == 1)
        return f"`{before[:60]}` taken as {way == 1}"
    if way:
        return ""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARE:
        node.ops[0] = COMPARE[type(node.ops[0])]()
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATE:
        node.op = OPERATE[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        _replace(tree, node, node.operand)
        return f"`{before}` -> `{ast.unparse(node.operand)}`"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        node.value = not node.value
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        _replace(tree, node, ast.Pass())
        return f"`{before[:70]}` left out"
    else:
        return ""
    return f"`{before[:60]}` -> `{ast.unparse(node)[:60]}`"


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(one is old for one in value):
                setattr(parent, name, [new if one is old else one for one in value])


def survives(path: Path, mutant: ast.Module | None, tests: list[str]) -> bool:
    """Whether all tests pass with a module changed (None: as it is)."""
    child = os.fork()
    if child:
        _pid, status = os.waitpid(child, 0)
        return status == 0
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10 * SECONDS)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.modules["numba"] = None  # type: ignore[assignment]  # its cache holds the right rules
        loader: Any = importlib.machinery.SourceFileLoader
        right = loader.get_code

        def get_code(self: Any, name: str) -> Any:
            changed = mutant is not None and Path(self.path) == path
            return compile(mutant, self.path, "exec") if changed else right(self, name)  # type: ignore[arg-type]

        loader.get_code = get_code
        import pytest

        code = pytest.main(["-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
        os._exit(0 if code == 0 else 1)
    except BaseException:
        os._exit(1)


def main() -> None:
    """Read the command line, try all mutants, list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    import hypothesis  # noqa: F401  # once, not in every process
    import pytest  # noqa: F401

    runs = [KNOWN[name] for name in asked.what] if set(asked.what) <= set(KNOWN) else [tuple(asked.what)]
    for module, *tests in runs:
        path = ROOT / module
        source = path.read_text(encoding="utf-8")
        found = list(changes(source))
        chosen = found
        if asked.sample and asked.sample < len(found):
            chosen = sorted(random.Random(asked.seed).sample(found, asked.sample), key=lambda one: one[0])
        if not survives(path, None, tests):
            sys.exit(f"{module}: the tests fail without any change")
        began, alive = time.monotonic(), 0
        for change in chosen:
            if survives(path, mutant_of(source, change), tests):
                alive += 1
                print(f"{module}:{change[0]}: {change[1]}", flush=True)
        took = time.monotonic() - began
        numbers = f"{len(chosen)} of {len(found)} mutants, {len(chosen) - alive} killed, {alive} survive"
        print(f"{module}: {numbers}, {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
