"""What stays in memory is bounded, whatever a long session reads, edits and asks."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import tracemalloc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest

from puppet_check.analysis import Analysis
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.free_memory import returns_memory
from puppet_check.workspace.workspace import Shared, Workspace
from puppet_grammar import ast
from puppet_typesys.loader import CLASS, Definition, TypedName

KINDS = {
    "manifests/a.pp": """
        class m::a(T{n} $p = t{n}) {{
          $v{n} = f{n}(V[w{n}], $::x{n})
          r{n} {{ 't': a{n} => 1 }}
          file {{ '/t': b{n} => 2 }}
        }}
    """,
    "metadata.json": """
        {{"name": "o-m", "version": "1.0.{n}", "dependencies": [
            {{"name": "puppetlabs/stdlib", "version_requirement": ">= {n}.0.0"}}
        ]}}
    """,
    "templates/a.erb": "<% if @x{n} =~ /a#{{'b' * {n}}}/ %><%= scope['y{n}'].z{n} %><% end %>",
    "lib/puppet/functions/f.rb": """
        Puppet::Functions.create_function(:f{n}) do
          dispatch(:g) {{ param 'Integer[{n}]', :a }}
          def g(a)
            a =~ /#{{a}}{n}/
          end
        end
    """,
}


def texts(number: int) -> Iterator[tuple[str, str]]:
    for name, text in KINDS.items():
        yield name, textwrap.dedent(text).format(n=number)


def unlimited() -> dict[str, int]:
    """The sizes of the caches of functions that have no limit."""
    found = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper) and each.cache_info().maxsize is None)
    return {f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize for each in found}


def test_caches_without_a_limit_do_not_grow_with_the_names_in_a_text(tmp_path: Path) -> None:
    analysis = Analysis()

    def edit(numbers: range) -> None:
        for number in numbers:
            for name, text in texts(number):
                path = tmp_path / "m" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                analysis.open(str(path), text)
                analysis.notice([str(path)])
            for name in KINDS:
                analysis.check(str(tmp_path / "m" / name))
                document = analysis.opened(str(tmp_path / "m" / name))
                assert document is not None
                answers = document.answers
                answers.tokens(0, len(answers.text))
                for offset in range(0, len(answers.text), 9):
                    answers.hover(offset)
                    answers.complete(offset)

    edit(range(2))
    before = unlimited()
    edit(range(2, 6))
    after = unlimited()
    assert {name: size for name, size in after.items() if size > before.get(name, size)} == {}


def test_definitions_of_earlier_texts_are_not_kept(tmp_path: Path) -> None:
    analysis = Analysis()
    before = classes()
    path = str(tmp_path / "m" / "manifests" / "a.pp")
    for number in range(40):
        text = f"class m::a($p = {number}) {{\n  $v = $p\n  r {{ $v: a => $v }}\n  include $v\n}}\ndefine m::b() {{ $w = 1 }}\n"
        answers = analysis.open(path, text).answers
        for offset in range(0, len(text), 2):
            answers.highlights(offset)
            answers.hover(offset)
            answers.complete(offset)
    assert classes() < before + 20


def classes() -> int:
    """The number of nodes of classes in memory."""
    gc.collect()
    return sum(isinstance(each, ast.HostClassDefinition) for each in gc.get_objects())


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """Modules beside each other, each of which is a project."""
    for number in range(20):
        folder = tmp_path / "modules" / f"m{number}" / "manifests"
        folder.mkdir(parents=True)
        (folder / "init.pp").write_text(f"class m{number} {{\n" + "".join(f"  $v{number}_{each} = 1\n" for each in range(400)) + "}\n")
        (folder.parent / "metadata.json").write_text(f'{{"name": "o-m{number}", "version": "1.0.0", "dependencies": []}}')
    return tmp_path / "modules"


def growth(run: Iterator[None]) -> list[int]:
    """The bytes that are in use after each step."""
    tracemalloc.start()
    found = []
    for _ in run:
        gc.collect()
        found.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return found


def search(analysis: Analysis, module: Path) -> None:
    known = analysis.workspace.known(str(module / "manifests" / "init.pp"))
    assert [each.path for each in ProjectFiles(known).with_words([f"v{module.name[1:]}_7"])] == [str(module / "manifests" / "init.pp")]


def test_projects_with_the_same_files_share_the_index_of_words(modules: Path) -> None:
    analysis = Analysis()

    def run() -> Iterator[None]:
        for module in sorted(modules.iterdir()):
            search(analysis, module)
            yield

    sizes = growth(run())
    first, others = sizes[0], sizes[-1] - sizes[0]
    assert others / 19 < min(first / 4, 24_000), "a further project takes few bytes compared with the first, with the index"


def test_workspaces_that_share_an_index_of_words_follow_changes(modules: Path) -> None:
    first, second = Analysis(), Analysis()
    second.workspace = Workspace(shared=first.workspace.shared)
    path = modules / "m0" / "manifests" / "init.pp"
    path.write_text("class m0 { }\n")

    def found(analysis: Analysis) -> list[str]:
        return [each.path for each in ProjectFiles(analysis.workspace.known(str(path))).with_words(["later"])]

    assert (found(first), found(second)) == ([], [])
    path.write_text("class m0 { $later = 1 }\n")
    second.workspace.disk.forget()
    assert found(second) == [str(path)]
    path.write_text("class m0 { }\n")
    os.utime(path, ns=(1, 1))
    first.workspace.disk.forget()
    assert found(first) == []


def test_an_index_of_words_forgets_earlier_contents(modules: Path) -> None:
    analysis = Analysis()
    path = modules / "m0" / "manifests" / "init.pp"

    def run() -> Iterator[None]:
        for number in range(2600):
            path.write_text(f"class m0 {{\n  $v0_7 = {number}\n  $w{number} = 1 }}\n")
            os.utime(path, ns=(number, number))
            analysis.workspace.disk.forget()
            if number % 100 == 0:
                search(analysis, path.parent.parent)
            else:
                analysis.workspace.known(str(path)).words.indexed(analysis.workspace.disk, [str(path)])
            if number % 1300 == 1299:
                yield

    first, last = growth(run())
    assert last - first < 20_000  # Of 1,300 contents that are kept, each would take more than 100 bytes.


def test_projects_with_the_same_files_share_their_definitions(modules: Path) -> None:
    def of_a_further_project(count: int) -> float:
        """The bytes that a project takes after others in which the same classes were looked up."""
        analysis = Analysis()
        names = [TypedName(CLASS, f"m{number}") for number in range(count)]

        def run() -> Iterator[None]:
            for module in sorted(modules.iterdir()):
                loader = analysis.workspace.known(str(module / "manifests" / "init.pp")).loader
                assert all(loader.load(each) is not None for each in names)
                yield

        sizes = growth(run())
        return (sizes[-1] - sizes[1]) / 18

    each = (of_a_further_project(20) - of_a_further_project(1)) / 19
    assert each < 500, "bytes for a class; an index of the names in each file would take 500 more"


def test_workspaces_share_the_definitions_of_the_same_contents(modules: Path) -> None:
    first, second = Analysis(), Analysis()
    shared = Shared()
    first.workspace, second.workspace = Workspace(shared=shared), Workspace(shared=shared)
    path = modules / "m0" / "manifests" / "init.pp"

    def found(analysis: Analysis) -> Definition | None:
        return analysis.workspace.known(str(path)).loader.load(TypedName(CLASS, "m0"))

    assert found(first) is found(second) is not None
    path.write_text("class m0($p) { }\n")
    second.notice([str(path)])
    (before, now) = (found(first), found(second))
    assert before is not None and now is not None
    assert (len(before.parameters), len(now.parameters)) == (0, 1), "each follows a change once it is notified"


@pytest.mark.skipif(not returns_memory(), reason="the C library cannot return memory")
def test_free_memory_is_returned_to_the_system() -> None:
    code = """
        import os
        from puppet_check.free_memory import return_memory

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        blocks = [bytearray(2000) for _ in range(40_000)]
        kept = blocks[::100]
        del blocks
        before = resident()
        return_memory()
        assert before - resident() > 30 << 20, before - resident()
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


@pytest.mark.skipif(not returns_memory(), reason="the C library cannot return memory")
def test_large_blocks_are_returned_at_once() -> None:
    code = """
        import os
        from puppet_check.free_memory import keep_little

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        keep_little()
        bytearray(20_000_000)
        blocks = [bytearray(100_000) for _ in range(400)]
        last = blocks[-1]
        before = resident()
        del blocks
        assert before - resident() > 30 << 20, before - resident()
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_bundled_interfaces_are_not_kept_after_a_look_at_their_names() -> None:
    code = """
        import gc
        from puppet_check.analysis import Analysis
        from puppet_check.workspace.interfaces.file import InterfaceFile, bundled_modules
        from puppet_typesys.loader import FUNCTION, TypedName

        assert "puppetlabs-stdlib" in bundled_modules(TypedName(FUNCTION, "merge"))
        assert not [each for each in gc.get_objects() if isinstance(each, InterfaceFile)]
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
