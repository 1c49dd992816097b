"""sortid-kafka in Kafka Connect beside a broker: the configuration of docs/engines.md between two files."""

import contextlib
import pathlib
import re
import shutil
import socket
import subprocess
import time

import java_functions
from columns import mixed_texts
from guide import DOCS
from sortid import ULID, IdError, TypeID

JARS = pathlib.Path(__file__).resolve().parents[2] / "build" / "engines" / "kafka"
SECONDS = 120


def properties(path, values):
    path.write_text("".join(f"{name}={value}\n" for name, value in values.items()))
    return path


@contextlib.contextmanager
def started(log, *command):
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def wait(process, log, holds):
    end = time.monotonic() + SECONDS
    while not holds():
        assert process.poll() is None and time.monotonic() < end, log.read_text(errors="replace")[-4000:]
        time.sleep(0.2)


def free_ports(count):
    with contextlib.ExitStack() as stack:
        return [stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1] for _ in range(count)]


def test_the_guides_configuration(tmp_path, dice):
    broker, controller, rest = free_ports(3)
    java = ["java", "-Xmx512m", "-cp", f"{JARS}/*"]
    server = properties(tmp_path / "server.properties", {
        "process.roles": "broker,controller", "node.id": 1, "controller.quorum.voters": f"1@127.0.0.1:{controller}",
        "listeners": f"PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}", "controller.listener.names": "CONTROLLER",
        "log.dirs": tmp_path / "log", "offsets.topic.replication.factor": 1, "offsets.topic.num.partitions": 1})
    format = [*java, "kafka.tools.StorageTool", "format", "--cluster-id", "AAAAAAAAAAAAAAAAAAAAAQ", "--config", server]
    subprocess.run(format, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    plugin = tmp_path / "plugins" / "sortid"
    plugin.mkdir(parents=True)
    for jar in java_functions.jars("kafka"):
        shutil.copy(jar, plugin)
    worker = properties(tmp_path / "worker.properties", {
        "bootstrap.servers": f"127.0.0.1:{broker}", "key.converter": "org.apache.kafka.connect.json.JsonConverter",
        "value.converter": "org.apache.kafka.connect.json.JsonConverter", "offset.storage.file.filename": tmp_path / "offsets",
        "offset.flush.interval.ms": 1000, "plugin.path": plugin.parent, "listeners": f"HTTP://127.0.0.1:{rest}"})
    shown = re.findall(r"<!-- engine: kafka -->\n```properties\n(.*?)```", (DOCS / "engines.md").read_text(encoding="utf-8"), re.S)
    files = [tmp_path / "source.properties", tmp_path / "sink.properties"]
    given, found = tmp_path / "given.txt", tmp_path / "found.txt"
    for path, block, (role, file) in zip(files, shown, (("Source", given), ("Sink", found)), strict=True):
        path.write_text(f"name={role}\nconnector.class=org.apache.kafka.connect.file.FileStream{role}Connector\nfile={file}\n{block}")

    texts = [text for text in mixed_texts(ULID, 2000, dice) if text and text.isprintable() and text.isascii()]
    given.write_text("".join(f"{text}\n" for text in texts))
    ids = []
    for text in texts:
        with contextlib.suppress(IdError):
            ids.append(ULID.parse(text))
    assert 100 < len(ids) < len(texts)

    logs = [tmp_path / "broker.log", tmp_path / "connect.log"]
    with started(logs[0], *java, "kafka.Kafka", server) as process:
        wait(process, logs[0], lambda: accepts(broker))
        with started(logs[1], *java, "org.apache.kafka.connect.cli.ConnectStandalone", worker, *files) as process:
            wait(process, logs[1], lambda: found.exists() and found.read_text().count("\n") >= len(ids))
    rows = [re.fullmatch(r"Struct\{id=(\d+),event=(\w+)\}", line).groups() for line in found.read_text().splitlines()]
    assert [int(ms) for ms, _ in rows] == [id.unix_ms for id in ids]
    events = [TypeID.parse(event, "event") for _, event in rows]
    assert events == sorted(events) and len(set(events)) == len(events)


def accepts(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
