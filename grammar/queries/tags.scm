; Names for lists of symbols: what a file defines, and what it refers to.

((comment)* @doc
  .
  (class_definition
    name: (_) @name) @definition.class
  (#strip! @doc "^#\\s*"))

((comment)* @doc
  .
  (resource_type_definition
    name: (_) @name) @definition.class
  (#strip! @doc "^#\\s*"))

((comment)* @doc
  .
  (function_definition
    name: (_) @name) @definition.function
  (#strip! @doc "^#\\s*"))

((comment)* @doc
  .
  (plan_definition
    name: (_) @name) @definition.function
  (#strip! @doc "^#\\s*"))

((comment)* @doc
  .
  (type_alias
    name: (_) @name) @definition.type
  (#strip! @doc "^#\\s*"))

(node_definition
  (_) @name) @definition.module

(call
  function: (name) @name) @reference.call

(method_call
  name: (name) @name) @reference.call

(resource
  .
  (name) @name) @reference.class

(type_reference) @name @reference.type
