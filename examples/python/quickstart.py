"""The first minutes with sortid in Python: quoted by docs/python.md."""

# [all]
import json

from sortid import ULID, IdError, TypeID

id = ULID()  # a new one
print(id, id.datetime)  # when it was made, in UTC
assert ULID(str(id)) == id and id < ULID.new()

order = TypeID.new("order")
print(order.prefix, order.uuid)

try:
    ULID("01ARZ3NDEKTSV4RRFFQ69G5FAU")
except IdError as why:
    print(why.reason, why.position)  # character 25

print(json.dumps({"id": id}, default=str))
# [/all]
