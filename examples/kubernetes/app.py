"""A worker that makes ids with a number of its own: quoted by docs/kubernetes.md."""

# [app]
import os

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


with open_pool() as pool:  # SIGTERM must end the block, so that the number is free at once
    ids = pool.generator(on_overflow="wait", sequence="random")
    print(ids.next(), pool.node)
# [/app]
