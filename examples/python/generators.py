"""New ids with options: quoted by docs/python.md."""

# [options]
from sortid import EUID, ULID, Generator, GeneratorError, TypeID, UlidFlakeScalable

users = Generator(TypeID, prefix="user")
assert users.next() < users.next() and next(users).prefix == "user"

of_node_7 = Generator(UlidFlakeScalable, node=7, on_overflow="wait", max_wait_ms=50)
assert {id.sid for id in of_node_7.many(1000)} == {7}
assert Generator(EUID, extension=5).next().extension == 5

try:
    Generator(UlidFlakeScalable).many(1_000_000)  # more than its bits have room for in a millisecond
except GeneratorError as why:
    print(why.fault)  # tail_overflow
# [/options]

# [host]
shared = Generator(ULID, order_file="ids.order")  # one order for all processes of the host that open the file
assert shared.next() < shared.next()
# [/host]
