"""Issues of resources and definitions: duplicates, invalid titles, and invalid places."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.ERROR)
def duplicate_declaration(type: str, title: str, line: int | None = None) -> str:
    """Resource or class declared twice"""
    return f"Duplicate declaration: {type}[{title}] is already declared{at_line(line)}; cannot redeclare"


@duplicate_declaration.variant()
def declared_in_file(type: str, title: str, file: str, line: int) -> str:
    return f"Duplicate declaration: {type}[{title}] is already declared at (file: {file}, line: {line}); cannot redeclare"


@duplicate_declaration.variant()
def taken_alias(resource: str, alias: str, existing: str, line: int | None = None) -> str:
    return f"Cannot alias {resource} to {alias}{at_line(line)}; resource {existing} already declared"


@issue(Severity.ERROR)
def duplicate_definition(kind: str, name: str, origin: str) -> str:
    """Class, define, function, type or node defined twice"""
    return f"Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'. {origin}"


@duplicate_definition.variant()
def defined_twice(text: str) -> str:
    return text


@issue(Severity.ERROR)
def duplicate_title(title: str) -> str:
    """Duplicate title in a resource expression"""
    return f"The title '{title}' has already been used in this resource expression"


@issue(Severity.ERROR, reference="MISSING_TITLE")
def bad_title() -> str:
    """Title is empty, undef or not a String"""
    return "Missing title. The title expression resulted in undef"


@bad_title.variant("MISSING_TITLE_AT")
def undef_title(index: int) -> str:
    return f"Missing title at index {index}. The title expression resulted in an undef title"


@bad_title.variant("ILLEGAL_TITLE_TYPE_AT")
def title_not_string(index: int, actual: str) -> str:
    return f"Illegal title type at index {index}. Expected String, got {actual}"


@bad_title.variant("EMPTY_STRING_TITLE_AT")
def empty_title(index: int) -> str:
    return f"Empty string title at {index}. Title strings must have a length greater than zero."


@issue(Severity.ERROR)
def illegal_resource_type(actual: str) -> str:
    """Something other than a type before the braces of a resource expression"""
    return f"Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"


@illegal_resource_type.variant("ILLEGAL_OVERRIDDEN_TYPE")
def illegal_overridden_type(actual: str) -> str:
    return f"Resource Override can only operate on resources, got: {actual}"


@issue(Severity.ERROR, reference="ILLEGAL_RELATIONSHIP_OPERAND_TYPE")
def illegal_relationship(operand: str) -> str:
    """Relationship with something other than a resource"""
    return f"Illegal relationship operand, can not form a relationship with {operand}. A Catalog type is required."


@illegal_relationship.variant("NOT_CATALOG_TYPE")
def not_a_catalog_type(type: str) -> str:
    return f"Illegal relationship operand, can not form a relationship with something of type {type}. A Catalog type is required."


def at_line(line: int | None) -> str:
    """The position part of a message; empty if the line is unknown."""
    return "" if line is None else f" at (line: {line})"
