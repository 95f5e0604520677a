"""Every route that works in both homes: on a server, and in a browser without one."""

from knobel.server import (
    booklets,
    cards,
    coaching,
    days,
    everything,
    games,
    invitations,
    laboratory,
    lessons,
    matches,
    people,
    statistics,
    trainer,
    visits,
)
from knobel.server.routes import Routes

ROUTES = Routes(
    games.routes,
    matches.routes,
    booklets.routes,
    people.routes,
    cards.routes,
    lessons.routes,
    days.routes,
    trainer.routes,
    coaching.routes,
    statistics.routes,
    everything.routes,
    laboratory.routes,
    visits.routes,
    invitations.routes,
)
