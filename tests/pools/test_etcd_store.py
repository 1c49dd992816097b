"""The store in etcd, on members that are killed and stopped, and on a server that answers what it is told to."""

import base64
import contextlib
import http.server
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading

import pytest

from etcd_cluster import Cluster, until
from probe import LONG, Probe, record, records_after_first_swaps

if shutil.which("etcd") is None or shutil.which("etcdctl") is None:
    pytest.skip("no etcd here (tools/deps.sh test installs it)", allow_module_level=True)


def store(*endpoints, **options):
    return Probe("etcd", endpoints=list(endpoints), **options)


@pytest.fixture(scope="module")
def cluster():
    with Cluster(3) as c:
        yield c


def test_first_use_and_swaps(cluster):
    with store(*cluster.endpoints, pool="first") as one:
        b, c = records_after_first_swaps(one)
    assert cluster.ctl("get", "--prefix", "/sortid/first/").split("\n") == ["/sortid/first/1023", c, "/sortid/first/7", b, ""]


def test_every_part_of_a_record_is_compared(cluster):
    with store(*cluster.endpoints, pool="parts") as one:
        there = record(1000)
        assert one.swap(0, None, there) == "done"
        others = [record(1001), record(1000, nonce=2), record(1000, count=2), record(1000, host="web-4"), record(1000, pid=1)]
        assert [one.swap(0, other, record(5000)) for other in others] == ["lost"] * 5
        assert one.read()["records"] == {"0": there}

@pytest.mark.skipif("SORTID_EXAMPLE" not in os.environ, reason="the examples are not built")
def test_a_pool_makes_ids(cluster):
    command = [os.environ["SORTID_EXAMPLE"], "etcd", cluster.endpoints[0]]
    together = [subprocess.Popen(command, text=True, stdout=subprocess.PIPE) for _ in range(3)]
    lines = [line.split() for one in together for line in one.communicate()[0].splitlines()]
    assert [one.returncode for one in together] == [0, 0, 0]
    assert len({text for text, _ in lines}) == 9
    # Given back: nobody holds a number any more.
    records = cluster.ctl("get", "--prefix", "/sortid/orders/", "--print-value-only").split("\n")[:-1]
    uses = [record for record in records if record.startswith("uid11-snowish ")]
    records = [record for record in records if record not in uses]
    assert len(uses) == 1 and len(records) == len({machine for _, machine in lines})
    assert {record.split()[1] for record in records} == {"0" * 32}


def test_the_fence_only_rises(cluster):
    with store(*cluster.endpoints, pool="fenced") as one:
        for at, then in ((5000, 5000), (4000, 5000), (6000, 6000)):
            assert one.ask("fence", at=at)["answer"] == "done"
            reading = one.read()
            assert (reading["fence"], reading["records"]) == (then, {})


def test_pools_have_their_own_keys(cluster):
    names = ["a", "a/1", "a/1/2", "a0", "", '"', "ü☂"]
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(store(*cluster.endpoints, pool=name, prefix="/names/")) for name in names]
        for number, probe in enumerate(probes):
            assert probe.swap(2, None, record(number)) == "done"
            assert probe.ask("fence", at=number)["answer"] == "done"
        for number, probe in enumerate(probes):
            reading = probe.read()
            assert (reading["fence"], reading["records"]) == (number, {"2": record(number)})


def test_a_record_that_nobody_can_read(cluster):
    with store(*cluster.endpoints, pool="broken") as one:
        assert one.swap(1, None, record(1)) == "done"
        for name, value in (("2", "soon"), ("03", record(3)), ("x", record(4))):
            cluster.ctl("put", f"/sortid/broken/{name}", value)
        assert one.read()["records"] == {"1": record(1), "2": None}
        cluster.ctl("put", "/sortid/broken/fence", "tomorrow")
        reading = one.read()
        assert reading["answer"] == "unavailable" and "fence" in reading["error"]


