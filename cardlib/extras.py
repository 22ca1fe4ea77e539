"""What a plain installation goes without: a call that needs more says which extra has it, and what to do instead."""

from importlib.util import find_spec

from .text import Error, Message, _

EXTRAS = {"fast": ("numpy", "numba"), "data": ("pandas", "pyarrow", "scipy")}  # of pyproject.toml; `all` is both

TABLE = _(".summary() shows the numbers as a table")
SLOWLY = _('host="interpreted" plays the very same, more slowly')
AGAIN = _("the same call with the same seed plays the same rounds again")


class MissingError(Error, ImportError):
    """A package that is not installed."""


def need(extra: str, package: str, instead: Message) -> None:
    """Raise MissingError unless a package of an extra is there; `instead` says what works without it."""
    if find_spec(package) is None:
        raise MissingError(
            'this needs {package}: pip install "cardlib[{extra}]". Without it: {instead}',
            package=package, extra=extra, instead=instead,
        )  # fmt: skip
