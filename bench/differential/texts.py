"""Literals, interpolation, heredocs, templates, keywords, and invalid code."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

from bench.differential.groups import group
from bench.differential.material import hash_text, integer, number, string, type_text, value


@group("literals:value")
def literal(random: Random) -> str:
    return value(random, 3)


@group("literals:numbers")
def numerals(random: Random) -> str:
    text = random.choice(
        "0 00 007 08 0x1F 0X1f 0xG 1.0 1. .5 1e3 1E-3 1e 1.5e+2 9223372036854775807 9223372036854775808 0xFFFFFFFFFFFFFFFF 1_0 0b1 1.2.3 1e400 0x 12ab 0777777777777777777777 -9223372036854775808 1.e3 0.0 1e0".split()
    )
    return random.choice(["{0}", "-{0}", "{0} + 1", "- {0}", "[{0}]", "{0}.abs", '"${{{0}}}"', "$x = {0}\n$x"]).format(text)


@group("literals:escapes")
def escapes(random: Random) -> str:
    pieces = [
        "\\n",
        "\\t",
        "\\s",
        "\\\\",
        "\\'",
        '\\"',
        "\\$",
        "\\u00e9",
        "\\u{1F600}",
        "\\q",
        "\\r",
        "\\0",
        "a",
        " ",
        "ö",
        "$",
        "${",
        "}",
        "#",
        "\\u12",
        "\n",
        "%",
        "\\\n",
        "'",
        "$a",
        "{",
    ]
    body = "".join(random.choice(pieces) for _ in range(random.randint(1, 5)))
    return random.choice(["'{0}'", '"{0}"', '"{0}"', 'notice("{0}")', '$a = 1\n"{0}"']).format(body)


@group("interpolation")
def interpolation(random: Random) -> str:
    inside = random.choice(
        [
            "$v", "${{v}}", "${{$v}}", "${{v[0]}}", "${{v['a']}}", "${{v.length}}", "${{v.upcase}}", "${{v[0][1]}}", "${{v + 1}}", "${{$v + 1}}", "$v[0]", "$v.a", "${{v.map |$x| {{ $x }}}}", "${{[1, 2]}}", "${{ v }}", "${{v }}", "${{if true {{ $v }}}}", "${{'x'}}", "${{\"n${{v}}\"}}", "${{v == 1}}", "${{-1}}", "${{{{a => 1}}}}", "${{v::w}}", "${{::v}}", "${{1}}",
            "${{type(v)}}", "${{type($v)}}", "${{default}}", "${{undef}}", "${{v ? {{ 1 => a, default => b }}}}", "${{Integer}}", "${{v, 1}}", "${{}}", "$", "$$", "${{v-x}}", "$v-x", "$v::w", "${{v.then |$q| {{ $q }}}}", "${{*$v}}", "${{nope}}", "$nope", "${{v['a']['b'].length}}", "${{case 1 {{ 1: {{ $v }} }}}}", "${{$v.length}}", "${{notice($v)}}", "${{class}}", "${{node}}", "${{if}}",
        ]
    ).format()  # fmt: skip
    return f'$v = {value(random)}\n"<{inside}>"'


@group("literals:heredoc")
def heredocs(random: Random) -> str:
    tag = random.choice(
        [
            "END",
            '"END"',
            "END/n",
            '"END"/n',
            '"END"/$n',
            '"END":json',
            "END:json",
            '"END"/L',
            "END/t",
            '"END"/tsrnu$L',
            "END/",
            '"END":nosuch',
            "END:yaml",
            ' "END" / n ',
            "END/x",
            '"END"/u',
        ]
    )
    lines = [
        random.choice(
            [
                "a",
                "  b",
                "",
                "\tc",
                "${1 + 2}",
                "$v",
                "x\\ny",
                "\\tq",
                '{"a": 1}',
                "- 1",
                "  [1, 2]",
                "a: b",
                "line \\",
                "END x",
                "| y",
                "é\\u00e9",
                "\\$v",
                "{bad",
                "<% 1 %>",
                "  - END",
            ]
        )
        for _ in range(random.randint(0, 3))
    ]
    end = random.choice(["END", "| END", "  | END", "|- END", "  END", "-END", "- END", " |-END", "    | END"])
    body = "\n".join([*lines, end])
    return (
        random.choice(["$v = 'V'\n@({0})\n{1}\n", "@({0})\n{1}\n", "[@({0}), 'm']\n{1}\n", "$x = @({0}).upcase\n{1}\n$x"])
        .replace("{0}", tag)
        .replace("{1}", body)
    )


@group("fn:epp")
def templates(random: Random) -> str:
    parts = "".join(
        random.choice(
            [
                "text ",
                "<%= $x %>",
                "<%= 1 + 2 %>",
                "<% if $x { %>yes<% } else { %>no<% } %>",
                "\\n",
                "<%- 5 -%>\\n",
                "  <%- $y = 1 -%>  \\n",
                "<%# c %>",
                "<%% <%= %%>",
                "<% [1, 2].each |$i| { %><%= $i %>,<% } %>",
                "<%= $x -%>\\n",
                "<%= [1, $x] %>",
                "<%= $nope %>",
                "%>",
                "<% $x %>",
                "<%= $y %>",
                "<%-= 1 %>",
            ]
        )
        for _ in range(random.randint(1, 4))
    )
    parameters = random.choice(
        [
            "",
            "",
            "<%- | $x | -%>",
            "<%- | $x = 1, $y = 2 | -%>\\n",
            f"<%- | {type_text(random, 1)} $x | -%>",
            "<% | Integer $x, String $y = 'd' | %>",
        ]
    )
    given = random.choice(
        ["", f", {{x => {value(random, 1)}}}", f", {{'x' => {number(random)}, 'y' => {string(random)}}}", ", {z => 1}", ", 5"]
    )
    text = (parameters + parts).replace("$", "\\$")
    return f"$x = 'outer'\ninline_epp(\"{text}\"{given})" if random.random() < 0.3 else f'inline_epp("{text}"{given})'


WORDS = "and application attr case component consumes default define else elsif environment false function if import in inherits node or private produces site true type undef unless class plan apply foo Foo foo::bar ::foo Foo::Bar foo-bar foo. a::B Integer string 1a _a a.b".split()


@group("lexical:keywords")
def keywords(random: Random) -> str:
    form = random.choice(
        [
            "{0}",
            "[{0}]",
            "{{ {0} => 1 }}",
            "${0} = 1\n${0}",
            "$x = {0}\n$x",
            "notice({0})",
            "function {0}() {{ 1 }}\n{0}()",
            "class {0} {{ }}",
            "define {0}() {{ }}",
            "type {0} = Integer",
            "1.{0}",
            "'a'.{0}()",
            "notify {{ {0}: }}",
            "notify {{ a: {0} => 1 }}",
            "{0}::x",
            "x::{0}",
            '"${0}"',
            '"${{{0}}}"',
            "{0}[1]",
            "{0}(1)",
            "function f(${0}) {{ ${0} }}\nf(1)",
            "{0} {{ 'a': }}",
            "node {0} {{ }}",
            "{{ a => {0} }}",
            "1 ? {{ {0} => 2, default => 3 }}",
        ]
    )
    return form.format(random.choice(WORDS))


@group("validation")
def validation(random: Random) -> str:
    v, t = value(random, 1), type_text(random, 1)
    form = random.choice(
        [
            "{0} = 1", "1 = {0}", "$a[0] = {0}", "{0} += 1", "[{0}, 2] = [1, 2]", "if {0} {{ class x {{ }} }}", "notify {{ {0} }}", "{0} -> {0}", "{0} {0}", "{0}; 1", "[1, 2", "(1", "{{a => }}", "{{a}}", "$a ++", "@@", "function f(5 $a) {{ 1 }}", "class c($a, $a) {{ }}", "1\n{0}", "{0}\n{1}\n2", "notice({0}", "}}", "case {0} {{ }}", "case {0} {{ default: {{ 1 }} default: {{ 2 }} }}", "{0} ? {{ }}", "{0} ? {{ default => 1, default => 2 }}", "{{a => 1, a => 2}}", "{{1 => a, 1 => {0}}}", "node x.y {{ }}", "node \"a${{b}}\" {{ }}", "class a::1 {{ }}", "class 'x' {{ }}", "define d {{ {0} }}", "{0} <| |>", "Foo <| a == {0} |>", "foo <| |>", "notify {{ a: x +> 1 }}", "Notify['a'] {{ x +> {0} }}", "@file {{ 'a': * => {0} }}", "type X = {1}", "type x = {1}", "type X::Y = {0}", "function f($a, *$b, $c) {{ 1 }}", "function f(&$a, $b) {{ 1 }}", "return {0}", "import 'x'", "$x = class c {{ }}", "$a = function f() {{ }}", "import", "! {0}", "* {0}", "/* {0}", "# {0}", "'{0}", "\"a", "/x", "@(A)", "%", "1 +", "== 1", "a.b.c", "{0}.", "{0}.1", "{0}[", "{0}[]", "|$x| {{ 1 }}", "with({0}) |$x|", "[1].each {{ 1 }}", "[1].each |x| {{ 1 }}", "unless {0} {{ 1 }} elsif 2 {{ 3 }}", "if {0} 1", "{0} and", "not {0}", "$", "$1 = {0}", "$a::b = {0}", "1 2 3", "'a' 'b'", "undef = 1", "class c {{ function f() {{ 1 }} }}", "class c inherits default {{ }}", "class c inherits c {{ }}", "define d() inherits x {{ }}", "application a {{ }}", "site {{ {0} }}", "node default, default {{ }}", "node default {{ }} node default {{ }}", "$a =~ {0} =~ {0}", "[*]", "\\", "`x`", "é", "a => 1", "=> 1", "f(a => {0})", "f(*[{0}])", "[a => 1]", "[1, a => 2]", "notice a => {0}", "notify {{ 'a': message => {0}; }}", "notify {{ 'a', 'b': }}", "notify {{ : }}", "notify {{ 'a' message => 1 }}", "Notify {{ a => 1, }}", "notify {{ 'a': message => 1, message => 2 }}",
        ]
    )  # fmt: skip
    return form.format(v, t)


@group("ops:precedence")
def precedence(random: Random) -> str:
    operators = "+ - * / % << >> == != < > <= >= =~ !~ in and or ?".split()
    parts = [
        random.choice([integer(random), "-" + integer(random).lstrip("-"), "!" + integer(random), "true", "'a'", "Integer", "/a/", "[1]"])
    ]
    for _ in range(random.randint(1, 4)):
        op = random.choice(operators)
        parts.append(
            "? { 1 => 2, default => 3 }"
            if op == "?"
            else f"{op} {random.choice([integer(random), 'true', 'Integer', '[1]', '(1 + 2)', '-(3)', '*[1]'])}"
        )
    return "$r = " + " ".join(parts) + "\n$r"


@group("deferred")
def deferred(random: Random) -> str:
    v = value(random, 1)
    return random.choice(
        [
            f"Deferred('upcase', [{v}])",
            f"Deferred('upcase', [{v}]).call",
            f"$d = Deferred('join', [{v}])\n[$d.name, $d.arguments]",
            f"Deferred({v})",
            f"upcase(Deferred('upcase', [{v}]))",
            f"Deferred('x') =~ {type_text(random, 1)}",
            f"type(Deferred('x', [{v}]))",
            f"Deferred('x', {hash_text(random, 1)})",
            f"\"${{Deferred('upcase', [{v}])}}\"",
            f"Deferred('x') == Deferred('x', [{v}])",
            f"String(Deferred('f', [{v}]), '%p')",
        ]
    )