def test_two_race(cluster):
    with store(cluster.endpoints[0], pool="race") as one, store(cluster.endpoints[1], pool="race") as other:
        for probe in (one, other):
            probe.send("race", node=5, count=60)
        answers = [probe.receive() for probe in (one, other)]
        final = one.read()["records"]["5"]
    assert [answer["answer"] for answer in answers] == ["done", "done"]
    assert sorted(answers[0]["won"] + answers[1]["won"]) == list(range(1, 121))
    assert final.split()[2] == "120"


def test_history_that_is_not_compacted(cluster):
    def last_error():
        with store(*cluster.endpoints, pool="history", most_history=5) as one:
            reading = one.read()
            assert reading["answer"] == "done"
            return reading["error"]

    for number in range(6):
        cluster.ctl("put", "/other", str(number))
    assert "auto-compaction" in last_error()
    status, = json.loads(cluster.ctl("endpoint", "status", "-w", "json", endpoints=cluster.endpoints[:1]))
    cluster.ctl("compact", str(status["Status"]["header"]["revision"]))
    assert last_error() == ""


def test_the_leader_dies(cluster):
    leader = cluster.leader()
    first = [cluster.endpoints[leader], *(e for e in cluster.endpoints if e != cluster.endpoints[leader])]
    with store(*first, pool="killed") as one:
        assert one.swap(1, None, record(1)) == "done"
        cluster.kill(leader)
        # Until the others have elected a new one.
        until(lambda: one.read(ms=3000)["records"] == {"1": record(1)})
        assert one.swap(1, record(1), record(2)) == "done"
        cluster.start(leader)
        with store(cluster.endpoints[leader], pool="killed") as again:
            until(lambda: again.read()["records"] == {"1": record(2)})


def test_the_leader_hangs(cluster):
    leader = cluster.leader()
    others = [e for e in cluster.endpoints if e != cluster.endpoints[leader]]
    with store(cluster.endpoints[leader], *others, pool="hang") as one, \
            store(cluster.endpoints[leader], pool="hang") as late, store(*others, pool="hang") as rest:
        assert one.swap(1, None, record(1)) == "done"
        assert late.read()["answer"] == "done"
        with cluster.stopped(leader):
            # Where nothing was sent within the time, another member is asked, which may lead by now or know no leader.
            answer = one.swap(1, record(1), record(2), ms=300)
            may_be = {"done": (record(2),), "unavailable": (record(1),), "unknown": (record(1), record(2))}[answer]
            reading = late.read(ms=300)
            assert reading["answer"] == "unavailable" or reading["records"]["1"] in may_be
            until(lambda: one.read(ms=3000)["answer"] == "done")
            until(lambda: rest.swap(2, None, record(3), ms=8000) in ("done", "lost"))
        # Where another member led meanwhile, it still believes that it leads, and must not say so.
        reading = late.read()
        assert reading["answer"] == "unavailable" or reading["records"]["2"] == record(3)
        until(lambda: one.read()["records"].get("1") in may_be)


def test_no_majority(cluster):
    with store(cluster.endpoints[0], pool="minority") as one:
        assert one.swap(1, None, record(1)) == "done"
        cluster.kill(1, 2)
        assert one.swap(1, record(1), record(2), ms=500) == "unknown"
        assert one.read(ms=500)["answer"] == "unavailable"
        cluster.start(1, 2)
        until(lambda: one.read()["answer"] == "done")
        assert one.read()["records"]["1"] in (record(1), record(2))


