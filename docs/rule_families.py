"""How pages group the codes: by what the rules are about."""

from __future__ import annotations

FAMILIES = {
    "Syntax": ("syntax",),
    "Language rules": ("validate",),
    "Types and values": ("evaluation", "infer"),
    "Suspicious code and plans": ("rules",),
    "Style: the checks of puppet-lint": ("core",),
    "Style: the checks of plugins for puppet-lint": ("plugins",),
    "Style: documentation, as puppet-strings reads it": ("strings",),
    "Hiera data": ("hiera",),
    "Metadata, Puppetfile, environment settings, tasks and ERB templates": ("metadata", "puppetfile", "environment", "tasks", "erb"),
    "Ruby code of modules": ("ruby",),
    "The checker itself": ("suppressions", "own", "puppet_check"),
}
"""Headings of the list of codes, and the folders with their manual pages."""
