"""Ids with a node number that no other process has: quoted by docs/python.md."""

# [pool]
from sortid import GeneratorError, NodePool, UID11Snowish

with NodePool(UID11Snowish, "file:nodes") as pool:  # a folder of this machine
    ids = pool.generator(on_overflow="wait", sequence="random")
    assert {id.machine for id in ids.many(1000)} == {pool.node}

try:
    ids.next()  # the pool is closed, and its number may be another process's
except GeneratorError as why:
    print(why.fault)  # no_node
# [/pool]

# [workers]
import os

pool = NodePool(UID11Snowish, "file:nodes")
ids = pool.generator(on_overflow="wait")


def serve() -> UID11Snowish:
    return ids.next()  # in a worker that was forked: a number of its own, from its first id on


first = serve()
if (worker := os.fork()) == 0:
    os._exit(0 if serve().machine != first.machine else 1)
assert os.waitpid(worker, 0)[1] == 0
pool.close()
# [/workers]