def test_members_that_do_not_answer(cluster):
    with socket.socket() as silent, socket.socket() as closed:
        for s in (silent, closed):
            s.bind(("127.0.0.1", 0))
        silent.listen()
        quiet, gone = (f"http://127.0.0.1:{s.getsockname()[1]}" for s in (silent, closed))
        nowhere = "http://nowhere.invalid:2379"
        with store(gone, nowhere, cluster.endpoints[0], pool="gone") as one:
            assert one.swap(1, None, record(1)) == "done"
            assert one.read()["records"] == {"1": record(1)}
        with store(quiet, cluster.endpoints[0], pool="gone") as one:
            assert one.read(ms=4000)["records"] == {"1": record(1)}
        with store(gone, pool="gone") as one:
            assert one.swap(1, record(1), record(2)) == "unavailable"  # nothing was sent
        with store(quiet, pool="gone") as one:
            assert one.swap(1, record(1), record(2), ms=300) == "unknown"
        with store("etcd://[", pool="gone") as one:
            assert one.read()["answer"] == "unavailable"
        with store(pool="gone") as one:
            assert one.read()["answer"] == "unavailable"


# --- users, and TLS --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """An authority, a server for 127.0.0.1, a client; and another authority."""
    folder = tmp_path_factory.mktemp("keys")

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other"):
        openssl(*new, "-x509", "-days", "2", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")
    for name, extension in (("server", "subjectAltName=IP:127.0.0.1"), ("client", "extendedKeyUsage=clientAuth")):
        (folder / f"{name}.ext").write_text(extension)
        openssl(*new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
                "-extfile", f"{name}.ext", "-out", f"{name}.pem")
    return {path.name: str(path) for path in folder.iterdir()}


def by_text(where, **access):
    """The exit code of the command line, whose access to etcd comes from the environment, and what it says."""
    names = {f"SORTID_ETCD_{name.upper()}": value for name, value in access.items()}
    run = subprocess.run([os.environ["SORTID_BIN"], "pool", "fence", f"etcd:{where}#text"], capture_output=True, text=True, check=False,
                         env={**os.environ, **names})
    return run.returncode, run.stderr


def test_users(cluster):
    with Cluster(1) as guarded:
        where, = guarded.endpoints
        for words in (("user", "add", "root:secret"), ("user", "grant-role", "root", "root"), ("user", "add", "app:pass word"),
                      ("role", "add", "ids"), ("role", "grant-permission", "ids", "--prefix=true", "readwrite", "/sortid/"),
                      ("user", "grant-role", "app", "ids"), ("auth", "enable")):
            guarded.ctl(*words)
        guarded.control = ("--user", "root:secret")
        app = {"user": "app", "password": "pass word"}
        for rejected in ({}, {"user": "app", "password": "wrong"}, {**app, "prefix": "/other/"}):
            with store(where, **rejected) as one:
                reading = one.read()
                assert reading["answer"] == "unavailable" and "etcdserver" in reading["error"]
                assert one.swap(1, None, record(1)) == "unavailable"
        if "SORTID_BIN" in os.environ:
            assert by_text(where, **app) == (0, "")
            code, err = by_text(where, user="app", password="wrong pass")
            assert code == 3 and "etcdserver: authentication failed" in err and "wrong pass" not in err, err
        with store(where, **app) as one:
            assert one.swap(1, None, record(1)) == "done"
            # What the user may do has changed, and with it tokens have ended.
            guarded.ctl("role", "grant-permission", "ids", "read", "/more")
            assert one.swap(1, record(1), record(2)) == "done"
            # So they have where a member begins anew.
            guarded.kill(0)
            guarded.start()
            assert one.read()["records"] == {"1": record(2)}
            assert one.swap(1, record(2), record(3)) == "done"
    with store(*cluster.endpoints, **app) as one:
        assert one.read()["answer"] == "unavailable"  # no users there


def test_tls(keys):
    server = ("--cert-file", keys["server.pem"], "--key-file", keys["server.key"], "--client-cert-auth", "--trusted-ca-file",
              keys["ca.pem"])
    control = ("--cacert", keys["ca.pem"], "--cert", keys["client.pem"], "--key", keys["client.key"])
    client = {"certificate_file": keys["client.pem"], "key_file": keys["client.key"]}
    with Cluster(1, "https", server, control) as guarded:
        where, = guarded.endpoints
        with store(where, ca_file=keys["ca.pem"], **client) as one:
            assert one.swap(1, None, record(1)) == "done"
            assert one.ask("child", then={"do": "read", "ms": LONG})["records"] == {"1": record(1)}
            assert one.swap(1, record(1), record(2)) == "done"
        for other in ({"ca_file": keys["other.pem"], **client}, client, {"ca_file": keys["ca.pem"]},
                      {"ca_file": keys["ca.pem"], **client, "key_file": keys["other.key"]}):
            with store(where, **other) as one:
                assert one.read()["answer"] == "unavailable"
            if "SORTID_BIN" in os.environ:
                code, err = by_text(where, **other)
                assert code == 3 and err.startswith(f"sortid: pool etcd: unavailable: nothing was done: {where}/v3/"), err
        if "SORTID_BIN" in os.environ:
            assert by_text(where, ca_file=keys["ca.pem"], **client) == (0, "")
        # Of another name than the certificate's.
        with store(where.replace("127.0.0.1", "localhost"), ca_file=keys["ca.pem"], **client) as one:
            assert one.swap(1, record(2), record(3)) == "unavailable"
        with store(where.replace("https", "http"), ca_file=keys["ca.pem"]) as one:
            assert one.read()["answer"] == "unavailable"


# --- answers ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def told(answers, tls=None):
    """A gateway that gives these answers in turn, then the last one for ever: (status, body), what makes one, or None to close
    without one. Yields its endpoint, the bodies that it got, and the connections' addresses."""
    bodies, connections = [], []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self):
            super().setup()
            connections.append(self.client_address)

        def do_POST(self):
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = answers[min(len(bodies), len(answers)) - 1]
            answer = answer() if callable(answer) else answer
            if answer is None:
                self.close_connection = True
                return
            status, body = answer
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            context.set_alpn_protocols(["h2", "http/1.1"])  # of which this server has the second
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"{'https' if tls else 'http'}://127.0.0.1:{server.server_address[1]}", bodies, connections
        finally:
            server.shutdown()


