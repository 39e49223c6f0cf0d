"""The messages of the language's own errors, one function each, named as the reference's issue code.

The wording is the reference's, so that a message can be searched for. Parts of a program are named by `labels`.
"""

from __future__ import annotations

from puppet_typesys.issues.labels import capitalized, with_article

# ---- definitions


def not_top_level() -> str:
    return "Classes, definitions, and nodes may only appear at toplevel or inside other classes"


def not_absolute_top_level(definition: str) -> str:
    return f"{capitalized(with_article(definition))} may only appear at toplevel"


def illegal_definition_name(name: str, definition: str) -> str:
    return f"Unacceptable name. The name '{name}' is unacceptable as the name of {with_article(definition)}"


def illegal_definition_location(name: str, file: str) -> str:
    return f"Unacceptable location. The name '{name}' is unacceptable in file '{file}'"


def misplaced_type(file: str, expected: str, actual: str) -> str:
    return f"The code loaded from {file} produced type with the wrong name, expected '{expected}', actual '{actual}'"


def illegal_top_construct_location(construct: str) -> str:
    return f"This {construct} is unacceptable as a top level construct in this location"


def reserved_type_name(name: str, definition: str) -> str:
    return f"The name: '{name}' is already defined by Puppet and can not be used as the name of {with_article(definition)}."


def built_in_type_alias(name: str) -> str:
    return f"'{name}' is a built-in type, an alias of that name is never used"


def future_reserved_word(word: str) -> str:
    return f"Use of future reserved word: '{word}'"


def unsupported_expression(expression: str) -> str:
    return f"Expressions of type {with_article(expression)} are not supported in this version of Puppet"


def illegal_type_mapping(wanted: str, mapping: str) -> str:
    return f"Illegal type mapping. Expected a {wanted} on the left side, got {capitalized(with_article(mapping))}"


# ---- parameters


def captures_rest_not_last(name: str) -> str:
    return f"Parameter ${name} is not last, and has 'captures rest'"


def captures_rest_not_supported(name: str, container: str) -> str:
    return f"Parameter ${name} has 'captures rest' - not supported in {with_article(container)}"


def required_parameter_after_optional(name: str) -> str:
    return f"Parameter ${name} is required but appears after optional parameters"


def duplicate_parameter(name: str) -> str:
    return f"The parameter '{name}' is declared more than once in the parameter list"


def reserved_parameter(name: str, container: str) -> str:
    return f"The parameter ${name} redefines a built in parameter in the {container}"


def illegal_numeric_parameter(name: str) -> str:
    return f"The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)"


def illegal_param_name(name: str) -> str:
    return f"Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/"


def illegal_nonliteral_parameter_type(name: str, kind: str) -> str:
    return f"The parameter '${name}' must be a literal type, not {with_article(kind)}"


# ---- names and assignments


def illegal_var_name(name: str) -> str:
    return (
        f"Illegal variable name, The given name '{name}' does not conform to the naming rule "
        r"/^((::)?[a-z]\w*)*((::)?[a-z_]\w*)$/"
    )


def illegal_numeric_var_name(name: str) -> str:
    return f"Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9"


def illegal_name(name: str) -> str:
    return f"'{name}' is not a legal name, every part of a name starts with a lower-case letter"


def reserved_word(word: str) -> str:
    return f"Use of reserved word: {word}, must be quoted if intended to be a String value"


def illegal_assignment(target: str) -> str:
    return f"Illegal attempt to assign to '{with_article(target)}'. Not an assignable reference"


def illegal_indexed_assignment() -> str:
    return "Illegal attempt to assign via [index/key]. Not an assignable reference"


def illegal_numeric_assignment(name: str) -> str:
    return f"Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable"


def illegal_reserved_assignment(name: str) -> str:
    return f"Attempt to assign to a reserved variable name: '${name}'"


def cross_scope_assignment(name: str) -> str:
    return f"Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"


def illegal_assignment_context() -> str:
    return "Assignment not allowed here"


def appends_deletes_no_longer_supported(operator: str) -> str:
    return f"The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals"


# ---- expressions


def illegal_expression(expression: str, feature: str, container: str) -> str:
    found = capitalized(with_article(expression))
    return f"Illegal expression. {found} is unacceptable as {feature} in {with_article(container)}"


def not_rvalue(expression: str) -> str:
    return f"Invalid use of expression. {capitalized(with_article(expression))} does not produce a value"


def idem_expression_not_last(expression: str) -> str:
    return (
        f"This {expression} has no effect. A value was produced and then forgotten "
        "(one or more preceding expressions may have the wrong form)"
    )


def idem_not_allowed_last(expression: str, container: str) -> str:
    return (
        f"This {expression} has no effect. {capitalized(with_article(container))} can not end with a value-producing expression "
        "without other effect"
    )


def duplicate_key(key: str) -> str:
    return f"The key '{key}' is declared more than once"


def duplicate_default(container: str) -> str:
    return f"This {container} already has a 'default' entry - this is a duplicate"


def numeric_overflow(expression: str, value: int) -> str:
    bound = "max" if value > 0 else "min"
    found = capitalized(with_article(expression))
    return f"{found} resulted in a value outside of Puppet Integer {bound} range, got '{value:+#x}'"


def illegal_epp_parameters() -> str:
    return "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace"


# ---- resources


def resource_without_title(name: str) -> str:
    return f"This expression is invalid. Did you try declaring a '{name}' resource without a title?"


def illegal_attribute_append(attribute: str, container: str) -> str:
    return f"Illegal +> operation on attribute {attribute}. This operator can not be used in {with_article(container)}"


def multiple_attributes_unfold() -> str:
    return "Unfolding of attributes from Hash can only be used once per resource body"


def class_not_virtualizable() -> str:
    return "Classes are not virtualizable"


def not_virtualizeable() -> str:
    return "Resource Defaults are not virtualizable"


def illegal_query_expression(expression: str) -> str:
    return f"Illegal query expression. {capitalized(with_article(expression))} cannot be used in a query"


# ---- nodes


def illegal_hostname_chars(hostname: str) -> str:
    return f"The hostname '{hostname}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)"


def illegal_hostname_interpolation() -> str:
    return "An interpolated expression is not allowed in a hostname of a node"


def illegal_node_inheritance() -> str:
    return "Node inheritance is not supported in Puppet >= 4.0.0. See http://links.puppet.com/puppet-node-inheritance-deprecation"


# ---- texts with a syntax


def illegal_text(syntax: str, reason: str) -> str:
    return f"Invalid produced text having syntax: '{syntax}'. {reason}"


# ---- plans


def expression_not_supported_when_scripting(expression: str) -> str:
    return f"{capitalized(with_article(expression))} is only available when compiling a catalog"


def expression_not_supported_when_compiling(expression: str) -> str:
    return f"{capitalized(with_article(expression))} is not available when compiling a catalog"
