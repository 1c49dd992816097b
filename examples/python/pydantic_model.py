"""Ids in a pydantic model: quoted by docs/python.md."""

# [all]
import pydantic

from sortid import ULID, TypeID


class Order(pydantic.BaseModel):
    id: ULID = pydantic.Field(default_factory=ULID.new)
    user: TypeID


order = Order(user="user_01h2xcejqtf2nbrexx3vqjhp41")
assert order.user.prefix == "user"
assert Order.model_validate_json(order.model_dump_json()) == order

try:
    Order(user="User_01h2xcejqtf2nbrexx3vqjhp41")
except pydantic.ValidationError as why:
    assert why.errors()[0]["ctx"]["error"].reason == "prefix"
# [/all]