HEADER = {"header": {"revision": "7"}}


def failed(code):
    return {"error": f"code {code}", "message": f"code {code}", "code": code}


@pytest.mark.parametrize(("answer", "swap"), [
    ((200, {**HEADER, "succeeded": True}), "done"),
    ((200, HEADER), "lost"),  # false is left out
    ((200, {"header": {"revision": str(2**63 - 1)}}), "lost"),
    ((200, {}), "unknown"),
    ((200, "[]"), "unknown"),
    ((200, "<html>"), "unknown"),
    ((200, ""), "unknown"),
    (None, "unknown"),
    ((400, failed(3)), "unavailable"),
    ((403, failed(7)), "unavailable"),
    ((401, failed(16)), "unavailable"),
    ((404, "404 page not found"), "unavailable"),
    ((429, failed(8)), "unknown"),  # the disk quota: it may be done, and then rejected
    ((503, failed(14)), "unknown"),  # timed out, another leader
    ((500, failed(2)), "unknown"),
    ((499, failed(1)), "unknown"),
    ((504, failed(4)), "unknown"),
    ((502, "Bad Gateway"), "unknown"),
    ((401, "who?"), "unknown"),
    ((301, ""), "unknown"),
])
def test_what_an_answer_means(answer, swap):
    with told([answer]) as (where, bodies, _), store(where) as one:
        assert one.swap(1, record(1), record(2)) == swap
        assert len(bodies) == 1 and one.process.poll() is None
        assert (one.read()["answer"] == "done") == (swap in ("done", "lost"))


def test_nothing_is_sent_twice():
    """Where an open connection ends without an answer, libcurl would ask again by itself."""
    with told([(200, HEADER), None, (200, {**HEADER, "succeeded": True})]) as (where, bodies, _), store(where, where) as one:
        assert one.read()["answer"] == "done"
        assert one.swap(1, record(1), record(2)) == "unknown"
        assert len(bodies) == 2


