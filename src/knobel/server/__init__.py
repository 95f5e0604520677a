"""The server: matches over HTTP and WebSocket for browsers. The room of asyncio and sockets."""
