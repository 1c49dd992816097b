"""Networks between makers and the servers of their store, which can be cut or lose the reply to a swap."""

import asyncio
import contextlib
import threading

from harness import CUT, LOSES_REPLY, LOSES_REQUEST, WORKS


class Network:
    """One maker's: a port on this machine for each server. Cut off, connections stay open and silent, and what was sent
    arrives when the network works again, as TCP sends it again."""

    def __init__(self, loop, servers, swaps):
        """`servers` are (host, port). One of `swaps` stands in every request that swaps, and in no other."""
        self.loop, self.swaps, self.mode = loop, swaps, WORKS
        self.counts = {CUT: 0, LOSES_REPLY: 0, LOSES_REQUEST: 0}
        # asyncio itself keeps no task alive.
        self.tasks = set()
        self.passes = asyncio.Event()
        self.passes.set()
        self.ports = [asyncio.run_coroutine_threadsafe(self.listen(server), loop).result() for server in servers]

    def set(self, mode):
        def change():
            self.mode = mode
            (self.passes.clear if mode == CUT else self.passes.set)()
        self.loop.call_soon_threadsafe(change)

    async def listen(self, server):
        async def accept(reader, writer):
            task = asyncio.current_task()
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await self.passing()
                there = await asyncio.open_connection(*server)
                await self.carry((reader, writer), there)
            writer.close()
        listener = await asyncio.start_server(accept, "127.0.0.1", 0)
        return listener.sockets[0].getsockname()[1]

    async def passing(self):
        if not self.passes.is_set():
            self.counts[CUT] += 1
            await self.passes.wait()

    async def carry(self, client, server):
        loses = silent = False

        async def requests():
            nonlocal loses, silent
            while data := await client[0].read(1 << 16):
                await self.passing()
                swaps = any(swap in data for swap in self.swaps)
                loses = loses or swaps and self.mode == LOSES_REPLY
                if swaps and self.mode == LOSES_REQUEST:
                    # And the rest of the connection: a hole in a stream would be another request.
                    silent = True
                    self.counts[LOSES_REQUEST] += 1
                if silent:
                    continue
                server[1].write(data)
                await server[1].drain()

        async def replies():
            while data := await server[0].read(1 << 16):
                await self.passing()
                if loses:
                    self.counts[LOSES_REPLY] += 1
                    return
                client[1].write(data)
                await client[1].drain()
        ways = [asyncio.ensure_future(requests()), asyncio.ensure_future(replies())]
        try:
            # A connection that one side closes is closed.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for way in ways:
                with contextlib.suppress(OSError, asyncio.CancelledError):
                    await way
            server[1].close()


def start_loop():
    """For all networks of a run, in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
