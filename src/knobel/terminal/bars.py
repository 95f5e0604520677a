"""A bar on standard error, with the time that remains."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[str, float, float], None]  # what is being done, how much of how much


@contextmanager
def bar(*, hidden: bool) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:5.1f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=hidden) as shown:
        task = shown.add_task("", total=None)

        def report(what: str, done: float, work: float) -> None:
            shown.update(task, description=what, completed=done, total=work)

        yield report
