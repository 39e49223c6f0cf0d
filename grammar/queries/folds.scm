; Parts that can be folded.

[
  (array)
  (block)
  (call)
  (case)
  (class_resource)
  (collector)
  (comment)
  (hash)
  (heredoc_body)
  (method_call)
  (parameters)
  (resource)
  (resource_body)
  (selector)
  (template_parameters)
  (untitled_resource)
] @fold
