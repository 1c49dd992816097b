"""Ids one by one: quoted by docs/python.md."""

import copy
import pickle

# [read]
import uuid

from sortid import EUID, ULID, UUIDv7, XID, TypeID, UlidFlake, detect, find_ids, parse

id = ULID("01ARZ3NDEKTSV4RRFFQ69G5FAV")
assert ULID.parse(b"01arz3ndektsv4rrffq69g5fav") == id  # parse takes bytes too
assert ULID.from_bytes(bytes(id)) == id == ULID.from_int(int(id))
assert ULID.from_uuid(id.uuid) == id and isinstance(id.uuid, uuid.UUID)
assert ULID.parse_lenient("o1arz3ndek-tsv4rrffq69g5fav") == (id, False)  # False: not its own text

assert TypeID.parse("user_01h2xcejqtf2nbrexx3vqjhp41", "user").prefix == "user"
assert ULID.is_valid(str(id)) and not ULID.is_valid("01ARZ3NDEKTSV4RRFFQ69G5FAU")
assert type(parse("5TK7MT834rx")) is XID and detect("5TK7MT834rx")[0] is XID
# [/read]

# [parts]
import datetime

assert id.fields == {"timestamp": 1469922850259, "randomness": 1012768647078601740696923}
assert id.timestamp == id.unix_ms == 1469922850259
assert id.datetime == datetime.datetime(2016, 7, 30, 23, 54, 10, 259000, datetime.timezone.utc)
assert f"{id:>30}" == "    01ARZ3NDEKTSV4RRFFQ69G5FAV" and f"{id:x}" == f"{int(id):x}"
assert EUID("C8ZM14GR4JXG0MQXVY18S8TJNA6").check_mod == int(EUID("C8ZM14GR4JXG0MQXVY18S8TJNA6")) % 127
# [/parts]

# [ranges]
march = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
april = datetime.datetime(2026, 4, 1, tzinfo=datetime.timezone.utc)
first, last = UUIDv7.between(march, april)  # for: id BETWEEN first AND last
assert first == UUIDv7.first_at(march) and last.datetime < april
old = TypeID.new_at(march, prefix="user")  # for what was there before it had an id; drawn for itself
users = TypeID.between(march, april, prefix="user")
assert users[0] <= old <= users[1] and old.datetime == march
low, high = XID.with_text_prefix("5TK7MT")
assert low <= XID("5TK7MT834rx") <= high
# [/ranges]

# [convert]
flake = UlidFlake.new()
assert XID.from_id(flake).bytes == flake.bytes  # every bit is kept
assert TypeID.from_id(id, prefix="user").uuid == id.uuid
# [/convert]

# [find]
line = f"GET /user/{id} 200"
(found,) = find_ids(line)
assert found.id == id and line[found.start : found.end] == str(id)
assert [type(one.id) for one in find_ids("trip 5TK7MT834rx", formats=["xid"])] == [XID]
# [/find]

# [looks]
from sortid import looks_like

(look,) = looks_like("0ujtsYcgvSTl8PAuAdqWYSMnLOv")
assert look.title == "a KSUID" and str(look.datetime) == "2017-10-10 04:00:47+00:00"
# [/looks]

assert pickle.loads(pickle.dumps(id)) == id and copy.deepcopy(id) is id
