/**
 * Puppet 8 manifests and EPP templates.
 *
 * The levels are the reference's own: statement > assignment > relationship > resource > expression; so is the table of
 * precedences. The grammar accepts what has the shape of Puppet; what the reference refuses beyond that (forms of numbers and
 * names, escapes, which names are statements, which expressions can be resources) is decided when the tree is lowered.
 *
 * Whatever depends on more than the next characters is a token of src/scanner.c: strings, heredocs, regular expressions
 * against division, brackets and parentheses whose meaning depends on white space, and the tags of templates.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const PREC = {
  LOW: -10,
  RENDER: -9,
  COMMA: -8,
  ARROW: -7,
  EDGE: -6,
  ASSIGN: -5,
  VIRTUAL: -4,
  BRACE: -3,
  OR: 1,
  AND: 2,
  SELECT: 3,
  COMPARE: 4,
  EQUAL: 5,
  SHIFT: 6,
  ADD: 7,
  MULTIPLY: 8,
  MATCH: 9,
  IN: 10,
  MINUS: 11,
  SPLAT: 12,
  NOT: 13,
  COLLECT: 14,
  ACCESS: 15,
  DOT: 16,
  CALL: 17,
  LAMBDA: 18,
};

// Operators that are tokens of the scanner.
const WORD = { '/': $ => $._divide, 'and': $ => $._and, 'or': $ => $._or, 'in': $ => $._in };

const BINARY = [
  ['or', PREC.OR],
  ['and', PREC.AND],
  ['<', PREC.COMPARE],
  ['<=', PREC.COMPARE],
  ['>', PREC.COMPARE],
  ['>=', PREC.COMPARE],
  ['==', PREC.EQUAL],
  ['!=', PREC.EQUAL],
  ['<<', PREC.SHIFT],
  ['>>', PREC.SHIFT],
  ['+', PREC.ADD],
  ['-', PREC.ADD],
  ['*', PREC.MULTIPLY],
  ['/', PREC.MULTIPLY],
  ['%', PREC.MULTIPLY],
  ['=~', PREC.MATCH],
  ['!~', PREC.MATCH],
  ['in', PREC.IN],
];

// Keywords that may name an attribute; `true` and `false` may not.
const ATTRIBUTE_KEYWORDS = [
  'and', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'function', 'if', 'in', 'inherits', 'node', 'or', 'private',
  'type', 'undef', 'unless',
];

const RESERVED = [
  'and', 'attr', 'case', 'class', 'default', 'define', 'else', 'elsif', 'false', 'function', 'if', 'in', 'inherits', 'node', 'or',
  'private', 'true', 'type', 'undef', 'unless',
];

/** One or more, separated. */
const list = (rule, separator = ',') => seq(rule, repeat(seq(separator, rule)));
/** One or more, separated by commas, with an optional one at the end. */
const commaList = rule => seq(list(rule), optional(','));

