"""The staff of a workspace: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from agents.kit import NUMBER, WORKSPACE, Column, Row, Table, ToolFailed, in_words, one_of, texts
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import meant_by, tidy
from agents.kit.values.texts import listed

EMPLOYEES = Table(
    "people_employees",
    (
        WORKSPACE,
        NUMBER,
        *texts("name", "role", "department", "starts_on", "mentor", "benefits", "leaves_on"),
    ),
)

# `employee` is the number of one.
ORIENTATIONS = Table(
    "people_orientations",
    (WORKSPACE, NUMBER, Column("employee", kind="integer"), *texts("day", "time")),
)

LEAVES = Table(
    "people_leaves",
    (
        WORKSPACE,
        NUMBER,
        Column("employee", kind="integer"),
        *texts("kind", "first_day", "last_day"),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Employee:
    """Somebody who works here, or will, or did until the day they left."""

    name: str
    role: str
    starts_on: date
    department: str = ""
    mentor: str = ""
    benefits: str = ""
    leaves_on: date | None = None
    number: int = 0

    @property
    def position(self) -> str:
        """What they are, and where."""
        return f"{self.role} in {self.department}" if self.department else self.role


class StaffBook(WorkspaceRows):
    """The staff book of one workspace, open at a day."""

    def employees(self) -> list[Employee]:
        """List who works here today or will later, in the order they were registered."""
        everybody = map(_employee, self.find(EMPLOYEES))
        return [one for one in everybody if one.leaves_on is None or one.leaves_on >= self.today]

    def employee(self, wanted: str) -> Employee:
        """Find the employee that is meant.

        Raises:
            ToolFailed: the words fit none, or several; they say who is known.
        """
        known = {one.name: one for one in self.employees()}
        return known[one_of("employee", wanted, known)]

    def register(self, new: Employee) -> str:
        """Add an employee.

        Raises:
            ToolFailed: somebody of this name works here already.
        """
        new = replace(new, name=tidy(new.name), role=tidy(new.role))
        self.one_at_a_time(EMPLOYEES)
        for known in self.employees():
            if known.name.casefold() == new.name.casefold():
                raise ToolFailed(
                    f"{known.name} is registered already, as {known.position} from "
                    f"{in_words(known.starts_on)}."
                )
        self.add(EMPLOYEES, **_row(new))
        return f"{new.name} is registered as {new.position}, starting {in_words(new.starts_on)}."

    def leaving(self, wanted: str) -> Employee:
        """Find somebody whose employment may be ended.

        Raises:
            ToolFailed: the words fit none, or several, or it was ended.
        """
        everybody = [*map(_employee, self.find(EMPLOYEES))]
        meant = meant_by(wanted, {one.name for one in everybody})
        own = [one for one in reversed(everybody) if [one.name] == meant]
        # Where all of that name leave, somebody of a similar name must not go instead.
        leaver = min(own, key=lambda one: bool(one.leaves_on), default=None)
        leaver = leaver or self.employee(wanted)
        if leaver.leaves_on:
            raise ToolFailed(f"{leaver.name} leaves already, on {in_words(leaver.leaves_on)}.")
        return leaver

    def end(self, wanted: str, day: date) -> str:
        """Set down the last day of somebody.

        Raises:
            ToolFailed: they are not known, leave already, or start later.
        """
        self.one_at_a_time(EMPLOYEES)
        leaver = self.leaving(wanted)
        if day < leaver.starts_on:
            raise ToolFailed(f"{leaver.name} only starts on {in_words(leaver.starts_on)}.")
        self.change(EMPLOYEES, leaver.number, leaves_on=day.isoformat())
        return f"The last day of {leaver.name} is {in_words(day)}."

    def assign_mentor(self, wanted: str, mentor: str) -> str:
        """Give somebody a mentor, who must be an employee too.

        Raises:
            ToolFailed: one of them is not known, or both are the same.
        """
        employee, helper = self.employee(wanted), self.employee(mentor)
        if employee == helper:
            raise ToolFailed(f"{employee.name} cannot be their own mentor; name somebody else.")
        self.change(EMPLOYEES, employee.number, mentor=helper.name)
        return f"{helper.name} is now the mentor of {employee.name}."

    def set_up_benefits(self, wanted: str, plan: str) -> str:
        """Give somebody a benefits plan; it replaces an earlier one.

        Raises:
            ToolFailed: they are not known.
        """
        found = self.employee(wanted)
        self.change(EMPLOYEES, found.number, benefits=plan)
        return f"{found.name} has {plan} benefits from {in_words(found.starts_on)}."

    def schedule_orientation(self, wanted: str, day: date, time: str) -> str:
        """Set down when somebody is shown around; not before they start.

        Raises:
            ToolFailed: they are not known, or start later.
        """
        employee = self.employee(wanted)
        if day < employee.starts_on:
            raise ToolFailed(
                f"{employee.name} starts on {in_words(employee.starts_on)}; "
                "choose that day or a later one."
            )
        values = {"employee": employee.number, "day": day.isoformat(), "time": time}
        self.add(ORIENTATIONS, **values)
        return f"The orientation of {employee.name} is on {in_words(day)} at {time}."

    def record_leave(self, wanted: str, kind: str, first: date, last: date) -> str:
        """Set down that somebody is away.

        Raises:
            ToolFailed: they are not known, away already, or the days are the wrong way round.
        """
        employee = self.employee(wanted)
        if last < first:
            raise ToolFailed("The last day of a leave cannot come before its first day.")
        self.one_at_a_time(LEAVES)
        if away := self._away(employee, first, last):
            raise ToolFailed(f"{employee.name} is already away {_span(away)}.")
        values = {"employee": employee.number, "kind": kind, **_days(first, last)}
        number = self.add(LEAVES, **values)
        span = _span((first, last))
        return f"Leave {number} is recorded: {employee.name} is away {span} ({kind})."

    def describe(self, wanted: str) -> str:
        """Tell what colleagues may know of somebody; why they are away is not of it.

        Raises:
            ToolFailed: the words fit none, or several.
        """
        one = self.employee(wanted)
        parts = [f"{one.name}: {one.position}, since {in_words(one.starts_on)}"]
        if one.starts_on > self.today:
            parts = [f"{one.name}: {one.position}, from {in_words(one.starts_on)}"]
        if one.mentor:
            parts.append(f"mentor {one.mentor}")
        if one.benefits:
            parts.append(f"{one.benefits} benefits")
        parts += [f"orientation on {in_words(day)} at {time}" for day, time in self._shown(one)]
        self.one_at_a_time(LEAVES)
        if away := self._away(one, self.today, self.today):
            parts.append(f"away {_span(away)}")
        if one.leaves_on:
            parts.append(f"leaves on {in_words(one.leaves_on)}")
        return f"{'; '.join(parts)}."

    def starters(self, day: date | None) -> str:
        """Tell who starts on a day; without one, who starts from today on."""
        known = self.employees()
        if day is not None:
            names = [f"{one.name} ({one.position})" for one in known if one.starts_on == day]
            return f"Starting on {in_words(day)}: {', '.join(names) or 'nobody'}."
        coming = (one for one in known if one.starts_on >= self.today)
        in_order = sorted(coming, key=lambda one: one.starts_on)
        lines = [f"{in_words(one.starts_on)}: {one.name} ({one.position})" for one in in_order]
        return listed("Starting soon:", lines, "Nobody new is registered.")

    def _shown(self, employee: Employee) -> list[tuple[date, str]]:
        found = self.find(ORIENTATIONS, employee=employee.number)
        return [(date.fromisoformat(row["day"]), row["time"]) for row in found]

    def _away(self, employee: Employee, first: date, last: date) -> tuple[date, date] | None:
        """The first leave that shares a day with these."""
        leaves = (
            (date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"]))
            for row in self.find(LEAVES, employee=employee.number)
        )
        return next((one for one in leaves if one[0] <= last and first <= one[1]), None)


def _employee(row: Row) -> Employee:
    left = row["leaves_on"]
    return Employee(
        number=row["number"],
        name=row["name"],
        role=row["role"],
        department=row["department"],
        starts_on=date.fromisoformat(row["starts_on"]),
        mentor=row["mentor"],
        benefits=row["benefits"],
        leaves_on=date.fromisoformat(left) if left else None,
    )


def _row(employee: Employee) -> dict[str, Any]:
    return {
        "name": employee.name,
        "role": employee.role,
        "department": tidy(employee.department),
        "starts_on": employee.starts_on.isoformat(),
        "mentor": "",
        "benefits": "",
        "leaves_on": "",
    }


def _days(first: date, last: date) -> dict[str, str]:
    return {"first_day": first.isoformat(), "last_day": last.isoformat()}


def _span(days: tuple[date, date]) -> str:
    first, last = days
    return f"on {in_words(first)}" if first == last else f"{in_words(first)} to {in_words(last)}"
