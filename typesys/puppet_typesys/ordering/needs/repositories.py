"""What needs repositories: packages that come from them; and what vcsrepo needs for its own."""

from __future__ import annotations

from collections.abc import Iterator

from puppet_grammar.patterns import lazy_pattern
from puppet_typesys.evaluate.resource import Resource
from puppet_typesys.ordering.attributes import text
from puppet_typesys.ordering.names import bare
from puppet_typesys.ordering.view import Need, View

TOOLS = {"bzr": ("bzr",), "cvs": ("cvs",), "git": ("git", "git-core"), "hg": ("mercurial",), "svn": ("subversion",)}
"""The packages of the tools of providers."""
KIND = lazy_pattern(r"-(stable|mainline|official|upstream|community|org|repo|repos|repository|release|releases|yum|rpm)\Z")
"""What the name of a repository adds to that of its package."""
DISTRIBUTIONS = frozenset(
    (
        "almalinux",
        "backports",
        "base",
        "centos",
        "debian",
        "epel",
        "extras",
        "fedora",
        "local",
        "main",
        "rocky",
        "security",
        "ubuntu",
        "updates",
    )
)


def needs_of_working_copies(view: View) -> Iterator[Need]:
    """A working copy needs its user, and the tool that fetches it."""
    for each in view.of("vcsrepo"):
        for name in ("user", "owner"):
            user = view.users.get(text(each, name) or "")
            if user is not None:
                yield Need("vcsrepo-user", user, each, f"it is made for the user `{user.title}`")
        provider = text(each, "provider")
        for name in TOOLS.get(provider or "", ()):
            if name in view.packages:
                yield Need("vcsrepo-tool", view.packages[name], each, f"the package brings the tool of the provider `{provider}`")


def needs_of_yum_packages(view: View) -> Iterator[Need]:
    """A package needs the repository of its name."""
    for repository in view.of("yumrepo"):
        name = text(repository, "name")
        if name is None or repository.get("enabled") in ("0", 0, False, "false", "absent"):
            continue
        for package, each in view.packages.items():
            if comes_from(package, name.lower()):
                yield Need("repo-package", repository, each, f"the repository `{name}` has the package")


def needs_of_apt_packages(view: View) -> Iterator[Need]:
    """A package of an apt source needs the update of the package lists after the source was added."""
    update = _update(view)
    for source in view.of("apt::source") if update is not None else ():
        for package, each in view.packages.items():
            if update is not None and comes_from(package, source.title.lower()):
                yield Need(
                    "repo-package", update, each, f"it comes from `{source}`, which is only known after the update of the package lists"
                )


def _update(view: View) -> Resource | None:
    classes = (each for each in view.of("class") if each.title == "Apt::Update")
    execs = (each for each in view.of("exec") if each.title == "apt_update")
    return next(classes, None) or next(execs, None)


def comes_from(package: str, repository: str) -> bool:
    """Whether a package comes from a repository, by its name."""
    repository = repository.replace("_", "-")
    if repository in DISTRIBUTIONS or bare(repository) in DISTRIBUTIONS or len(repository) < 3:
        return False
    return bare(KIND.sub("", repository)) in (package, bare(package)) or package.startswith(f"{repository}-")
