"""Rule options: named, checked, and turned into the small integers that a state record carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..text import Error, Message, _, either


@dataclass(frozen=True)
class Choice:
    """One of a few named values; its code is its place in the list."""

    values: tuple[Any, ...]
    default: Any
    rule: str

    def allowed(self) -> Any:
        """The possible values in words."""
        return either(repr(value) for value in self.values)

    def accepts(self, value: Any) -> bool:
        """Whether a value is one of the possible ones (1 is not True)."""
        return any(type(value) is type(known) and value == known for known in self.values)

    def code(self, value: Any) -> int:
        """The small integer that stands for a value in a state record."""
        return self.values.index(value)


@dataclass(frozen=True)
class Flag(Choice):
    """True or False, coded 1 and 0."""

    values: tuple[Any, ...] = (False, True)
    default: bool = True
    rule: str = ""


@dataclass(frozen=True)
class Whole:
    """A whole number between two bounds, or None where the option may be switched off (coded -1)."""

    low: int
    high: int
    default: int | None
    rule: str
    optional: bool = False

    def allowed(self) -> Message:
        """The possible values in words."""
        if self.optional:
            return _("a whole number from {low} to {high}, or None", low=str(self.low), high=str(self.high))
        return _("a whole number from {low} to {high}", low=str(self.low), high=str(self.high))

    def accepts(self, value: Any) -> bool:
        """Whether a value is possible (True is no number)."""
        if value is None:
            return self.optional
        return type(value) is int and self.low <= value <= self.high

    def code(self, value: int | None) -> int:
        """The small integer that stands for a value in a state record."""
        return -1 if value is None else value


Option = Choice | Whole


def option_fields(options: Iterable[str]) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """The fields of a record that hold the options' codes."""
    return tuple((name, "i8", ()) for name in options)


class Options:
    """A game's rule options, immutable; OPTIONS is the one list of them, in the game's rules.

    Raises ValueError for an unknown name or an impossible value; the text says what is allowed.
    """

    OPTIONS: ClassVar[Mapping[str, Option]] = {}

    def __init__(self, **options: Any) -> None:
        for name, value in options.items():
            option = self.OPTIONS.get(name)
            if option is None:
                known = ", ".join(self.OPTIONS)
                raise Error("there is no rule option {name}; the options are {known}", name=repr(name), known=known)
            if not option.accepts(value):
                raise Error(
                    "{name}={value} is not possible ({rule}): {name} is {allowed}",
                    name=name, value=repr(value), rule=option.rule, allowed=option.allowed(),
                )  # fmt: skip
        values = {name: options.get(name, option.default) for name, option in self.OPTIONS.items()}
        object.__setattr__(self, "_values", values)

    _values: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"there is no rule option {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"rule options do not change; use replace({name}={value!r}) for a changed copy")

    def replace(self, **options: Any) -> Self:
        """The same options but for those given."""
        return type(self)(**{**self._values, **options})

    def changed(self) -> dict[str, Any]:
        """The options that differ from the default, by name."""
        return {name: value for name, value in self._values.items() if value != self.OPTIONS[name].default}

    def codes(self) -> Iterable[tuple[str, int]]:
        """The options as (name, small integer), the form in which a state record carries them."""
        return ((name, option.code(self._values[name])) for name, option in self.OPTIONS.items())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values == other._values

    def __hash__(self) -> int:
        return hash((type(self), tuple(self._values.items())))

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.OPTIONS]

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.changed().items())})"
