; Indentation: what begins a deeper level, and what ends it.

[
  (array)
  (block)
  (call)
  (case)
  (class_resource)
  (collector)
  (hash)
  (method_call)
  (parameters)
  (parenthesized)
  (resource)
  (resource_body)
  (selector)
  (untitled_resource)
] @indent.begin @indent

[
  "}"
  "]"
  ")"
  "|>"
  "|>>"
] @indent.branch @indent.end @outdent

[
  (comment)
  (regex)
  (string)
  (interpolated_string)
] @indent.auto

(heredoc_body) @indent.ignore
