"""Profiles: which codes are reported unless other settings select them.

Codes of style rules are those whose manual pages lie below `rules/style/`; a code belongs to a profile by the folder of its page, apart
from those that the tables here name.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache

import puppet_check
from puppet_check.config.codes import matches, pages_below
from puppet_check.config.settings import Settings

STYLE = os.path.join(puppet_check.__path__[0], "rules", "style")
CORE = os.path.join(STYLE, "core")
OFF = frozenset(("80chars", "code_on_top_scope", "class_inherits_from_params_class", "quoted_booleans"))
"""Checks of puppet-lint that it only runs if they are asked for."""
OF_VOXPUPULI = frozenset(
    (
        "anchor_resource",
        "exec_idempotency",
        "file_ensure",
        "leading_zero",
        "lookup_in_parameter",
        "manifest_whitespace_*",
        "optional_default",
        "package_ensure",
        "parameter_documentation",
        "parameter_types",
        "params_empty_string_assignment",
        "params_not_optional_with_undef",
        "relative_classname_*",
        "resource_reference_*",
        "strict_indent",
        "topscope_variable",
        "trailing_comma",
        "unquoted_string_in_*",
        "variable_contains_upcase",
        "version_comparison",
    )
)
"""Checks of the plugins in voxpupuli-puppet-lint-plugins 7."""
VARIABLE_SCOPE, UNKNOWN_VARIABLE = "variable_scope", "unknown-variable"
"""A check of puppet-lint, and the code of the findings about the same, which are errors and know more scopes."""
SAME = {
    "case_without_default": "case-without-default",
    "check_unsafe_interpolations": "shell-injection",
    "legacy_facts": "legacy-fact",
    "single_quote_string_with_variables": "uninterpolated-variable",
    VARIABLE_SCOPE: UNKNOWN_VARIABLE,
}
"""The codes of findings that say the same as those of a check of puppet-lint, of which only one is reported at a place."""
CERTAIN = frozenset((UNKNOWN_VARIABLE, "uninterpolated-variable"))
"""Those of them that know which variables there are."""
OF_ONE_SITE = frozenset(("wmf_styleguide",))
"""Checks that contradict others, and are only on if they are selected."""

OF_STRICT = frozenset(("missing-notify", "missing-parent", "never-runs"))
"""Findings about catalogs that are only on in the strict profile: much working code has them."""


@cache
def counterpart(code: str) -> str | None:
    """The code that says the same as another; suppressing either at a place suppresses both."""
    return SAME.get(code) or next((style for style, other in SAME.items() if other == code), None)


def ignored_as_well(code: str) -> str | None:
    """The code with which another is ignored, as both say the same; but a check of style that is ignored leaves one that is certain."""
    return None if code in CERTAIN else counterpart(code)


def is_style(code: str) -> bool:
    """Whether a code is that of a style rule."""
    return code in style_codes()


def is_on(profile: str, code: str, level: str) -> bool:
    """Whether a profile reports a code, which has a severity."""
    if profile == "errors":
        return level == "error" and code not in style_codes()
    if code in OF_STRICT:
        return profile == "strict"
    return code not in style_codes() or code in _styles(profile)


def styles_of(settings: Settings) -> frozenset[str]:
    """The codes of the style rules that apply with some settings; empty if none are to be run."""
    if not settings.select and not settings.extend_select and settings.profile in ("default", "errors"):
        return frozenset()  # without looking for pages
    return _selected(settings.profile, settings.select, settings.extend_select, settings.ignore)


@lru_cache(256)
def _selected(profile: str, select: tuple[str, ...], more: tuple[str, ...], ignore: tuple[str, ...]) -> frozenset[str]:
    chosen = [code for code in style_codes() if any(matches(code, each) for each in select)] if select else _styles(profile)
    added = (code for code in style_codes() if any(matches(code, each) for each in more))
    return frozenset(code for code in (*chosen, *added) if not any(matches(code, each) for each in ignore))


@cache
def style_codes() -> frozenset[str]:
    """The codes of all style rules."""
    return _codes_below(STYLE)


@cache
def _styles(profile: str) -> frozenset[str]:
    """The style rules of a profile."""
    core = _codes_below(CORE)
    match profile:
        case "puppet-lint":
            return core - OFF
        case "voxpupuli":
            return core - OFF | {code for code in style_codes() if any(matches(code, each) for each in OF_VOXPUPULI)}
        case "strict":
            return style_codes() - OF_ONE_SITE
    return frozenset()


@cache
def _codes_below(folder: str) -> frozenset[str]:
    return frozenset(code for code, _ in pages_below(folder))
