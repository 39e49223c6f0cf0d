"""Repositories whose configuration, attributes, hooks or places name programs that git would run, and what a command starts in them.

    python -m tests.support.hostile_repositories FOLDER

runs every command that asks git in each of the repositories of a folder that `make` has filled.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from tests.support.repository import committed, git

FILES = {
    "metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}\n',
    "manifests/init.pp": "class m(Integer $port = 1) {\n  notify { 'a': message => $port }\n}\n",
    "manifests/site.pp": "node default { include m }\n",
    "modules/n/manifests/init.pp": "class n { }\n",
    "facts/a.json": '{"networking": {"fqdn": "a"}}\n',
}
CHANGED = {"manifests/init.pp": FILES["manifests/init.pp"].replace("1", "2"), "manifests/new.pp": "class m::new { }\n"}
COMMANDS = (
    ("check", "--no-cache", "--changed-since", "HEAD", "manifests/init.pp"),
    ("check", "--no-cache", "--changed-since", "HEAD", "."),
    ("check", "compare", "HEAD"),
    ("evaluate", "diff", "HEAD", "--facts-dir", "facts", "--jobs", "1"),
)
GIT = re.compile(r"(?:.*/)?git(?:\.exe)?")
START = re.compile(r'^\d+ +execve\("(?P<path>[^"]*)".*= 0$', re.MULTILINE)
ATTRIBUTES = "* filter=x diff=x merge=x text=auto ident working-tree-encoding=UTF-8\n"
FILTER = {
    **{f"filter.x.{each}": "{run}" for each in ("clean", "smudge", "process")},
    "filter.x.required": "true",
    **{f"diff.x.{each}": "{run}" for each in ("textconv", "command")},
    "merge.x.driver": "{run}",
}
PARTIAL = {"core.repositoryformatversion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true"}
SETTINGS: Mapping[str, Mapping[str, str]] = {
    "filters": FILTER,
    "an external diff": {"diff.external": "{run}", "diff.tool": "x", "difftool.x.cmd": "{run}"},
    "a file system monitor": {"core.fsmonitor": "{run}"},
    "a file system monitor with a version": {"core.fsmonitor": "{run}", "core.fsmonitorHookVersion": "1", "core.untrackedCache": "true"},
    "hooks elsewhere": {"core.hooksPath": "hooks"},
    "a pager": {"core.pager": "{run}", "pager.ls-tree": "{run}", "pager.rev-parse": "{run}", "pager.cat-file": "{run}"},
    "editors": {"core.editor": "{run}", "sequence.editor": "{run}"},
    "a program for SSH": {"core.sshCommand": "{run}", "ssh.variant": "simple"},
    "a proxy": {"core.gitProxy": "{run}", "http.proxy": "http://127.0.0.1:1"},
    "aliases": {f"alias.{each}": "!{run}" for each in ("rev-parse", "ls-tree", "cat-file", "ls-files", "merge-base", "diff-tree")},
    "a helper for credentials": {"credential.helper": "!{run}", "core.askPass": "{run}"},
    "programs for signatures": {"gpg.program": "{run}", "gpg.ssh.program": "{run}", "log.showSignature": "true", "commit.gpgSign": "true"},
    "a work tree elsewhere": {"core.worktree": "{run}/.."},
    "a work tree that does not exist": {"core.worktree": "/nonexistent"},
    "a bare repository": {"core.bare": "true"},
    "attributes elsewhere": {**FILTER, "core.attributesFile": "{run}/../attributes"},
    "an included file": {"include.path": "{run}/../included"},
    "an included file for this folder": {"includeIf.gitdir:/.path": "{run}/../included"},
    "submodules with commands": {"submodule.n.update": "!{run}", "submodule.n.active": "true", "submodule.recurse": "true"},
    "refs of alternates": {"core.alternateRefsCommand": "{run}", "core.alternateRefsPrefixes": "x"},
    "a packing program": {"uploadpack.packObjectsHook": "{run}", "gc.auto": "1", "maintenance.auto": "true"},
    "trailers": {"trailer.x.command": "{run}", "trailer.x.cmd": "{run}"},
    "a mail program": {"sendemail.smtpServer": "{run}", "imap.tunnel": "{run}"},
    "a browser": {"web.browser": "x", "browser.x.cmd": "{run}", "man.x.cmd": "{run}"},
    "a merge tool": {"merge.tool": "x", "mergetool.x.cmd": "{run}", "guitool.x.cmd": "{run}"},
    "traces": {"trace2.eventTarget": "{run}.trace", "trace2.normalTarget": "{run}.trace"},
}
"""Settings of a repository with all of its objects."""
LACKING: Mapping[str, Mapping[str, str]] = {
    "a program that sends objects": {**PARTIAL, "remote.origin.url": ".", "remote.origin.uploadpack": "{run}"},
    "a protocol that is a program": {
        **PARTIAL,
        "remote.origin.url": "ext::{run}",
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
    },
    "a helper for a remote": {**PARTIAL, "remote.origin.url": "x", "remote.origin.vcs": "x", "protocol.x.allow": "always"},
    "SSH for objects": {**PARTIAL, "remote.origin.url": "ssh://a/b", "core.sshCommand": "{run}", "protocol.ssh.allow": "always"},
    "no promise of objects": {},
}
"""Settings of a repository that lacks the contents of a file."""


def make(folder: Path) -> Iterator[Path]:
    """Make all repositories below an empty folder; each is a folder in which commands are to be run."""
    run = folder / "run"
    run.write_text(f"#!/bin/sh\necho run >> {folder}/canary\ncat\n")
    run.chmod(0o755)
    (folder / "attributes").write_text(ATTRIBUTES)
    (folder / "included").write_text(_configuration(FILTER | {"core.fsmonitor": "{run}", "diff.external": "{run}"}, run))
    usual = committed(folder / "usual", {**FILES, ".gitattributes": ATTRIBUTES, "hooks/post-checkout": run.read_text()})
    for name in ("pre-commit", "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(run, usual / ".git/hooks" / name)
        shutil.copy(run, usual / "hooks" / name)
    for number, (name, made) in enumerate(_all(run).items()):
        place = folder / f"{number} {name}"
        shutil.copytree(usual, place, symlinks=True)
        for path, text in CHANGED.items():
            (place / path).write_text(text)
        yield made(place)
    shutil.rmtree(usual)


def _all(run: Path) -> dict[str, Callable[[Path], Path]]:
    """What makes each repository of the usual one, by name."""

    def configured(settings: Mapping[str, str]) -> Callable[[Path], Path]:
        def make(place: Path) -> Path:
            return _configured(place, settings, run)

        return make

    def lacking(settings: Mapping[str, str]) -> Callable[[Path], Path]:
        def make(place: Path) -> Path:
            name = git(place, "rev-parse", "HEAD:manifests/init.pp").strip()
            (place / ".git/objects" / name[:2] / name[2:]).unlink()
            return _configured(place, settings, run)

        return make

    def bare(place: Path) -> Path:
        inner = place / "modules/evil"
        git(place, "clone", "--quiet", "--bare", ".", str(inner))
        _configured(inner, {**FILTER, "core.bare": "false", "core.worktree": ".", "core.fsmonitor": "{run}"}, run, "config")
        for path, text in {**FILES, **CHANGED, ".gitattributes": ATTRIBUTES}.items():
            (inner / path).parent.mkdir(parents=True, exist_ok=True)
            (inner / path).write_text(text)
        return inner

    def named(target: str) -> Callable[[Path], Path]:
        """A repository in which a file `.git` names a folder."""

        def make(place: Path) -> Path:
            inner = bare(place)
            (place / ".git").rename(place / "usual.git")
            _configured(place, FILTER, run, "usual.git/config")
            (place / ".git").write_text(f"gitdir: {target}\n")
            return inner if target == "." else place

        return make

    def shared(place: Path) -> Path:
        inner = bare(place)
        (place / ".git/commondir").write_text(f"{inner}\n")
        return place

    def submodule(place: Path) -> Path:
        _configured(place / "modules/n", FILTER, run, committed(place / "modules/n", CHANGED) and ".git/config")
        git(place, "-c", "protocol.file.allow=always", "add", "modules/n")
        return place

    def worktree(place: Path) -> Path:
        git(place, "worktree", "add", "--quiet", "--detach", str(place.with_name(f"{place.name} tree")))
        return _configured(place, FILTER, run).with_name(f"{place.name} tree")

    def replaced(place: Path) -> Path:
        old, new = (git(place, "rev-parse", f"HEAD:{each}").strip() for each in ("manifests/init.pp", "metadata.json"))
        git(place, "replace", old, new)
        return _configured(place, FILTER, run)

    def in_attributes(place: Path) -> Path:
        (place / ".git/info").mkdir(exist_ok=True)
        (place / ".git/info/attributes").write_text(ATTRIBUTES)
        return _configured(place, FILTER, run)

    return {
        **{name: configured(settings) for name, settings in SETTINGS.items()},
        **{name: lacking(settings) for name, settings in LACKING.items()},
        "a repository in plain files": bare,
        "a file .git that names plain files": named("modules/evil"),
        "a file .git that names its folder": named("."),
        "a file .git that names the folder above": named(".."),
        "a file .git that names a folder outside": named("usual.git"),
        "a folder of objects elsewhere": shared,
        "a submodule with filters": submodule,
        "a work tree of a repository with filters": worktree,
        "replaced objects": replaced,
        "attributes in the repository": in_attributes,
    }


def _configured(place: Path, settings: Mapping[str, str], run: Path, name: str = ".git/config") -> Path:
    with (place / name).open("a") as file:
        file.write(_configuration(settings, run))
    return place


def _configuration(settings: Mapping[str, str], run: Path) -> str:
    """Settings as a file of git has them."""
    made = []
    for each, value in settings.items():
        section, _, name = each.rpartition(".")
        first, dot, second = section.partition(".")
        made.append(f"[{first}{f' {chr(34)}{second}{chr(34)}' if dot else ''}]\n\t{name} = {value.replace('{run}', str(run))}\n")
    return "".join(made)


def started(folder: Path, places: list[Path], environment: Mapping[str, str]) -> set[str]:
    """The programs other than Python and git that all commands start in some repositories, by `strace`; without it none are known."""
    trace, listed = folder / "trace", folder / "places"
    listed.write_text("\n".join(map(str, places)))
    traced = ("strace", "-f", "-qq", "-e", "trace=execve", "-o", str(trace)) if shutil.which("strace") else ()
    command = [*traced, sys.executable, "-m", "tests.support.hostile_repositories", str(listed)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    programs = START.findall(trace.read_text()) if traced else []
    return {each for each in programs if not GIT.fullmatch(each) and Path(each).resolve() != Path(sys.executable).resolve()}


def main() -> int:
    """Run every command in each of the folders that a file lists."""
    from puppet_check.cli import check, evaluate

    programs: dict[str, Callable[[], int]] = {"check": check.main, "evaluate": evaluate.main}
    for place in Path(sys.argv[1]).read_text().splitlines():
        for program, *arguments in COMMANDS:
            os.chdir(place)
            sys.argv[1:] = arguments
            said = io.TextIOWrapper(io.BytesIO())
            with redirect_stdout(said), redirect_stderr(said), suppress(SystemExit):
                programs[program]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
