"""The numbers of `meter` and of the open matches for Prometheus, on a port of their own (`--metrics`).

Whoever reaches that port sees them, so it listens on this machine only unless told otherwise, and no player's page can
ask for them. They are put together when they are asked for, in a thread of their own.
"""

import asyncio
import time
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

import knobel
from knobel.server.door import Door
from knobel.server.hub import Hub
from knobel.server.meter import BOUNDS, Spread, meter
from knobel.server.socket import SocketApp

LATE_SECONDS = 1.0  # between two looks at how late the event loop is


class Figures(Collector):
    def __init__(self, hub: Hub, sockets: SocketApp) -> None:
        self._hub, self._sockets = hub, sockets

    def collect(self) -> Iterable[Metric]:
        hub = self._hub
        about = GaugeMetricFamily("knobel_info", "Which Knobel this is.", labels=["version", "build"])
        about.add_metric([knobel.__version__, hub.build], 1)
        yield about
        for name, what, value in (
            ("tables_open", "Matches in memory: somebody plays, or did within the last ten minutes.", len(hub.rooms)),
            ("sockets_open", "Connections of tables.", len(self._sockets.connections)),
            ("actions_under_way", "Matches of which something is on its way to the disk.", hub.under_way),
            ("requests_unfinished", "Requests that have begun to come in.", Door.unfinished()),
            ("stopping", "1 while the server stops.", int(hub.readiness.stopping)),
        ):
            yield GaugeMetricFamily(f"knobel_{name}", what, value)
        yield _histogram(
            "knobel_action_seconds", "From a client's message until it is on disk and told.", meter.actions
        )
        yield _histogram("knobel_loop_late_seconds", "By how much the event loop came late.", meter.late)
        yield CounterMetricFamily("knobel_own_changes", "Moves of bots, and the server's own.", meter.own_changes)
        yield CounterMetricFamily("knobel_archived", "Matches put into the archive by their age.", meter.archived)
        requests = CounterMetricFamily("knobel_requests", "Answers to requests.", labels=["status"])
        for status, count in list(meter.requests.items()):
            requests.add_metric([str(status)], count)
        yield requests
        refused = CounterMetricFamily("knobel_refusals", "What was refused, by the code told.", labels=["way", "code"])
        for (way, code), count in list(meter.refused.items()):
            refused.add_metric([way, code], count)
        yield refused
        for name, what, label, counts in (
            (
                "sockets_closed",
                "Connections ended by the server: too many, too fast, unread.",
                "why",
                meter.closed,
            ),
            ("store_errors", "What could not be written.", "code", meter.store_errors),
        ):
            family = CounterMetricFamily(f"knobel_{name}", what, labels=[label])
            for key, count in list(counts.items()):
                family.add_metric([key], count)
            yield family


def _histogram(name: str, what: str, spread: Spread) -> HistogramMetricFamily:
    buckets, total = [], 0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), list(spread.counts), strict=True):
        total += count
        buckets.append((bound, total))
    return HistogramMetricFamily(name, what, buckets=buckets, sum_value=spread.seconds)


def show(host: str, port: int, hub: Hub, sockets: SocketApp) -> Callable[[], None]:
    """Begin to show them there; what is returned ends that."""
    registry = CollectorRegistry()
    registry.register(Figures(hub, sockets))
    for common in (ProcessCollector, PlatformCollector, GCCollector):
        common(registry=registry)
    server, thread = start_http_server(port, host, registry)
    watching = asyncio.get_running_loop().create_task(_watch())

    def end() -> None:
        watching.cancel()
        server.shutdown()
        server.server_close()
        thread.join()

    return end


async def _watch() -> None:
    """How late the loop comes to what is due: what nobody is answered in the meantime."""
    while True:
        due = time.perf_counter() + LATE_SECONDS
        await asyncio.sleep(LATE_SECONDS)
        meter.late.add(max(0.0, time.perf_counter() - due))
