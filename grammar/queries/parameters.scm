; Parameters, and the definitions, lambdas and templates that they belong to. The language server shows their uses by it.

(parameter
  name: (variable) @variable.parameter)

[
  (class_definition)
  (function_definition)
  (lambda)
  (plan_definition)
  (resource_type_definition)
  (source_file)
] @scope
