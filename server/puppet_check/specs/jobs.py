"""What the catalog of an example is compiled of: code, node, facts and settings."""

from __future__ import annotations

import os

from puppet_check.reading.files import LARGEST_SEARCHED, read_text
from puppet_check.reading.folders import names_in
from puppet_check.reading.places import exists
from puppet_check.specs.catalogs.compiling import ENVIRONMENT, Job
from puppet_check.specs.configuration import FEATURES, OF_HELPER, OF_VOXPUPULI
from puppet_check.specs.lets import class_name, given, setting
from puppet_check.specs.machine import SpecMachine
from puppet_check.specs.manifest import class_code, condition, define_code
from puppet_check.specs.node_facts import facts_of, merged_settings, puppet_hash
from puppet_check.specs.puppet import settings_given
from puppet_typesys.ruby.objects import Hash, Object, Symbol
from puppet_typesys.ruby.outcome import Unsupported
from puppet_typesys.ruby.shown import to_s

NODE = "localhost"
"""The name of the node that rspec-puppet takes from the machine that it runs on."""
SITE = "code of the site"
"""The name under which the machine remembers it."""


def job_of(machine: SpecMachine, receiver: Object, kind: str, body: str | None) -> Job:
    """What the catalog of an example is compiled of."""
    conditions = [condition(given(machine, receiver, each)) for each in ("pre_condition", "post_condition")]
    refuse_other_settings(machine, receiver)
    parts = (site_code(machine), conditions[0], body, conditions[1]) if kind != "function" else (conditions[0],)
    code = "\n".join(each for each in parts if each is not None)
    named = given(machine, receiver, "node")
    node = to_s(named) if named is not None else NODE if kind != "host" else class_name(receiver)
    environment = given(machine, receiver, "environment")
    env = ENVIRONMENT if environment is None else to_s(environment)
    facts = facts_of(machine, receiver, node, env)
    hiera, set_there = hiera_of(machine, receiver), settings_given(machine)
    return Job(
        code,
        node,
        facts,
        puppet_hash(merged_settings(machine, receiver, "default_trusted_facts", "trusted_facts")),
        puppet_hash(merged_settings(machine, receiver, "default_trusted_external_data", "trusted_external_data")),
        puppet_hash(merged_settings(machine, receiver, "default_node_params", "node_params")),
        env,
        hiera,
        None if hiera is None else machine.written.get(hiera),
        set_there.get("strict_variables", setting(machine, receiver, "strict_variables")) not in (None, False),
        to_s(set_there.get("strict", Symbol.named("error"))),
    )


def refuse_other_settings(machine: SpecMachine, receiver: Object) -> None:
    """Refuse settings that change what is compiled in ways that are not supported."""
    settings = machine.configured.settings
    for name in ("hiera_data", "module_path", "manifest", "manifest_dir", "config", "confdir"):
        if machine.responds(receiver, name):
            raise Unsupported("setting", name)
    path = settings.get("module_path")
    if path is not None:
        folders = [os.path.normpath(os.path.join(machine.folder, each)) for each in to_s(path).split(":") if each]
        if folders != [os.path.join(machine.folder, "spec", "fixtures", "modules")]:
            raise Unsupported("setting", "module_path")
    if settings.get("manifest") is not None or any(settings.get(each) for each in ("disable_module_hiera", "use_fixture_spec_hiera")):
        raise Unsupported("setting", "manifest or hiera of fixtures")


def site_code(machine: SpecMachine) -> str:
    """The code of the manifests among the fixtures, which is compiled before that of all examples; it is read once for a spec file."""
    known = machine.used.get(SITE)
    if not isinstance(known, str):
        known = machine.used[SITE] = _site_code(machine)
    return known


def _site_code(machine: SpecMachine) -> str:
    site = os.path.join(machine.folder, "spec", "fixtures", "manifests")
    texts = [read_text(os.path.join(site, name), LARGEST_SEARCHED) for name in sorted(names_in(site)) if name.endswith(".pp")]
    if not any(texts):
        return ""
    if machine.configured.settings.get("environmentpath") is not None or not _has_helper(machine):
        # They are looked for in the environment path, which the helper sets to `spec`.
        raise Unsupported("manifests", "of fixtures")
    return "\n".join(texts)


def _has_helper(machine: SpecMachine) -> bool:
    required = machine.used.get(FEATURES)
    return isinstance(required, dict) and not (OF_HELPER | OF_VOXPUPULI).isdisjoint(required)


def hiera_of(machine: SpecMachine, receiver: Object) -> str | None:
    """The path of the `hiera.yaml` of an example; None without one."""
    found = setting(machine, receiver, "hiera_config")
    if found is None:
        return None
    path = os.path.normpath(os.path.join(machine.folder, to_s(found)))
    if path not in machine.written and (path == "/dev/null" or not exists(path)):
        if exists(os.path.join(os.path.dirname(path), "data", "common.yaml")):
            # Puppet then has the hierarchy of its own default, beside the file.
            raise Unsupported("hiera_config", "of a missing file")
        return None
    return path


def body_of(machine: SpecMachine, receiver: Object, kind: str) -> str | None:
    """The code that declares what the example is about."""
    name = class_name(receiver)
    params = given(machine, receiver, "params")
    if params is not None and not isinstance(params, Hash):
        raise Unsupported("params", "that are no Hash")
    if kind == "class":
        return class_code(machine, name, params)
    if kind == "define":
        return define_code(machine, name, given(machine, receiver, "title"), params)
    return None
