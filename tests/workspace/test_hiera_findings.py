"""Findings in `hiera.yaml` and in data, beyond the examples of the manual."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import write
from tests.workspace.hiera_places import findings

HEAD = "version: 5\nhierarchy:\n  - name: a\n"
CONFIGS = {
    "hierarchy": ("version: 5\nhierachy: []\n", 2),
    "two kinds of paths": (HEAD + "    path: common.yaml\n    glob: '*.yaml'\n", 5),
    "two functions": (HEAD + "    path: common.yaml\n    data_hash: yaml_data\n    lookup_key: eyaml_lookup_key\n", 3),
    "two functions in defaults": ("version: 5\ndefaults:\n  data_hash: yaml_data\n  lookup_key: eyaml_lookup_key\nhierarchy: []\n", 4),
    "no function": ("version: 5\ndefaults:\n  datadir: data\nhierarchy:\n  - name: a\n    path: common.yaml\n", 5),
    "no name": ("version: 5\nhierarchy:\n  - path: common.yaml\n", 3),
    "a name twice": (HEAD + "    path: common.yaml\n  - name: a\n    path: common.yaml\n", 5),
    "an unknown function": (HEAD + "    path: common.yaml\n    data_hash: no_such_data\n", 5),
    "no list of paths": (HEAD + "    paths: common.yaml\n", 4),
    "no triple": (HEAD + "    mapped_paths: [x, y]\n", 4),
    "an option that is reserved": (HEAD + "    path: common.yaml\n    lookup_key: eyaml_lookup_key\n    options: {path: x}\n", 6),
    "a backend of the global layer": (HEAD + "    hiera3_backend: yaml\n", 4),
    "a method in a path": (HEAD + "    path: \"%{lookup('x')}.yaml\"\n", 4),
    "a hierarchy of modules": ("version: 5\nhierarchy: []\ndefault_hierarchy: []\n", 3),
    "no path at all": (HEAD, 3),
    "an address for a function of files": (HEAD + "    uri: http://example.com\n", 4),
    "options for a function that takes none": (HEAD + "    path: common.yaml\n    options: {a: 1}\n", 5),
    "version as text": ("version: '5'\nhierarchy: []\n", 1),
    "version 3": ("version: 3\n", 1),
    "no version": (":backends: [yaml]\n", 1),
    "version 6": ("version: 6\n", 1),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_a_configuration_is_refused_for(name: str, tmp_path: Path) -> None:
    text, line = CONFIGS[name]
    assert findings(tmp_path, {"environment.conf": "", "hiera.yaml": text}) == [("hiera.yaml", line, "error", "hiera-config")]


OLD = [("hiera.yaml", 1, "error", "hiera-config")]


@pytest.mark.parametrize(
    ("root", "others", "expected"),
    [
        ("", {}, OLD),
        ("repository/environments/production", {"repository/metadata.json": "{}"}, OLD),
        ("repository/image", {"repository/metadata.json": "{}", "repository/image/environment.conf": ""}, OLD),
        ("repository/image", {"repository/metadata.json": "{}", "repository/image/.git/HEAD": ""}, OLD),
        ("repository/image", {}, OLD),
        ("repository/image", {"repository/metadata.json": "{}"}, []),
        ("repository/image", {"repository/.git/HEAD": ""}, []),
        ("repository/image", {"repository/Puppetfile": ""}, []),
    ],
)
def test_version_3_may_be_that_of_a_virtual_machine_inside_of_another_project(
    root: str, others: dict[str, str], expected: list[object], tmp_path: Path
) -> None:
    write(tmp_path, others)
    assert findings(tmp_path / root, {"hiera.yaml": "version: 3\n", "Puppetfile": ""}) == expected


DATA = {
    "a bracket that is never closed": ("a: 1\nmotd::lines: ['x',\nb: 2\n", 2, "hiera-syntax"),
    "a quote that is never closed": ("a: 1\nb: 'x\nc: 2\n", 2, "hiera-syntax"),
    "a colon in a text": ("a: 1\nb: c: d\ne: 2\n", 2, "hiera-syntax"),
    "a tab": ("a: 1\n\tb: 2\n", 2, "hiera-syntax"),
    "a list": ("- 1\n- 2\n", 1, "hiera-syntax"),
    "a date": ("a: 1\nb: 2024-02-03\n", 2, "hiera-syntax"),
    "a value in a list": ("motd::lines:\n  - x\n  - 1\n", 1, "hiera-value"),
    "a conversion that fails": ("motd::port: x\nlookup_options:\n  motd::port: {convert_to: Integer}\n", 1, "hiera-value"),
    "a hash for a number": ("motd::port: {a: 1}\n", 1, "hiera-value"),
    "an unknown option of a strategy": ("lookup_options:\n  motd::lines:\n    merge: {strategy: unique, deep: 1}\n", 3, "hiera-options"),
    "no strategy": ("lookup_options:\n  motd::lines:\n    merge: {knockout_prefix: x}\n", 3, "hiera-options"),
    "options that are no hash": ("lookup_options: [x]\n", 1, "hiera-options"),
    "a broken pattern": ("lookup_options:\n  '^motd::(': {merge: first}\n", 2, "hiera-options"),
    "a key without quotes": ('a: "%{lookup(b)}"\nb: 1\n', 1, "hiera-interpolation"),
    "a circle": ("a: \"%{lookup('a')}\"\n", 1, "hiera-interpolation"),
    "spaces around a key": ("a: \"%{lookup( 'b' )}\"\nb: 1\n", 1, "hiera-interpolation"),
    "an index of a variable": ("a: \"%{facts['os']}\"\n", 1, "hiera-interpolation"),
}


@pytest.mark.parametrize("name", DATA)
def test_data_is_invalid_with(name: str, tmp_path: Path) -> None:
    text, line, code = DATA[name]
    assert findings(tmp_path, {"data/common.yaml": text}) == [("data/common.yaml", line, "error", code)]


def test_a_key_is_given_twice_in_an_inner_hash(tmp_path: Path) -> None:
    expected = [("data/common.yaml", 3, "warning", "hiera-duplicate-key")]
    assert findings(tmp_path, {"data/common.yaml": "a:\n  b: 1\n  b: 2\n"}) == expected


@pytest.mark.parametrize("inner", ["x", "*a"])
def test_anchors_that_multiply_have_a_limit(inner: str, tmp_path: Path) -> None:
    last = f"a: &a [{inner}]\n"
    text = last + "".join(f"b{n}: &b{n} [*{'a' if n == 0 else f'b{n - 1}'}, *{'a' if n == 0 else f'b{n - 1}'}]\n" for n in range(40))
    assert findings(tmp_path, {"data/common.yaml": text}) == [("data/common.yaml", 1, "info", "hiera-unread-file")]


def test_json_is_read_too(tmp_path: Path) -> None:
    config = HEAD + "    path: x.json\n    data_hash: json_data\n"
    files = {"hiera.yaml": config, "data/x.json": '{\n  "motd::port": "x"\n}\n'}
    assert findings(tmp_path, files) == [("data/x.json", 2, "error", "hiera-value")]


def test_invalid_json_is_reported_at_the_error(tmp_path: Path) -> None:
    config = HEAD + "    path: x.json\n    data_hash: json_data\n"
    assert findings(tmp_path, {"hiera.yaml": config, "data/x.json": '{\n  "a": 1,\n}\n'})[0][3] == "hiera-syntax"


def test_json_that_is_not_valid_yaml_is_read(tmp_path: Path) -> None:
    config = HEAD + "    path: x.json\n    data_hash: json_data\n"
    files = {"hiera.yaml": config, "data/x.json": '{"motd::lines": ["\\ud83d\\ude00"]}'}
    assert findings(tmp_path, files) == []


@pytest.mark.parametrize("text", ["version: 5\nhierarchy:\n", "version: 5\ndefaults:\n", "version: 5\nhierarchy: []\n", ":version: 5\n"])
def test_a_configuration_may_say_little(text: str, tmp_path: Path) -> None:
    assert findings(tmp_path, {"hiera.yaml": text}) == []


def test_parameters_of_defines_are_not_set_by_data(tmp_path: Path) -> None:
    files = {"modules/motd/manifests/line.pp": "define motd::line($x = 1) { }\n", "data/common.yaml": "motd::line::x: 1\n"}
    assert findings(tmp_path, files) == [("data/common.yaml", 1, "warning", "hiera-unknown-class")]


def test_options_of_a_module_are_for_its_own_keys(tmp_path: Path) -> None:
    files = {"modules/motd/data/common.yaml": "lookup_options:\n  ntp::x: {merge: first}\n"}
    assert findings(tmp_path, files) == [("modules/motd/data/common.yaml", 2, "error", "hiera-options")]


def test_a_path_with_a_fact_means_all_files_that_it_may_name(tmp_path: Path) -> None:
    files = {"hiera.yaml": HEAD + '    path: "%{facts.os.name}/%{facts.os.release}.yaml"\n', "data/Debian/12.yaml": "motd::port: x\n"}
    assert findings(tmp_path, files) == [("data/Debian/12.yaml", 1, "error", "hiera-value")]


def test_mapped_paths_mean_all_files_too(tmp_path: Path) -> None:
    files = {"hiera.yaml": HEAD + '    mapped_paths: [facts.tags, tag, "tags/%{tag}.yaml"]\n', "data/tags/x.yaml": "motd::port: x\n"}
    assert findings(tmp_path, files) == [("data/tags/x.yaml", 1, "error", "hiera-value")]
