"""Ways to break a TCP connection that a server holds."""

import asyncio
import socket
import struct

from aiohttp import web


def _transport(request: web.Request) -> asyncio.Transport | None:
    """The connection under a request, or None once it is gone."""
    transport = request.transport
    assert transport is None or isinstance(transport, asyncio.Transport)
    return transport


def reset(request: web.Request) -> None:
    """Send RST: what was written and not yet read is lost."""
    transport = _transport(request)
    if transport is None:
        return
    link = transport.get_extra_info("socket")
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def cut_mid_frame(request: web.Request) -> None:
    """Announce a WebSocket text frame of 256 bytes, send a few, and close."""
    transport = _transport(request)
    if transport is None:
        return
    transport.write(b"\x81\x7e\x01\x00" + b'{"envelope_id": "cut')
    transport.close()
