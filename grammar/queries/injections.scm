; Other languages inside of Puppet.
; `#set!` stands before `#match?`: some versions of the Python binding crash on the other order.

((comment) @injection.content
  (#set! injection.language "comment"))

((regex) @injection.content
  (#set! injection.language "regex"))

; The text of a heredoc with a syntax tag, where it follows in the same statements or attributes.
((_
  (heredoc_tag) @_tag)
  .
  ","?
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.language "json")
  (#match? @_tag ":\\s*json(\\s|[)/])"))

((_
  (heredoc_tag) @_tag)
  .
  ","?
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.language "yaml")
  (#match? @_tag ":\\s*ya?ml(\\s|[)/])"))

((_
  (heredoc_tag) @_tag)
  .
  ","?
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.language "puppet")
  (#match? @_tag ":\\s*(pp|puppet)(\\s|[)/])"))

((_
  (heredoc_tag) @_tag)
  .
  ","?
  .
  (heredoc_body
    (heredoc_text) @injection.content)
  (#set! injection.language "bash")
  (#match? @_tag ":\\s*(ba)?sh(\\s|[)/])"))
