"""The one door to HiGHS: relaxed problems, of which only the prices are believed, and those only as a proposal.

The package answers without HiGHS as well, then with prices of its own making and weaker bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

try:
    import highspy
except ImportError:  # The solver still answers, only with weaker bounds.
    highspy = None  # type: ignore[assignment]

INFINITE = 1e30


def available() -> bool:
    return highspy is not None


@dataclass(frozen=True, slots=True)
class Relaxed:
    """The optimum of the relaxed problem: its value, the share of each column, the price of each row."""

    value: float
    shares: tuple[float, ...]
    prices: tuple[float, ...]
    steps: int


class Master:
    """Maximise the value of columns so that no row holds more than its room; grows by rows and columns."""

    def __init__(self, rooms: Sequence[int]) -> None:
        self._solver = _quiet()
        self._solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
        self._solver.setOptionValue("solver", "simplex")
        self.columns = 0
        self.rows = 0
        for room in rooms:
            self.add_row(room, ())

    def add_row(self, room: int, columns: Sequence[int]) -> None:
        self._solver.addRow(-INFINITE, float(room), len(columns), list(columns), [1.0] * len(columns))
        self.rows += 1

    def add_column(self, value: int, rows: Sequence[int]) -> None:
        self._solver.addCol(float(value), 0.0, INFINITE, len(rows), list(rows), [1.0] * len(rows))
        self.columns += 1

    def solve(self) -> Relaxed | None:
        return _solved(self._solver)


def relax(
    values: Sequence[int],
    rows: Sequence[Sequence[int]],
    rooms: Sequence[int],
    wanted: Sequence[Sequence[int]] = (),
    penalty: int = 0,
) -> Relaxed | None:
    """The relaxed packing problem, made and solved at once; None without HiGHS.

    Of each wanted list of columns one is taken, or the penalty is paid; the prices of these rows come last.
    """
    if not available():
        return None
    solver = _quiet()
    solver.setOptionValue("solver", "simplex")
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.addRows(len(rooms), [-INFINITE] * len(rooms), [float(room) for room in rooms], 0, [], [], [])
    starts = [0]
    for held in rows:
        starts.append(starts[-1] + len(held))
    index = [row for held in rows for row in held]
    solver.addCols(
        len(values),
        [float(value) for value in values],
        [0.0] * len(values),
        [1.0] * len(values),
        len(index),
        starts[:-1],
        index,
        [1.0] * len(index),
    )
    for places in wanted:
        solver.addCol(-float(penalty), 0.0, 1.0, 0, [], [])
        own = [*places, solver.getNumCol() - 1]
        solver.addRow(1.0, INFINITE, len(own), own, [1.0] * len(own))
    return _solved(solver)


class Program:
    """Maximise over columns between zero and one so that every row keeps its limits; grows by rows."""

    def __init__(self, values: Sequence[int]) -> None:
        self._solver = _program(values)
        # What is asked again and again from the last answer on is not presolved.
        self._solver.setOptionValue("solver", "simplex")
        self._solver.setOptionValue("presolve", "off")

    def add_row(self, terms: Sequence[tuple[int, int]], low: int | None, high: int | None) -> None:
        _add_row(self._solver, terms, low, high)

    def worth(self, column: int, value: int) -> None:
        self._solver.changeColCost(column, float(value))

    def allow(self, column: int, allowed: bool) -> None:
        self._solver.changeColBounds(column, 0.0, 1.0 if allowed else 0.0)

    def solve(self) -> Relaxed | None:
        return _solved(self._solver)


# One row: its columns with what they are multiplied by, and its limits.
Limited = tuple[Sequence[tuple[int, int]], int | None, int | None]


def whole(values: Sequence[int], rows: Sequence[Limited], nodes: int, best_of_all: bool = True) -> Relaxed:
    """A good answer in zeros and ones, found within so many branches; without shares where none was found.

    Nothing is believed of its bound, nor that there is no answer where none was found.
    """
    solver = _program(values)
    for terms, low, high in rows:
        _add_row(solver, terms, low, high)
    for column in range(len(values)):
        solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
    solver.setOptionValue("mip_max_nodes", nodes)
    if not best_of_all:
        solver.setOptionValue("mip_max_improving_sols", 1)
    solver.run()
    info, solution = solver.getInfo(), solver.getSolution()
    shares = tuple(solution.col_value) if solution.value_valid else ()
    return Relaxed(info.objective_function_value, shares, (), max(0, info.simplex_iteration_count))


def _program(values: Sequence[int]) -> highspy.Highs:
    solver = _quiet()
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    count = len(values)
    solver.addCols(count, [float(value) for value in values], [0.0] * count, [1.0] * count, 0, [], [], [])
    return solver


def _add_row(solver: highspy.Highs, terms: Sequence[tuple[int, int]], low: int | None, high: int | None) -> None:
    solver.addRow(
        -INFINITE if low is None else float(low),
        INFINITE if high is None else float(high),
        len(terms),
        [column for column, _ in terms],
        [float(times) for _, times in terms],
    )


def _solved(solver: highspy.Highs) -> Relaxed | None:
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    info, solution = solver.getInfo(), solver.getSolution()
    return Relaxed(
        info.objective_function_value,
        tuple(solution.col_value),
        tuple(solution.row_dual),
        max(0, info.simplex_iteration_count),
    )


def _quiet() -> highspy.Highs:
    """One thread, one seed, no clock: the same question always gets the same answer."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("parallel", "off")
    solver.setOptionValue("random_seed", 0)
    return solver
