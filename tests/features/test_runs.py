"""Tasks and plans in `run_task` and `run_plan`: completion, hover, definitions and references."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from puppet_check.features.navigation.definition import definition
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.project_files.project_files import ProjectFiles
from puppet_check.features.usages.references import references_of
from tests.features.cursor import labels, shown, view_of

FILES = {
    "tasks/init.sh": "#!/bin/sh\n",
    "tasks/restart.json": (
        '{"description": "Restarts it.", "parameters": {"port": {"type": "Integer", "description": "The port."},\n'
        ' "force": {"type": "Optional[Boolean]"}}}'
    ),
    "tasks/restart.sh": "#!/bin/sh\n",
    "plans/init.pp": "plan web(TargetSpec $targets) {\n  run_task('web::restart', $targets, 'port' => 1)\n}\n",
    "plans/sub/deploy.pp": "# Deploys.\n# @param version The version.\nplan web::sub::deploy(String $version, Integer $tries = 1) {\n}\n",
    "plans/old.yaml": "steps: []\n",
}
PLAN = "plan web::here(TargetSpec $targets) {{\n  {}\n}}\n"


def _written(folder: Path) -> None:
    for name, text in FILES.items():
        path = folder / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


COMPLETED = {
    "run_task('web::res^', $targets)": {"web::restart"},
    "run_task('^', $targets)": {"web", "web::restart"},
    "run_task_with('web^', $targets)": {"web", "web::restart"},
    "run_plan('web^')": {"web", "web::sub::deploy", "web::old"},
    "run_task('web::restart', $targets, { '^' => 1 })": {"port", "force"},
    "run_task('web::restart', $targets, 'por^' => 1)": {"port"},
    "run_plan('web::sub::deploy', { '^' => 1 })": {"version", "tries"},
}


@pytest.mark.parametrize("code", COMPLETED)
def test_completion_offers_names_and_parameters_in(code: str, tmp_path: Path) -> None:
    _written(tmp_path)
    assert COMPLETED[code] <= set(labels(tmp_path, PLAN.format(code), "plans/here.pp"))


SHOWN = {
    "run_task('web::res^tart', $targets)": "Restarts it.",
    "run_task('web^', $targets)": "task web",
    "run_plan('web::sub::dep^loy', 'version' => '1')": "Deploys.",
    "run_task('web::restart', $targets, 'po^rt' => 1)": "The port.",
    "run_task('web::restart', $targets, { 'fo^rce' => true })": "Optional[Boolean] $force",
    "run_plan('web::sub::deploy', 'ver^sion' => '1')": "String $version",
}


@pytest.mark.parametrize("code", SHOWN)
def test_hover_describes(code: str, tmp_path: Path) -> None:
    _written(tmp_path)
    assert SHOWN[code] in shown(tmp_path, PLAN.format(code), "plans/here.pp")


DEFINED = {
    "run_task('web::res^tart', $targets)": ("tasks/restart.sh", 0),
    "run_task('web^', $targets)": ("tasks/init.sh", 0),
    "run_plan('web::sub::dep^loy', 'version' => '1')": ("plans/sub/deploy.pp", 2),
    "run_task('web::restart', $targets, 'fo^rce' => true)": ("tasks/restart.json", 1),
    "run_plan('web::sub::deploy', { 'ver^sion' => '1' })": ("plans/sub/deploy.pp", 2),
}


@pytest.mark.parametrize("code", DEFINED)
def test_the_definition_is_found_of(code: str, tmp_path: Path) -> None:
    _written(tmp_path)
    view, offset = view_of(tmp_path, PLAN.format(code), "plans/here.pp")
    (place,) = definition(occurrences_at(view, offset), view, ProjectFiles(view.known))
    path, line = DEFINED[code]
    assert (os.path.relpath(place.path, tmp_path / "web"), FILES[path][: place.start].count("\n")) == (path, line)


def test_references_of_a_task_are_all_calls_that_run_it(tmp_path: Path) -> None:
    _written(tmp_path)
    code = PLAN.format("run_task('web::res^tart', $targets)")
    (tmp_path / "web/plans/here.pp").write_text(code.replace("^", ""))
    view, offset = view_of(tmp_path, code, "plans/here.pp")
    found = references_of(occurrences_at(view, offset)[0].symbol, view, ProjectFiles(view.known))
    assert sorted(os.path.basename(each.path) for each in found) == ["here.pp", "init.pp"]


def test_references_of_a_parameter_of_a_task(tmp_path: Path) -> None:
    _written(tmp_path)
    (tmp_path / "web/tasks/restart.sh").write_text("nc -z localhost $PT_port\n")
    view, offset = view_of(tmp_path, PLAN.format("run_task('web::restart', $targets, 'po^rt' => 1)"), "plans/here.pp")
    found = references_of(occurrences_at(view, offset)[0].symbol, view, ProjectFiles(view.known, view))
    assert sorted((os.path.basename(each.path), each.role) for each in found) == [
        ("here.pp", "read"),
        ("init.pp", "read"),
        ("restart.json", "define"),
        ("restart.sh", "read"),
    ]


def test_outside_of_plans_the_names_mean_nothing(tmp_path: Path) -> None:
    _written(tmp_path)
    assert shown(tmp_path, "class web::here {\n  run_task('web::res^tart', 'x')\n}") == ""
