"""The server: matches over HTTP and WebSocket for browsers. The only room with asyncio, sockets and a database."""