def test_a_signal_of_a_closed_pipe_does_not_end_the_program():
    """Some TLS libraries raise it where they write to a connection that is gone."""
    def signalled():
        os.kill(one.process.pid, signal.SIGPIPE)
        return (200, HEADER)

    with told([signalled]) as (where, *_), store(where) as one:
        for _ in range(2):
            assert one.read()["answer"] == "done"


def test_what_is_asked():
    def text(encoded):
        return base64.b64decode(encoded, validate=True).decode()

    with told([(200, HEADER)]) as (where, bodies, _), store(where, pool="p") as one:
        one.read()
        one.swap(12, record(1), record(2))
        one.swap(12, None, record(2))
    read, swap, first = bodies
    assert {k: text(v) for k, v in read.items()} == {"key": "/sortid/p/", "range_end": "/sortid/p0"}  # and so linearizable
    (compare,), (put,) = swap["compare"], swap["success"]
    assert (compare["target"], compare["result"], text(compare["value"])) == ("VALUE", "EQUAL", record(1))
    assert text(compare["key"]) == text(put["request_put"]["key"]) == "/sortid/p/12"
    assert text(put["request_put"]["value"]) == record(2)
    (compare,) = first["compare"]
    assert (compare["target"], compare["result"], compare["version"], text(compare["key"])) == \
        ("VERSION", "EQUAL", "0", "/sortid/p/12")


def test_a_fence_that_is_there_is_not_written():
    def fence(value):
        return (200, {**HEADER, "kvs": [{key: base64.b64encode(text).decode() for key, text in
                                         (("key", b"/sortid/p/fence"), ("value", value))}]})

    with told([fence(b"5"), fence(b"5x")]) as (where, bodies, _), store(where, pool="p") as one:
        assert one.ask("fence", at=5)["answer"] == "done"
        assert len(bodies) == 1
        assert one.read()["error"] == "the fence is no number of milliseconds"


@pytest.mark.parametrize("prefix", ["/a>?~", "/ab>?~", "/abc>?~"])
def test_what_is_asked_in_all_symbols(prefix):
    def stored(value):
        return (200, {**HEADER, "kvs": [{"key": base64.b64encode((prefix + "p/3").encode()).decode(), "value": value}]})

    kept = record(7, host="web>?~")
    with told([stored(base64.b64encode(kept.encode()).decode()), stored("A===")]) as (where, bodies, _), \
            store(where, prefix=prefix, pool="p") as one:
        assert one.read()["records"] == {"3": kept}
        assert one.read()["answer"] == "unavailable"
    assert base64.b64decode(bodies[0]["key"], validate=True).decode() == prefix + "p/"


def test_a_token_that_ended():
    login, ok = (200, {**HEADER, "token": "t1.9"}), (200, {**HEADER, "succeeded": True})
    with told([login, ok, (401, failed(16)), login, ok, (401, failed(16)), login, (401, failed(16))]) as (where, bodies, _), \
            store(where, user="app", password="x") as one:
        assert one.swap(1, record(1), record(2)) == "done"
        assert one.swap(1, record(2), record(3)) == "done"
        assert one.swap(1, record(3), record(4)) == "unavailable"  # once, not for ever
        assert len(bodies) == 8


def test_a_child_leaves_the_connection_alone(keys):
    with told([(200, HEADER)], (keys["server.pem"], keys["server.key"])) as (where, _, connections), \
            store(where, ca_file=keys["ca.pem"]) as one:
        assert one.read()["answer"] == "done"
        child = one.ask("child", then={"do": "read", "ms": LONG})
        assert (child["answer"], child["inherited"]) == ("done", 0)
        assert one.read()["answer"] == "done"
        assert len(connections) == 2
