"""The lessons' exercises as data, one module a lesson; nobody else lists them. `widgets.task` asks and checks them."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .task import Posed, Task

__all__ = ["Posed", "Task", "tasks"]


@cache
def tasks() -> dict[str, Task]:
    """Every exercise by its name, in the order of the lessons."""
    names = sorted(module.name for module in iter_modules(__path__) if module.name.startswith("lesson_"))
    return {task.name: task for name in names for task in import_module(f"{__name__}.{name}").TASKS}
