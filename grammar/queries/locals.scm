; Scopes, and the variables that are known in them.

[
  (source_file)
  (class_definition)
  (function_definition)
  (lambda)
  (node_definition)
  (plan_definition)
  (resource_type_definition)
] @local.scope

(parameter
  name: (variable) @local.definition.parameter)

(assignment
  .
  (variable) @local.definition.var)

(assignment
  .
  (array
    (variable) @local.definition.var))

(class_definition
  name: (_) @local.definition.type)

(resource_type_definition
  name: (_) @local.definition.type)

(type_alias
  name: (_) @local.definition.type)

(function_definition
  name: (_) @local.definition.function)

(plan_definition
  name: (_) @local.definition.function)

(variable) @local.reference
