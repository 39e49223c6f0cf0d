; Colours. Where two patterns capture the same node, the later one counts.

; ---- words and literals

(comment) @comment
(number) @number
(boolean) @boolean
(undef) @constant.builtin
(default) @constant.builtin
(regex) @string.regexp
(string) @string
(unclosed_string) @string
(interpolated_string) @string
(heredoc_tag) @string
(heredoc_text) @string
(heredoc_end) @string
(name) @constant
(bare_word) @string
(host_name) @constant
(type_reference) @type
(variable) @variable
(reserved_word) @keyword
(keyword_value) @constant

((variable) @variable.builtin
  (#any-of? @variable.builtin "$facts" "$trusted" "$server_facts" "$title" "$name" "facts" "trusted" "server_facts" "title" "name"))

(interpolation
  (interpolation_start) @punctuation.special
  "}" @punctuation.special)

; ---- templates

(tag_open) @tag
(tag_close) @tag
(render_text) @none

; ---- keywords

[
  "class"
  "define"
  "function"
  "inherits"
  "node"
  "plan"
  "type"
] @keyword

[
  "case"
  "else"
  "elsif"
  "if"
  "unless"
] @keyword.conditional

[
  "and"
  "in"
  "or"
] @keyword.operator

"apply" @function.builtin

; ---- operators and punctuation

[
  "="
  "+="
  "-="
  "->"
  "~>"
  "<-"
  "<~"
  "=>"
  "+>"
  "=="
  "!="
  "<"
  "<="
  ">"
  ">="
  "=~"
  "!~"
  "!"
  "+"
  "-"
  "*"
  "/"
  "%"
  "<<"
  ">>"
  "?"
  "@"
  "@@"
] @operator

[
  "("
  ")"
  "["
  "]"
  "{"
  "}"
  "|"
  "<|"
  "|>"
  "<<|"
  "|>>"
] @punctuation.bracket

[
  ","
  ";"
  ":"
  "."
] @punctuation.delimiter

(interpolation
  "}" @punctuation.special)

; ---- what names mean in their places

(access
  .
  (name) @type)

(resource
  .
  (name) @type)

(virtual_resource
  (untitled_resource
    .
    (name) @type))

(collector
  .
  (name) @type)

(class_resource
  "class" @type)

(attribute
  name: (name) @property)

(pair
  .
  (name) @property)

(call
  function: (name) @function.call)

(method_call
  name: (name) @function.method.call)

; Functions that may be called without parentheses: the table STATEMENT_CALLS of puppet_grammar/lowering/statements.py.

(block
  statement: (name) @function.builtin
  (#any-of? @function.builtin
    "break" "contain" "debug" "err" "fail" "import" "include" "info" "next" "notice" "realize" "require" "return" "tag" "warning"))

(source_file
  statement: (name) @function.builtin
  (#any-of? @function.builtin
    "break" "contain" "debug" "err" "fail" "import" "include" "info" "next" "notice" "realize" "require" "return" "tag" "warning"))

(call
  function: (name) @function.builtin
  (#any-of? @function.builtin
    "alert" "break" "contain" "crit" "debug" "emerg" "err" "fail" "import" "include" "info" "next" "notice" "realize" "require" "return"
    "tag" "warning"))

((name) @function.builtin
  .
  [
    (name) @type.class
    (argument_list
      (name) @type.class)
  ]
  (#any-of? @function.builtin "contain" "include" "require"))

(call
  function: (name) @function.builtin
  (name) @type.class
  (#any-of? @function.builtin "contain" "include" "require"))

(parameter
  name: (variable) @variable.parameter)

; ---- definitions

(class_definition
  name: (_) @type.class.definition)

(class_definition
  parent: (_) @type.class)

(resource_type_definition
  name: (_) @type.definition)

(function_definition
  name: (_) @function.definition)

(plan_definition
  name: (_) @function.definition)

(type_alias
  name: (_) @type.definition)

(type_definition
  name: (_) @type.definition)
