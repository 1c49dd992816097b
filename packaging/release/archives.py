"""Archives that are equal wherever and whenever they are made: sorted, of root, of the commit's time."""

import gzip
import io
import tarfile
import time
import zipfile


def add(tar, name, data, mode, seconds):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(data), mode, seconds
    entry.uname = entry.gname = "root"
    tar.addfile(entry, io.BytesIO(data))


def write_tar_gz(target, files, seconds):
    """`files`: the path of each file by its name in the archive. What its owner may run, everybody may."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(files.items()):
            add(tar, name, path.read_bytes(), 0o755 if path.stat().st_mode & 0o100 else 0o644, seconds)
    target.write_bytes(compressed(packed.getvalue()))


def write_zip(target, files, seconds):
    """As write_tar_gz, for systems that ask for no mode of a file."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.external_attr = 0o100755 << 16
            out.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def compressed(data):
    """Without a name and a time in its header."""
    return gzip.compress(data, 9, mtime=0)
