"""uvicorn's server with a stop that is told: nobody new comes in, everybody is told to come back, and what is on its
way to the disk arrives there, before connections are closed.
"""

import socket
from collections.abc import Awaitable, Callable

import uvicorn


class GentleServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, farewell: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._farewell = farewell

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for one in sockets or ():
            one.close()
        await self._farewell()
        await super().shutdown(sockets)
