"""Makes ids with a library for Python: makers.py NAME reads `ids N`, `fork N` or `threads N` a line and answers with a JSON list of lists."""

import json
import os
import sys
import threading
import uuid


def maker(name):
    if name == "ulid-py":
        import ulid
        return lambda: str(ulid.new())
    if name == "python-ulid":
        from ulid import ULID
        return lambda: str(ULID())
    if name == "ulid-transform":
        import ulid_transform
        return ulid_transform.ulid_now
    if name == "ulid2":
        import ulid2
        return ulid2.generate_ulid_as_base32
    if name == "typeid-python":
        from typeid import TypeID
        return lambda: str(TypeID())
    if name in ("uuid_utils", "fastuuid", "uuid6", "edwh-uuid7", "lastuuid"):
        module = __import__(name.replace("-", "_"))
        return lambda: str(module.uuid7())
    if name == "euid":
        from euid import EUID
        return lambda: str(EUID.create())
    if name == "ulid-flake":
        from ulid_flake.api import UlidFlake
        return lambda: str(UlidFlake.new())
    if name == "sortid for Python":
        import sortid
        return lambda: str(sortid.ULID.new())
    return lambda: str(uuid.uuid4())


def forked(make, count):
    make()  # what the child inherits
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with open(write, "w") as out:
            json.dump([make() for _ in range(count)], out)
        os._exit(0)
    os.close(write)
    with open(read) as of_child:
        theirs = json.load(of_child)
    os.waitpid(child, 0)
    return [[make() for _ in range(count)], theirs]


def threaded(make, count):
    made = [[] for _ in range(4)]
    threads = [threading.Thread(target=lambda into=into: into.extend(make() for _ in range(count))) for into in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return made


make = maker(sys.argv[1])
for line in sys.stdin:
    what, count = line.split()
    how = {"ids": lambda make, count: [[make() for _ in range(count)]], "fork": forked, "threads": threaded}[what]
    print(json.dumps(how(make, int(count))), flush=True)
