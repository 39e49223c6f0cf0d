"""The codes of what an examination finds, each with its usual severity and one sentence. The manual pages lie beside this module.

Most are the reference's issue codes; of those that differ only in the words of their message one stands for all.
"""

from __future__ import annotations

from puppet_typesys.diagnostics import Issue, Page, Severity

_ERROR = {
    "unknown-variable": "A variable is used that has no value there.",
    "illegal-reassignment": "A variable is given a value twice.",
    "unknown-class": "A class is declared or inherited from that does not exist.",
    "unknown-function": "A function is called that does not exist.",
    "unknown-resource-type": "A resource type, define or data type is named that does not exist.",
    "unknown-parameter": "A resource, class or define is given a parameter that it does not have.",
    "missing-parameter": "A class or define is declared without a parameter that it needs.",
    "wrong-parameter": "A parameter has a value that its type does not accept.",
    "wrong-argument": "A function is called with arguments or a block that it does not accept.",
    "wrong-result": "A function gives a value that is not of the type it declares.",
    "duplicate-attribute": "A resource is given the same attribute twice.",
    "duplicate-declaration": "A resource or class is declared twice.",
    "duplicate-definition": "A class, define, function, type or node is defined twice.",
    "duplicate-title": "A title is used twice in one resource expression.",
    "bad-title": "A resource has a title that is no text, or an empty one.",
    "unknown-resource": "A resource is referred to that the catalog does not have.",
    "unknown-file": "A template or file is read that its module does not have.",
    "bad-type": "A type is given parameters that it does not take.",
    "not-numeric": "An operator needs a number and gets something else.",
    "numeric-coercion": "A text that looks like a number is used as one.",
    "operator-not-applicable": "An operator is used on a value that it means nothing for.",
    "comparison-not-possible": "Two values are compared that have no order.",
    "match-not-string": "A regular expression is matched against something that is no text.",
    "match-not-regexp": "Something is matched that is neither a regular expression nor a type.",
    "div-by-zero": "A number is divided by zero.",
    "result-is-infinity": "A calculation gives a number too large for a Float.",
    "unmatched-selector": "No option of a selector matches, and there is no default.",
    "illegal-multi-assignment": "A list of variables gets a list of another length, or a hash without their names.",
    "illegal-relationship": "An arrow leads to or from something that is no resource.",
    "illegal-jump": "`break`, `next` or `return` is called where there is nothing to leave.",
    "illegal-resource-type": "A resource expression, its defaults or an override has something else than a type before its braces.",
    "type-mismatch": "A value is used where another kind of value is needed.",
    "evaluation-error": "An expression fails whenever it is evaluated.",
    "wrong-value": "An attribute of a resource has a value that it never takes.",
    "circular-inheritance": "A class inherits from itself, directly or through others.",
    "dependency-cycle": "Resources have to come before each other.",
}
_WARNING = {
    "capture-without-match": "A capture of a regular expression is used where none has matched.",
    "unknown-type": "A type alias mentions a type that does not exist.",
    "selector-without-default": "A selector has no default, and its value may be another than its options.",
}
_INFO = {
    "possibly-unset-variable": "A variable is used that only some branches have set.",
    "always-fails": "`fail` is called without a condition.",
}

FINDINGS: dict[str, Issue] = {
    code: Issue(code, severity, summary, Page("puppet_typesys.infer", f"pages/{code}.md"))
    for severity, summaries in ((Severity.ERROR, _ERROR), (Severity.WARNING, _WARNING), (Severity.INFO, _INFO))
    for code, summary in summaries.items()
}
