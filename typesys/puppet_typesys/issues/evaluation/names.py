"""Issues of names of variables, functions, classes, types, resources and files that do not exist."""

from __future__ import annotations

from puppet_typesys.diagnostics import Severity, issue


@issue(Severity.ERROR)
def unknown_variable(name: str) -> str:
    """Unknown variable"""
    return f"Unknown variable: '{name}'."


@unknown_variable.variant()
def variable_not_given(template: str, variable: str) -> str:
    return f"the template '{template}' reads `${variable}`, which is not passed to it"


@issue(Severity.ERROR)
def unknown_function(name: str) -> str:
    """Unknown function"""
    return f"Unknown function: '{name}'."


@issue(Severity.ERROR)
def unknown_class(name: str) -> str:
    """Unknown class"""
    return f"Could not find class {name}"


@unknown_class.variant()
def unknown_classes(name: str, others: tuple[str, ...]) -> str:
    return f"Could not find class {name}"


@unknown_class.variant()
def unknown_declared_class(name: str) -> str:
    return f"Could not find declared class {name}"


@unknown_class.variant()
def unknown_parent(parent: str, kind: str) -> str:
    return f"Could not find parent resource type '{parent}' of type {kind} in production"


@issue(Severity.ERROR)
def unknown_resource_type(name: str) -> str:
    """Unknown resource type, define or data type"""
    return f"Unknown resource type: '{name}'"


@unknown_resource_type.variant()
def unknown_collected_type(type: str) -> str:
    return f"Resource type {type} doesn't exist"


@unknown_resource_type.variant()
def unknown_type_reference(type: str) -> str:
    return f"Resource type not found: {type}"


@issue(Severity.ERROR)
def unknown_resource(type: str, title: str) -> str:
    """Resource is not in the catalog"""
    return f"Resource not found: {type}['{title}']"


@unknown_resource.variant()
def missing_source(resource: str, target: str) -> str:
    return f"Could not find resource '{resource}' for relationship on '{target}'"


@unknown_resource.variant()
def missing_target(resource: str, source: str) -> str:
    return f"Could not find resource '{resource}' for relationship from '{source}'"


@unknown_resource.variant()
def missing_related(resource: str, parameter: str) -> str:
    return f"Could not find resource '{resource}' in parameter '{parameter}'"


@unknown_resource.variant()
def missing_overridden(resource: str) -> str:
    return f"Could not find resource {resource} for overriding"


@unknown_resource.variant()
def several_missing_overridden(resources: str) -> str:
    return f"Could not find resource(s) {resources} for overriding"


@unknown_resource.variant()
def missing_realized(resource: str) -> str:
    return f"Failed to realize virtual resource {resource}"


@unknown_resource.variant()
def several_missing_realized(resources: str) -> str:
    return f"Failed to realize virtual resources {resources}"


@unknown_resource.variant()
def not_a_reference(text: str) -> str:
    return f"No title provided and {text} is not a valid resource reference"


@issue(Severity.ERROR)
def unknown_file(template: str) -> str:
    """Template or file does not exist in its module"""
    return f"Could not find template '{template}'"


@unknown_file.variant()
def no_files(names: str) -> str:
    return f"Could not find any files from {names}"