export default grammar({
  name: 'puppet',
  word: $ => $.name,

  externals: $ => [
    $._manifest_start, // nothing wide, first in a manifest
    $._template_start, // nothing wide, first in a template
    $.string, // '...', or "..." without interpolation
    $.unclosed_string, // a quote without its partner, up to the end of the line
    $.string_start, // " of a string with interpolation
    $._string_end,
    $.string_unclosed, // nothing wide, where such a string is given up
    $._string_text,
    $._string_variable, // $name in a string or heredoc
    $.interpolation_start, // ${
    $._interpolated_name, // a name, number or keyword that means a variable: directly behind ${
    $.heredoc_tag, // @(END)
    $._heredoc_start, // the line feed before the text
    $.heredoc_text,
    $.heredoc_end, // the line with the end tag
    $._heredoc_unclosed, // nothing wide, at the end of a text without end
    $.regex,
    $._divide,
    $._block_comment,
    $._unclosed_comment,
    $._access_bracket, // [ without white space before it
    $._call_parenthesis, // ( that is not first on its line
    $._selector_brace, // { behind ?
    $._after_brace, // never found: asking for it says that a } (or the like) was just read
    $._after_interpolation_start, // likewise for ${
    $.render_text, // text of a template
    $.tag_open, // <% and <%-
    $.tag_close, // %> and -%> of these
    $._render_start, // <%=
    $._render_end, // %> and -%> of it
    $._plan, // the keyword of a plan's definition; any other `plan` is a name
    $._apply, // likewise for `apply(`
    // Keywords that follow an expression, where no name could: they have to end where a name would.
    $._and,
    $._or,
    $._in,
    $._else,
    $._elsif,
    $._recovering, // never in a rule: asking for it says that the parser recovers from an error
  ],

  extras: $ => [
    /[ \t\r\n\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/,
    $.comment,
    $.heredoc_body,
    $.tag_open,
    $.tag_close,
  ],

  // Families of nodes, for queries: `(expression)`, `(expression/call)`. They are not in the tree.
  supertypes: $ => [$.statement, $.expression, $.definition, $.type],

  inline: $ => [$._bodies, $._parameters],

  reserved: {
    global: _ => RESERVED,
  },

  rules: {
    source_file: $ => choice(
      seq($._manifest_start, optional($._statements)),
      seq($._template_start, optional(field('parameters', $.template_parameters)), optional($._statements)),
    ),

    template_parameters: $ => prec(PREC.LAMBDA, seq('|', optional($._parameters), '|')),

    comment: $ => choice(/#[^\n]*/, $._block_comment, $._unclosed_comment),

    // ---- statements

    _statements: $ => list(field('statement', $.statement), optional(';')),
    statement: $ => choice(prec(PREC.LOW, $._assignment), $.argument_list),

    // `notice 1, 2`: the name is the statement before it
    argument_list: $ => prec.left(PREC.LOW, seq(
      field('argument', $._assignment),
      repeat1(prec.left(PREC.LOW, seq(',', field('argument', $._assignment)))),
    )),

    _assignment: $ => choice(prec(PREC.LOW, $._relationship), $.assignment),
    assignment: $ => prec.right(PREC.ASSIGN, seq(
      field('left', $._relationship),
      field('operator', choice('=', '+=', '-=')),
      field('right', $._assignment),
    )),

    _relationship: $ => choice(prec(PREC.LOW, $._resource), $.relationship),
    relationship: $ => prec.left(PREC.EDGE, seq(
      field('left', $._relationship),
      field('operator', choice('->', '~>', '<-', '<~')),
      field('right', $._resource),
    )),

    block: $ => seq('{', optional($._statements), $._close),

    // ---- resources

    _resource: $ => choice(
      prec(PREC.LOW, $.expression),
      $.virtual_resource,
      $.resource,
      $.class_resource,
      $.untitled_resource,
    ),
    virtual_resource: $ => prec.right(PREC.VIRTUAL, seq(field('operator', choice('@', '@@')), field('resource', $._resource))),
    resource: $ => prec.left(PREC.BRACE, seq(field('type', $._resource), '{', $._bodies, $._close)),
    class_resource: $ => seq(field('type', 'class'), '{', $._bodies, $._close),
    _bodies: $ => seq(list(field('body', $.resource_body), ';'), optional(';')),
    // defaults, overrides, and `notice { a => 1 }`
    untitled_resource: $ => prec.left(PREC.BRACE, seq(field('target', $._resource), '{', optional($._attributes), $._close)),
    resource_body: $ => seq(field('title', $.expression), ':', optional($._attributes)),
    _attributes: $ => choice(commaList(field('attribute', $.attribute)), seq(',', optional(commaList(field('attribute', $.attribute))))),
    attribute: $ => seq(
      choice(
        seq(field('name', $._attribute_name), field('operator', choice('=>', '+>'))),
        seq('*', field('operator', '=>')),
      ),
      field('value', $.expression),
    ),
    _attribute_name: $ => choice($.name, ...ATTRIBUTE_KEYWORDS.map(keyword => alias(keyword, $.name))),

    // ---- expressions

    expression: $ => choice(
      $.variable,
      $.name,
      $.bare_word,
      $.type_reference,
      $.number,
      $.boolean,
      $.default,
      $.undef,
      $.reserved_word,
      $._text,
      $.regex,
      $.array,
      $.hash,
      $.parenthesized,
      $.binary,
      $.unary,
      $.selector,
      $.access,
      $.call,
      $.method_call,
      $.collector,
      $.case,
      $.if,
      $.unless,
      $.definition,
      $.apply,
      alias($._interpolated_name, $.variable),
      $.render_text,
      $.render,
    ),

    boolean: _ => choice('true', 'false'),
    // Behind these, too, the reference reads a slash as the start of a regular expression.
    default: $ => prec.right(seq('default', optional($._after_brace))),
    undef: $ => prec.right(seq('undef', optional($._after_brace))),
    reserved_word: $ => prec.right(seq(choice('private', 'attr'), optional($._after_brace))),

    _text: $ => choice($.string, $.unclosed_string, $.interpolated_string, $.heredoc_tag),

    parenthesized: $ => seq($._parenthesis, field('expression', $._assignment), ')'),

    binary: $ => choice(...BINARY.map(([operator, level]) => prec.left(level, seq(
      field('left', $.expression),
      field('operator', operator in WORD ? alias(WORD[operator]($), operator) : operator),
      field('right', $.expression),
    )))),

    unary: $ => choice(
      prec.right(PREC.NOT, seq(field('operator', '!'), field('operand', $.expression))),
      prec.right(PREC.MINUS, seq(field('operator', '-'), field('operand', $.expression))),
      prec.right(PREC.SPLAT, seq(field('operator', '*'), field('operand', $.expression))),
    ),

    selector: $ => prec.left(PREC.SELECT, seq(
      field('value', $.expression),
      '?',
      choice(
        field('entry', $.selector_entry),
        seq(alias($._selector_brace, '{'), commaList(field('entry', $.selector_entry)), $._close),
      ),
    )),
    selector_entry: $ => prec.right(PREC.ARROW, seq(field('pattern', $.expression), '=>', field('value', $.expression))),

    access: $ => prec.left(PREC.ACCESS, seq(
      field('value', $.expression),
      alias($._access_bracket, '['),
      commaList(field('key', $._access_argument)),
      ']',
    )),
    _access_argument: $ => choice(prec(PREC.LOW, $.expression), $.pair),

    array: $ => seq(choice('[', alias($._access_bracket, '[')), optional(commaList(field('element', $._element))), ']'),
    _element: $ => choice($._argument, $._keyword_value),
    _keyword_value: $ => choice(alias('type', $.keyword_value), alias('function', $.keyword_value)),

    hash: $ => seq('{', optional(commaList(field('pair', $.pair))), $._close),
    pair: $ => prec.left(PREC.ARROW, seq(
      field('key', choice($._assignment, $._keyword_value)),
      '=>',
      field('value', choice($._assignment, $._keyword_value)),
    )),

    // ---- calls

    call: $ => prec.right(PREC.CALL, seq(
      field('function', choice($.expression, alias('type', $.name))),
      alias($._call_parenthesis, '('),
      optional(commaList(field('argument', $._argument))),
      ')',
      optional(field('lambda', $.lambda)),
    )),
    // Unlike a call, a method call takes no comma behind its last argument.
    method_call: $ => choice(
      prec.right(PREC.LAMBDA, seq(
        $._method,
        alias($._call_parenthesis, '('),
        optional(list(field('argument', $._argument))),
        ')',
        optional(field('lambda', $.lambda)),
      )),
      prec.right(PREC.DOT, seq($._method, optional(field('lambda', $.lambda)))),
    ),
    _method: $ => prec.left(PREC.DOT, seq(
      field('receiver', $.expression), '.', field('name', choice($.name, alias('type', $.name))),
    )),
    _argument: $ => choice(prec(PREC.LOW, $._assignment), $.pair),
    lambda: $ => prec(PREC.LAMBDA, seq('|', optional($._parameters), '|', optional($._return_type), field('body', $.block))),

    collector: $ => prec.right(PREC.COLLECT, seq(
      field('type', $.expression),
      field('query', choice($.virtual_query, $.exported_query)),
      optional(prec(PREC.COLLECT, seq('{', optional($._attributes), $._close))),
    )),
    virtual_query: $ => seq('<|', optional(field('condition', $.expression)), '|>'),
    exported_query: $ => seq('<<|', optional(field('condition', $.expression)), '|>>'),

    // ---- conditions

    if: $ => prec.right(seq(
      'if',
      field('condition', $.expression),
      field('consequence', $.block),
      repeat(field('alternative', $.elsif)),
      optional(field('alternative', $.else)),
    )),
    elsif: $ => seq(alias($._elsif, 'elsif'), field('condition', $.expression), field('consequence', $.block)),
    else: $ => seq(alias($._else, 'else'), field('body', $.block)),
    unless: $ => prec.right(seq(
      'unless',
      field('condition', $.expression),
      field('consequence', $.block),
      optional(field('alternative', $.else)),
    )),
    case: $ => seq('case', field('value', $.expression), '{', repeat1(field('option', $.case_option)), $._close),
    case_option: $ => seq(list(field('pattern', $.expression)), ':', field('body', $.block)),

    // ---- definitions

    definition: $ => choice(
      $.class_definition,
      $.resource_type_definition,
      $.function_definition,
      $.plan_definition,
      $.node_definition,
      $.type_alias,
      $.type_definition,
    ),

    class_definition: $ => seq(
      'class',
      field('name', $._definition_name),
      optional(field('parameters', $.parameters)),
      optional(seq('inherits', field('parent', choice($._definition_name, $.default)))),
      field('body', $.block),
    ),
    resource_type_definition: $ => seq(
      'define',
      field('name', $._definition_name),
      optional(field('parameters', $.parameters)),
      field('body', $.block),
    ),
    function_definition: $ => seq(
      'function',
      field('name', $._definition_name),
      optional(field('parameters', $.parameters)),
      optional($._return_type),
      field('body', $.block),
    ),
    plan_definition: $ => prec(1, seq(
      alias($._plan, 'plan'),
      field('name', $._definition_name),
      optional(field('parameters', $.parameters)),
      field('body', $.block),
    )),
    apply: $ => prec.right(PREC.LAMBDA, seq(
      alias($._apply, 'apply'),
      alias($._call_parenthesis, '('),
      optional(commaList(field('argument', $._argument))),
      ')',
      optional(choice(field('lambda', $.lambda), field('body', $.block))),
    )),

    // `class` and strings are refused when lowering, with a better message than "syntax error".
    _definition_name: $ => choice($.name, $.bare_word, $.type_reference, $.string, alias('class', $.name)),

    node_definition: $ => seq(
      'node',
      commaList(field('host', $._host)),
      optional(field('parent', $.node_parent)),
      field('body', $.block),
    ),
    node_parent: $ => seq('inherits', field('host', $._host)),
    _host: $ => choice($.host_name, $._text, $.bare_word, $.default, $.regex),
    host_name: $ => list(field('part', choice($.name, $.number)), '.'),

    type_alias: $ => prec.right(seq(
      'type',
      field('name', $.type),
      '=',
      choice(
        seq(field('parent', $.type_reference), field('value', $.hash)),
        field('value', choice($.alias_type, $.type_reference, $.hash, $.array)),
      ),
    )),
    alias_type: $ => prec(1, seq(
      field('type', $.type_reference),
      alias($._access_bracket, '['),
      commaList(field('argument', $._access_argument)),
      ']',
    )),
    type_definition: $ => seq(
      'type',
      field('name', $.type_reference),
      optional(seq('inherits', field('parent', $.type_reference))),
      field('body', $.block),
    ),

    parameters: $ => seq($._parenthesis, optional($._parameters), ')'),
    _parameters: $ => commaList(field('parameter', $.parameter)),
    parameter: $ => seq(
      optional(field('type', $.type)),
      optional('*'),
      field('name', $.variable),
      optional(seq('=', field('value', $.expression))),
    ),
    _return_type: $ => seq('>>', field('returns', $.type)),
    type: $ => choice(prec.right(PREC.LOW, $.type_reference), $.parameter_type),
    parameter_type: $ => prec(1, seq(
      field('type', $.type_reference),
      alias($._access_bracket, '['),
      list(field('argument', $._access_argument)),
      ']',
    )),

    // ---- templates

    render: $ => seq(
      field('open', alias($._render_start, $.tag_open)),
      field('value', choice($.expression, alias($._render_block, $.block))),
      field('close', alias($._render_end, $.tag_close)),
    ),

    _render_block: $ => seq('{', $._statements, $._close),

    // ---- strings

    interpolated_string: $ => seq(
      field('open', $.string_start),
      repeat(choice($._string_text, field('content', choice(alias($._string_variable, $.variable), $.interpolation)))),
      field('close', choice(alias($._string_end, '"'), $.string_unclosed)),
    ),
    interpolation: $ => seq(
      field('open', $.interpolation_start),
      optional($._after_interpolation_start),
      field('value', $._assignment),
      $._close,
    ),

    heredoc_body: $ => seq(
      $._heredoc_start,
      repeat(field('content', choice($.heredoc_text, alias($._string_variable, $.variable), $.interpolation))),
      choice(field('close', $.heredoc_end), $._heredoc_unclosed),
    ),

    // ---- tokens

    _parenthesis: $ => choice('(', alias($._call_parenthesis, '(')),
    _close: $ => prec.right(seq('}', optional($._after_brace))),

    name: _ => /(::)?[a-z]\w*(::[a-z]\w*)*/,
    bare_word: _ => /(::)?[a-z_]([\w-]*\w)?(::[a-z_]([\w-]*\w)?)*/,
    type_reference: _ => /(::)?[A-Z]\w*(::[A-Z]\w*)*/,
    variable: _ => /\$((::)?(\w+::)*\w+)?/,
    number: _ => /0[xX]\w*|\d+(\.\d+)?\w*|\d+(\.\d+)?[eE]-\d+\w*/,
  },
});
