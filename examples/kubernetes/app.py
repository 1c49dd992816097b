"""A worker that makes ids with a number of its own: quoted by docs/kubernetes.md."""

# [app]
import os
import signal
import sys

from sortid import NodePool, UID11Snowish


def open_pool() -> "NodePool[UID11Snowish]":
    index = os.environ.get("POD_INDEX")  # of a StatefulSet: a wish, and no proof
    return NodePool(
        UID11Snowish,
        os.environ["NODE_POOL"],
        preferred=int(index) if index else None,
        name=os.environ.get("POD_NAME"),
        deadline_ms=30_000,
    )


# SIGTERM ends the block, so that the number is free at once. Without this line Python leaves it taken, and as
# process 1 of a container does not end at all.
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
with open_pool() as pool:
    ids = pool.generator(on_overflow="wait", sequence="random")
    print(ids.next(), pool.node)
# [/app]
