"""Names that Bolt and Puppet Enterprise define, which no module of a project has."""

from __future__ import annotations

from puppet_typesys.builtins.value_reads import NODE_DATA

ENTERPRISE = ("pe_", "puppet_enterprise")
"""How the names begin that Puppet Enterprise has."""
ENTERPRISE_TITLES = "pe-"
"""How the names of its services and packages begin."""
BOLT_TYPES = frozenset("applyresult containerresult future planresult resourceinstance result resultset target targetspec".split())
BOLT_FUNCTIONS = frozenset(
    """add_facts add_to_group apply_prep background catch_errors download_file facts fail_plan get_resources get_target get_targets
    parallelize prompt puppetdb_command puppetdb_fact puppetdb_query remove_from_group resolve_references resource run_command run_container
    run_plan run_script run_task run_task_with set_config set_feature set_resources set_var upload_file vars wait wait_until_available
    without_default_logging write_file""".split()
)
BOLT_MODULES = frozenset(("boltlib", "ctrl", "dir", "file", "log", "out", "prompt", "system"))
"""The first parts of the qualified names of Bolt's functions and types."""
WITHOUT_MODULE = BOLT_MODULES | NODE_DATA | {"settings"}
"""The first parts of names that Puppet and Bolt define themselves."""


def is_of_bolt(name: str) -> bool:
    """Whether a name in lower case is that of a type or function of Bolt."""
    first, _, rest = name.partition("::")
    return first in BOLT_MODULES if rest else name in BOLT_TYPES or name in BOLT_FUNCTIONS


def is_of_enterprise(name: str) -> bool:
    """Whether a name in lower case begins like those of Puppet Enterprise."""
    return name.startswith(ENTERPRISE)
