"""Finishes the single file that shiv makes: the same bytes wherever it is made, and a clear message where it cannot run."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping

MAIN, SETTINGS = "__main__.py", "environment.json"
ORIGIN = ".dist-info/direct_url.json"
"""Where pip notes the path of the wheel that it installed."""
START = '''\
# Also read by versions of Python that cannot run the rest.
import os
import sys


def _stop(reason):
    sys.stderr.write("puppet-check.pyz: %s\\n" % reason)
    sys.exit(2)


def _unpacks(folder):
    """Whether files can be unpacked into a folder; nobody else may write to it."""
    try:
        if not os.path.isdir(folder):
            os.makedirs(folder, 0o700)
    except OSError:
        return False
    if hasattr(os, "getuid"):
        found = os.lstat(folder)
        if found.st_uid != os.getuid() or found.st_mode & 0o022:
            return False
    return os.access(folder, os.W_OK | os.X_OK)


def _choose_folder():
    """Without a home folder that can be written to, files are unpacked into the folder for temporary files."""
    home = os.path.join(os.path.expanduser("~"), ".shiv")
    if "SHIV_ROOT" in os.environ or _unpacks(home) or _is_unpacked(home):
        return
    import tempfile

    user = "-%d" % os.getuid() if hasattr(os, "getuid") else ""
    try:
        folder = os.path.join(tempfile.gettempdir(), "puppet-check" + user)
    except OSError:
        folder = home
    if not _unpacks(folder):
        _stop("cannot unpack its libraries into %s or %s; set SHIV_ROOT to a folder of your own" % (home, folder))
    os.environ["SHIV_ROOT"] = folder


def _is_unpacked(folder):
    return os.path.isdir(os.path.join(folder, "%s_%s" % (os.path.basename(os.path.realpath(sys.argv[0])), {build!r}), "site-packages"))


if sys.version_info[:2] != {version!r} or sys.platform != {platform!r}:
    _stop(
        "its libraries are for Python %d.%d on {platform}, and this is Python %d.%d on %s; install puppet-check with pip instead"
        % ({version!r} + tuple(sys.version_info[:2]) + (sys.platform,))
    )
_choose_folder()
'''


def finished(archive: bytes, version: tuple[int, int], platform: str) -> bytes:
    """The file for a version of Python on a system, from what shiv has made."""
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        members = {each: _content(each.filename, old.read(each)) for each in old.infolist() if not each.filename.endswith(ORIGIN)}
    libraries = {each.filename: content for each, content in members.items() if each.filename not in (MAIN, SETTINGS)}
    build = _identity(libraries)
    made = io.BytesIO()
    made.write(archive[: archive.index(b"\n") + 1])
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for member, content in members.items():
            if member.filename == SETTINGS:
                content = json.dumps(json.loads(content) | {"build_id": build}, sort_keys=True).encode()
            elif member.filename == MAIN:
                start = START.replace("{build!r}", repr(build)).replace("{version!r}", repr(version))
                content = start.replace("{platform!r}", repr(platform)).replace("{platform}", platform).encode() + content
            new.writestr(_plain(member), content)
    return made.getvalue()


def _content(name: str, content: bytes) -> bytes:
    """A member without the line about the file that is left out."""
    if not name.endswith(".dist-info/RECORD"):
        return content
    return b"".join(each for each in content.splitlines(keepends=True) if ORIGIN.encode() not in each)


def _identity(libraries: Mapping[str, bytes]) -> str:
    """What the folder is named after into which the libraries are unpacked."""
    digest = hashlib.sha256()
    for name, content in sorted(libraries.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _plain(member: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """The description of a member without the machine that it was made on."""
    made = zipfile.ZipInfo(member.filename, member.date_time)
    made.create_system = 3
    made.external_attr = (0o100755 if member.external_attr >> 16 & 0o100 else 0o100644) << 16
    made.compress_type = member.compress_type
    return made
