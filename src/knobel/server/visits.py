"""A device comes, and is told as whom it is known here."""

from knobel.server.routes import Holder, Routes
from knobel.server.told import Shape
from knobel.storage.holders import OWNER

routes = Routes()

VISIT = "/device"


class DeviceOut(Shape, frozen=True):
    """`owner`: this is the device of whoever runs the server, and everything here is theirs to see."""

    owner: bool


@routes.post(VISIT)
async def visit(holder: Holder) -> DeviceOut:
    """The first request of a page: a device without a secret gets one, and keeps it for longer at each visit."""
    return DeviceOut(owner=holder == OWNER)
