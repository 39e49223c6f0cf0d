; Other languages inside of Puppet.

((comment) @injection.content
  (#set! injection.language "comment"))

((regex) @injection.content
  (#set! injection.language "regex"))

; The text of a heredoc with a syntax tag, where it follows in the same statement or attribute list.
((_
  (heredoc_tag) @_tag)
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*json\\b")
  (#set! injection.language "json"))

((_
  (heredoc_tag) @_tag)
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*ya?ml\\b")
  (#set! injection.language "yaml"))

((_
  (heredoc_tag) @_tag)
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*(pp|puppet)\\b")
  (#set! injection.language "puppet"))

((_
  (heredoc_tag) @_tag)
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*(ba)?sh\\b")
  (#set! injection.language "bash"))

((_
  (heredoc_tag) @_tag)
  .
  ","
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*json\\b")
  (#set! injection.language "json"))

((_
  (heredoc_tag) @_tag)
  .
  ","
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#match? @_tag ":\\s*ya?ml\\b")
  (#set! injection.language "yaml"))
