"""Questions about control flow, variables, definitions and catalogs."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

from bench.differential.calls import block
from bench.differential.groups import group
from bench.differential.material import array_of, integer, number, string, type_text, value, value_for

OPTIONS = [
    "1",
    "2",
    "'a'",
    "'A'",
    "undef",
    "default",
    "true",
    "/a/",
    "/^x/",
    "Integer",
    "String",
    "Float",
    "[1]",
    "[1, 2]",
    "{a => 1}",
    "*[1, 2]",
    "*['a', /b/]",
    "Integer[1, 5]",
    "SemVerRange('1.x')",
    "Undef",
    "''",
    "1.0",
    "Type",
    "['a', Integer]",
    "{a => Integer}",
]
SUBJECTS = [
    "1",
    "2",
    "'a'",
    "'A'",
    "'xa'",
    "undef",
    "default",
    "true",
    "false",
    "[1]",
    "[1, 2]",
    "{a => 1}",
    "1.0",
    "''",
    "SemVer('1.2.3')",
    "Integer",
    "String[1]",
    "['a', 1]",
    "'1'",
]


def subject(random: Random) -> str:
    """The control expression of a `case` or selector."""
    return random.choice(SUBJECTS) if random.random() < 0.8 else value(random)


@group("control:case")
def case(random: Random) -> str:
    arms = []
    for number_ in range(random.randint(1, 3)):
        options = ", ".join(random.sample(OPTIONS, random.choice([1, 1, 2])))
        arms.append(f"{options}: {{ {random.choice([f'r{number_}', '', f'notice(r{number_})', '$0', f'[r{number_}]'])} }}")
    return f"$v = {subject(random)}\ncase $v {{ {' '.join(arms)} }}"


@group("control:selector")
def selector(random: Random) -> str:
    arms = ", ".join(
        f"{option} => {random.choice(['hit', 'hot', '[1]', value(random, 1)])}" for option in random.sample(OPTIONS, random.randint(1, 3))
    )
    return f"$v = {subject(random)}\n$v ? {{ {arms} }}"


@group("control:if")
def conditions(random: Random) -> str:
    condition = random.choice(
        [
            subject(random),
            f"{subject(random)} == {subject(random)}",
            f"{subject(random)} =~ {type_text(random, 1)}",
            "$nope",
            f"{value(random)} in {array_of(random)}",
        ]
    )
    form = random.choice(
        [
            "if {0} {{ 1 }} else {{ 2 }}",
            "if {0} {{ 1 }}",
            "unless {0} {{ 1 }} else {{ 2 }}",
            "unless {0} {{ 1 }}",
            "$x = if {0} {{ a }} else {{ b }}\n$x",
            "if false {{ 1 }} elsif {0} {{ 2 }} else {{ 3 }}",
            "$x = {0} and true\n$x",
            "if {0} {{ }} else {{ }}",
        ]
    )
    return form.format(condition)


@group("variables")
def variables(random: Random) -> str:
    form = random.choice(
        [
            "$a = {0}\n$a = {1}", "[$a, $b] = {0}\n[$a, $b]", "[$a, [$b, $c]] = [{0}, {1}]\n$b", "{{a => $a}} = {0}", "$a = {0}\n[1].each |$x| {{ $a = {1} notice($a) }}\n$a", "$a = $b = {0}\n[$a, $b]", "$x::y = {0}", "$nope", "$a = {0}\n${{a}}",
            "$::a", "$nope::x", "$a = {0}\n$::a", "$facts['os']['name']", "$facts['nope']", "$trusted['certname']", "$kernel", "$os['release']['major']", "$processors", "$is_virtual", "$server_facts", "$environment", "$title", "$name", "$module_name", "$1", "$0", "$_a = {0}\n$_a",
            "$a = [{0}, {1}]\n\"${{a[0]}} ${{a[1][0]}}\"", "$a = {{b => {0}}}\n\"${{a['b']}}\"", "$a = {0}\n\"${{a}}${{a.length}}\"", "if true {{ $a = {0} }}\n$a", "[1].each |$x| {{ $a = {0} }}\n$a", "[$a, $b] = {{a => {0}, b => {1}}}\n[$a, $b]", "$a = {0} $a", "function f($a) {{ $a = 1 }}\nf({0})",
            "function f() {{ $a }}\n$a = {0}\nf()", "function f() {{ $x = {0}\n$x }}\nf()", "[$a, $a] = [{0}, {1}]", "$facts", "$string = {0}\n$string", "$trusted = {0}", "$facts = {0}", "$a += {0}", "[$a, $b] = [{0}]", "[$a] = {0}\n$a", "$Ab = {0}", "$server_facts['serverversion']", "$networking['ip']", "$serverversion",
        ]
    )  # fmt: skip
    return form.format(value(random), value(random, 1))


@group("control:jumps")
def jumps(random: Random) -> str:
    jump = random.choice(["break()", "next()", "next({0})", "return()", "return({0})", "break({0})"]).format(value(random, 1))
    form = random.choice(
        [
            "[1, 2, 3].map |$x| {{ if $x == 2 {{ {0} }} $x }}",
            "[1, 2, 3].each |$x| {{ notice($x) if $x == 2 {{ {0} }} }}",
            "function f() {{ {0} 7 }}\nf()",
            "function f() {{ [1, 2].each |$x| {{ {0} }} 7 }}\nf()",
            "[1, 2, 3].filter |$x| {{ if $x == 2 {{ {0} }} true }}",
            "[1, 2, 3].reduce |$m, $x| {{ if $x == 2 {{ {0} }} $m + $x }}",
            "with(1) |$x| {{ {0} 3 }}",
            "{0}",
            "class c {{ {0} notice(x) }}\ninclude c",
            "define d() {{ {0} notice(x) }}\nd {{ a: }}",
            "[3, 1, 2].sort |$a, $b| {{ {0} }}",
            "{{a => 1, b => 2}}.map |$k, $v| {{ if $v == 1 {{ {0} }} [$k] }}",
            "if true {{ {0} }}",
            "case 1 {{ 1: {{ {0} }} }}",
            "[1, 2].any |$x| {{ {0} }}",
            "[1, 2, 3, 4].slice(2) |$x| {{ {0} }}",
            '"${{{0}}}"',
            "[[1, 2], [3]].each |$x| {{ $x.each |$y| {{ if $y == 1 {{ {0} }} notice($y) }} }}",
            "lest(undef) || {{ {0} }}",
            "node default {{ {0} }}",
        ]
    )
    return form.format(jump)


@group("functions:define")
def functions(random: Random) -> str:
    t, u = type_text(random, 1), type_text(random, 1)
    form = random.choice(
        [
            "function f({0} $x, {1} $y = {3}) {{ [$x, $y] }}\nf({2})", "function f($x, *$r) {{ [$x, $r] }}\nf({2}, {3}, 1)", "function f($x, $y = $x) {{ $y }}\nf({2})", "function f() {{ 1 }}\nf({2})", "function f($x) {{ }}\nf({2})", "function f($x) {{ 1 }}\nf()", "function f({0} $x) >> {1} {{ $x }}\n{2}.f", "f({2})", "function a::f($x) {{ $x }}\na::f({2})",
            "function f(Callable[{0}] &$b) {{ $b }}\nf() {4}", "function f(Callable &$b) {{ $b({2}) }}\nf() {4}", "function f(Callable &$b) {{ $b.call({2}) }}\nf() {4}", "function f(Callable &$b) {{ [{2}].map() |$q| {{ $q }} }}\nf()", "function f(Optional[Callable] &$b = undef) {{ $b }}\nf()", "function f($x) {{ f }}\nf({2})", "function f($n) {{ if $n > 0 {{ [$n, f($n - 1)] }} else {{ {2} }} }}\nf(2)",
            "function f($x) {{ $x }}\nfunction f($x) {{ 2 }}\nf(1)", "function F() {{ 1 }}", "function f($x, $x) {{ 1 }}", "function f({0} *$x = {2}) {{ $x }}\nf()", "function f($a = 1, $b) {{ $b }}\nf({2})", "function f($x) {{ fail($x) }}\nf({2})", "function f($x) {{ $x + 1 }}\nf({2})", "function f({0} $x) {{ $x }}\n[{2}].map |$q| {{ f($q) }}", "function f(Type[{0}] $x) {{ $x }}\nf({1})", "function f() {{ notify {{ a: }} }}\nf()", "upcase {2}", "notice {2}", "notice {2}, {3}", "fail {2}", "function each() {{ 1 }}", "function f($x, &$b) {{ $x }}\nf(1) {4}", "function f({0} $x, {1} &$b) {{ $x }}\nf({2}) {4}",
        ]
    )  # fmt: skip
    return form.format(t, u, value_for(random, t), value_for(random, u), block(random))


TITLES = ["a", "'b'", "['a', 'b']", "'/tmp/x'", "undef", "''", "[]", "1", "default", "'a b'", "['a', 'a']"]
ATTRIBUTES = [
    "message => 'm'",
    "noop => true",
    "message => 1",
    "tag => ['x', 'y']",
    "require => Notify['b']",
    "before => Notify['b']",
    "alias => 'z'",
    "nope => 1",
    "message => undef",
    "loglevel => debug",
    "audit => all",
    "* => {message => 'k'}",
    "withpath => true",
    "schedule => daily",
    "message => [1, 2]",
    "ensure => present",
    "subscribe => Notify['nothere']",
    "name => 'q'",
]
FILES = [
    "ensure => file",
    "mode => '0644'",
    "owner => root",
    "content => 'x'",
    "ensure => nope",
    "mode => 644",
    "source => 'puppet:///x'",
    "recurse => true",
    "path => '/y'",
    "group => {a => 1}",
    "target => '/b'",
]


@group("catalog:resources")
def resources(random: Random) -> str:
    attributes = ", ".join(random.sample(ATTRIBUTES, random.choice([0, 1, 1, 2])))
    files = ", ".join(random.sample(FILES, random.choice([0, 1, 1, 2])))
    title = random.choice(TITLES)
    form = random.choice(
        [
            "notify {{ {0}: {1} }}", "notify {{ {0}: {1} }}\nnotify {{ 'b': }}", "@notify {{ {0}: {1} }}\nNotify <| |>", "@@notify {{ {0}: {1} }}\nNotify <<| |>>", "file {{ {0}: {2} }}", "file {{ '/a': {2} }}\nFile['/a']['mode']", "notify {{ default: {1}; {0}: ; 'c': message => 'c' }}", "Notify {{ {1} }}\nnotify {{ {0}: }}\nnotify {{ 'zz': message => 'own' }}",
            "notify {{ {0}: }}\nNotify[{0}] {{ {1} }}", "notify {{ {0}: {1} }}\nNotify['a'] -> Notify['b']", "notify {{ 'a': }} -> notify {{ 'b': {1} }}", "notify {{ 'a': {1} }}\nNotify['a'][message]", "notify {{ 'a': }}\nnotify {{ 'b': }}\nNotify['a'] -> Notify['b'] -> Notify['a']", "notify {{ ['a', 'b']: {1} }}\n[Notify['a']] ~> Notify['b']", "nosuch {{ {0}: {1} }}", "Notify {{ {0}: {1} }}", "notify {{ {0}: {1} }} notify {{ 'a': }}", "$r = notify {{ {0}: {1} }}\n$r",
            "@notify {{ 'a': {1} }}\nrealize(Notify['a'])", "@notify {{ ['a', 'b', 'c']: }}\nNotify <| title == 'a' or title == b |> {{ {1} }}", "@notify {{ 'a': tag => 't' }}\nNotify <| tag == t |>\nNotify <| message != x |>", "notify {{ 'a': {1} }}\nNotify <| title == 'a' |> {{ message +> 'x' }}", "resource {{ 'a': }}", "Resource['notify'] {{ 'a': {1} }}", "Resource[notify, 'a']", "create_resources(notify, {{ 'a' => {{ {1} }} }})", "create_resources('@notify', {{ 'a' => {{ }} }}, {{ {1} }})",
            "file {{ '/a': ; '/a/': }}", "file {{ '/a': {2} }}\nfile {{ '/b': require => File['/a'] }}", "exec {{ {0}: command => '/bin/true' }}", "user {{ {0}: uid => {3} }}", "notify {{ {0}: message => {3} }}", "notify {{ {3}: }}", "package {{ ['a', 'b']: ensure => latest }}\nPackage['a'] -> Package <| title == 'b' |>", "service {{ 'x': enable => {3} }}", "notify {{ 'a': message => 'x' }}\ndefined(Notify['a'], Notify['b'])", "stage {{ 'pre': }}\nStage['pre'] -> Stage['main']", "notify {{ 'a': }} ~> {3}", "tag('x')\nnotify {{ 'a': }}\n[tagged('x'), tagged('y')]",
        ]
    )  # fmt: skip
    return form.format(title, attributes, files, value(random, 1))


@group("catalog:classes")
def classes(random: Random) -> str:
    t = type_text(random, 1)
    form = random.choice(
        [
            "class c($x = {1}) {{ notice($x) }}\ninclude c", "class c({0} $x) {{ notice($x) }}\nclass {{ 'c': x => {1} }}", "class c {{ $y = {1} }}\ninclude c\n$c::y", "class a {{ notice(a) }}\nclass b inherits a {{ notice(b) }}\ninclude b", "class a($x = {1}) {{ }}\nclass b($y = $a::x) inherits a {{ notice($y) }}\ninclude b", "class c {{ notice($title, $name) }}\ninclude c, c", "class c {{ }}\nclass {{ 'c': }}\nclass {{ 'c': }}", "include nope", "include {1}", "class c($x) {{ }}\ninclude c", "class c {{ }}\nclass {{ 'c': nope => 1 }}", "class c {{ notify {{ 'a': }} }}\nrequire c\nnotify {{ 'z': }}", "class c {{ contain d }}\nclass d {{ notify {{ 'd': }} }}\ncontain c", "class c::d {{ notice($module_name) }}\ninclude c::d", "class C {{ }}", "class c {{ class d {{ }} }}\ninclude c::d",
            "define d($x = {1}) {{ notice($title, $x) }}\nd {{ ['a', 'b']: }}", "define d({0} $x) {{ notice($x) }}\nd {{ 'a': x => {1} }}", "define d() {{ notify {{ $title: }} }}\nd {{ 'a': }}\nNotify['a'] -> D['a']", "define d() {{ $x = {1} }}\nd {{ 'a': }}\n$d::x", "define d($x) {{ }}\nd {{ 'a': y => 1 }}", "define d() {{ }}\nd {{ 'a': }}\nd {{ 'a': }}", "define d::e() {{ notice($name) }}\nd::e {{ {1}: }}\nD::E['a']", "define d() {{ notify {{ 'x': }} }}\nd {{ ['a', 'b']: }}", "define d($a, $b = \"${{a}}-x\") {{ notice($b) }}\nd {{ 'q': a => {1} }}", "node default {{ notice(default) }}\nnode 'node1.example.com' {{ notice(one) }}", "node /example/ {{ notice($0) }}", "node 'other' {{ }}", "node default {{ include c }}\nclass c {{ notice(in) }}", "class a {{ notify {{ 'n': message => 'a' }} }}\nclass b inherits a {{ Notify['n'] {{ message => {1} }} }}\ninclude b", "class a {{ File {{ mode => '0600' }} file {{ '/a': }} }}\ninclude a\nFile['/a']['mode']", "class a {{ notify {{ 'n': }} }}\nNotify['n'] {{ message => 'x' }}\ninclude a", "class c {{ return() notice(x) }}\ninclude c", "class c($x = $y, $y = {1}) {{ notice($x) }}\ninclude c", "class c($y = {1}, $x = $y) {{ notice($x) }}\ninclude c", "class c {{ tag('k') notify {{ 'a': }} }}\ninclude c\nNotify <| tag == k |> {{ message => 'y' }}", "class {{ {1}: }}", "Class['c'] -> Class['d']\nclass c {{ }}\nclass d {{ }}\ninclude c, d", "class c {{ }}\ninclude c\n[defined('c'), defined(Class['c']), Class['c'], defined('d')]", "site {{ }}", "class c {{ $x = 1 $x = 2 }}\ninclude c", "class c {{ notice($scope) }}\ninclude c", "class c {{ notice($kernel, $::kernel) }}\ninclude c", "class foo::bar {{ $v = {1} }}\ninclude foo::bar\n\"${{foo::bar::v}}\"", "class a inherits nope {{ }}\ninclude a", "class c($title) {{ }}", "define d($name) {{ }}", "class a {{ }}\nclass a {{ }}\ninclude a", "define a() {{ }}\nclass a {{ }}\ninclude a",
        ]
    )  # fmt: skip
    return form.format(t, value_for(random, t) if random.random() < 0.7 else value(random))


@group("facts")
def facts(random: Random) -> str:
    key = random.choice(["os", "kernel", "networking", "nope", "processors", "is_virtual"])
    return random.choice(
        [
            f"$facts['{key}']",
            f"${key}",
            f"\"${{facts['{key}']}}\"",
            f"$facts['{key}']['name']",
            f"$facts.dig('{key}', 'release', 'full')",
            f"type($facts['{key}'])",
            f"getvar('facts.{key}.name')",
            f"getvar('{key}.fqdn', {number(random)})",
            f"$facts['{key}'] =~ {type_text(random, 1)}",
            f"$facts.get('{key}.name', {string(random)})",
            f"$facts['processors']['models'][{integer(random)}]",
        ]
    )
