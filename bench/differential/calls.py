"""Questions about built-in functions, with valid and invalid arguments and lambdas."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

from bench.differential.groups import group
from bench.differential.material import array, array_of, flat_hash, hash_text, integer, integers, number, plain, string, type_text, value

NAMES = (
    "abs alert all annotate any assert_type binary_file break call camelcase capitalize ceiling chomp chop compare contain convert_to "
    "create_resources crit debug defined dig digest downcase each emerg empty epp err eyaml_lookup_key fail file filter find_file "
    "find_template flatten floor fqdn_rand generate get getvar group_by hiera hiera_array hiera_hash hiera_include hocon_data include index "
    "info inline_epp inline_template join json_data keys length lest lookup lstrip map match max md5 min module_directory new next notice "
    "partition realize reduce regsubst require return reverse_each round rstrip scanf sha1 sha256 shellquote size slice sort split sprintf "
    "step strftime strip tag tagged template then tree_each type unique unwrap upcase values versioncmp warning with yaml_data"
).split()
SKIPPED = frozenset(
    "generate file binary_file find_file find_template template inline_template module_directory eyaml_lookup_key json_data yaml_data hocon_data".split()
)
USUAL = [name for name in NAMES if name not in SKIPPED and name not in {"break", "next", "return", "hiera", "lookup"}]
ITERATING = "all any each filter index map partition reduce reverse_each slice step tree_each group_by sort unique then lest with min max unwrap dig get length".split()
BODIES = [
    *(
        "$x",
        "undef",
        "true",
        "$x + 1",
        "type($x)",
        "[$x]",
        "notice($x)",
        "$x =~ String",
        "$x == 1",
        "next()",
        "next(3)",
        "break()",
        "return(5)",
    ),
    *(
        '"<${x}>"',
        "$x[0]",
        "$x ? { 1 => a, default => $x }",
        "fail('no')",
        "$x > 1",
        "$x.upcase",
        "{a => $x}",
        "$x.length",
        "compare($x, 2)",
    ),
]
TWO = [
    "$x",
    "$y",
    "[$x, $y]",
    '"${x}-${y}"',
    "$x + $y",
    "notice($y)",
    "$x == $y",
    "compare($x, $y)",
    "break()",
    "next($y)",
    "$y =~ Integer",
    "type($y)",
]


def block(random: Random) -> str:
    """A lambda."""
    if random.random() < 0.6:
        parameter = random.choice(["$x", "$x", "$x", "Integer $x", "String $x", f"{type_text(random, 1)} $x", "$x = 5", "*$x"])
        return f"|{parameter}| {{ {random.choice(BODIES)} }}"
    parameters = random.choice(["$x, $y", "$x, $y", "$x, $y = 7", "$x, *$y", "String $x, $y", "$x, Integer $y", "$x, $y, $z"])
    return f"|{parameters}| {{ {random.choice(TWO)} }}" if random.random() < 0.9 else f"|| {{ {random.choice(['1', 'undef', '[]'])} }}"


def call(random: Random, name: str, arguments: list[str], ending: str = "") -> str:
    """A call as a function, as a method, or on a variable."""
    if arguments and random.random() < 0.4:
        rest = f"({', '.join(arguments[1:])})" if len(arguments) > 1 or (ending and random.random() < 0.5) else ""
        return f"$v = {arguments[0]}\n$v.{name}{rest}{ending}"
    return f"{name}({', '.join(arguments)}){ending}"


@group("fn:matrix")
def matrix(random: Random) -> str:
    arguments = [value(random) for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3]))]
    return call(random, random.choice(USUAL), arguments)


@group("fn:lambda")
def lambdas(random: Random) -> str:
    subject = random.choice([value, array, hash_text, array_of, flat_hash, array_of, integer, string])(random)
    arguments = [subject] + [random.choice([integer, value])(random) for _ in range(random.choice([0, 0, 0, 0, 1]))]
    return call(random, random.choice(ITERATING[:18]), arguments, " " + block(random))


@group("fn:collections")
def collections(random: Random) -> str:
    subject = random.choice([array, hash_text, array_of, array_of, flat_hash, string, integers])(random)
    form = random.choice(
        [
            "{0}.keys", "{0}.values", "{0}.length", "{0}.empty", "flatten({0})", "{0}.unique", "sort({0})", "max({0})", "min({0})", "join({0}, {1})",
            "join({0})", "{0}.dig({2}, {2})", "get({0}, {3})", "index({0}, {1})", "{0}.slice({2})", "{0}.slice(2) |$x| {{ $x }}", "{0}.step({2}).map |$x| {{ $x }}",
            "{0}.reverse_each.map |$x| {{ [$x] }}", "{0}.tree_each.map |$x| {{ $x }}", "{0}.tree_each({{include_containers => false}}).map |$x| {{ $x }}",
            "{0}.tree_each({{order => breadth_first, include_root => false}}).map |$x| {{ $x }}", "Hash({0})", "Array({0})", "Array({0}, true)", "{0}.convert_to(Array)",
            "{0}.group_by |$x| {{ type($x, generalized) }}", "{0}.partition |$x| {{ $x =~ String }}", "{0}.reduce |$m, $x| {{ [$m, $x] }}", "{0}.reduce(0) |$m, $x| {{ $x }}",
            "Hash({0}, 'tree')", "Hash({0}, 'hash_tree')", "{0}.filter |$i, $x| {{ $x }}", "{0}.sort |$a, $b| {{ compare(\"$a\", \"$b\") }}", "{0}.with_index", "{0}.size",
            "{0}.index |$x| {{ $x =~ Integer }}", "{0}.all |$x| {{ $x }}", "{0}.map |$k, $v| {{ \"${{k}}:${{v}}\" }}", "{0}.each |$k, $v| {{ notice($k, $v) }}", "$a = {0}\n$a + $a - {4}",
            "Tuple({0})", "type({0}.reverse_each)", "[*{0}]", "{0}.step(2).reverse_each.map |$x| {{ $x }}", "{0} + {4}", "{0}.lest || {{ 1 }}", "{0}.then |$x| {{ $x.length }}",
        ]
    )  # fmt: skip
    return form.format(
        subject, random.choice([string, integer])(random), random.choice([integer, string])(random), "'0.a'", array_of(random)
    )


@group("fn:numbers")
def numbers(random: Random) -> str:
    name = random.choice("abs ceiling floor round max min compare abs round Integer Float Numeric".split())
    return call(
        random,
        name,
        [
            random.choice([number, number, string])(random)
            for _ in range(random.choice([1, 1, 2, 2, 3]) if name in ("max", "min", "compare") else 1)
        ],
    )


@group("fn:strings")
def strings(random: Random) -> str:
    subject = random.choice([string, string, string, array_of, value])(random)
    form = random.choice(
        [
            "{0}.upcase", "{0}.downcase", "{0}.capitalize", "{0}.camelcase", "{0}.strip", "{0}.lstrip", "{0}.rstrip", "{0}.chomp", "{0}.chop", "{0}.length", "{0}.empty",
            "split({0}, {1})", "split({0}, /[ab]/)", "split({0}, '')", "split({0}, /(a)/)", "regsubst({0}, 'a', {1})", "regsubst({0}, /([a-z])/, '<\\1>', 'G')", "regsubst({0}, 'A', 'x', 'I')",
            "regsubst({0}, '(.)', '\\0\\0', 'EG')", "compare({0}, {1})", "compare({0}, {1}, true)", "shellquote({0})", "shellquote({0}, {1})", "md5({0})", "sha1({0})", "sha256({0})", "scanf({0}, '%d')",
            "scanf({0}, '%s %d')", "scanf({0}, '%x')", "versioncmp({0}, {1})", "{0}.match(/b/)", "{0}.match('a')", "{0}.each |$c| {{ notice($c) }}", "{0}.map |$c| {{ $c }}", "{0}.reverse_each", "join([{0}, {1}], '-')",
            "max({0}, {1})", "min({0}, {1})", "notice({0})", "err({0}, {1})", "warning({0})", "fail({0})", "{0}.convert_to(Integer)", "{0}.slice(2).map |$x| {{ $x }}", "fqdn_rand(10, {0})", "digest({0})",
            "sprintf('%s|%5s|%-5s', {0}, {0}, {1})", "{0} in {1}", "{0}.index({1})", "unique({0})", "sort({0})", "{0}.unique", "camelcase([{0}, {1}])", "defined({0})", "regsubst([{0}], {1}, 'x')", "getvar({0})", "scanf({0}, '%[a-c]%f')",
        ]
    )  # fmt: skip
    return form.format(subject, string(random))


@group("fn:misc")
def misc(random: Random) -> str:
    v, t = value(random), type_text(random, 1)
    form = random.choice(
        [
            "call('upcase', {0})", "call({0})", "call('nosuch', 1)", "call('map', {0}) |$x| {{ $x }}", "with({0}) |*$x| {{ $x }}", "then({0}) |$x| {{ $x }}", "lest({0}) || {{ 1 }}", "getvar('a.b', {0})", "$a = {0}\ngetvar('a.b')",
            "$a = {0}\ngetvar('a.0.x', dflt)", "get({0}, 'a.1')", "get({0}, 'a', {0})", "get({0}, 'a.b.c', 5) |$e| {{ $e }}", "dig({0}, 'a', 0)", "convert_to({0}, {1})", "defined({1})", "defined('a', {1})", "defined('$x')", "$x = {0}\ndefined('$x')",
            "assert_type({1}, {0})", "assert_type('{1}', {0})", "new({1}, {0})", "type({0}, {2})", "create_resources(notify, {0})", "create_resources('notify', {{a => {{message => {0}}}}})", "tag({0})", "tagged({0})", "realize({0})", "include({0})",
            "lookup({0})", "lookup('x', default_value => {0})", "lookup('x', {1}, undef, {0})", "lookup({{name => 'x', default_value => {0}}})", "hiera('x', {0})", "eyaml_lookup_key(1)", "inline_epp('<%= $x %>', {{x => {0}}})",
            "inline_epp('<%- | {1} $x | -%><%= $x %>', {{x => {0}}})", "epp('a/b.epp')", "file('a')", "template('x')", "module_directory('x')", "find_file('x/y')", "break()", "next({0})", "return({0})", "fail({0})", "fail()", "debug({0}, {0})", "crit({0})", "notice()",
            "Deferred('join', [{0}]).call", "$d = Deferred({0})\n$d", "Error({0})", "Error('m', 'k', {{a => {0}}}, 'c')", "$e = Error('m', 'k')\n[$e.message, $e.kind, $e.issue_code, $e.details, $e]", "annotate({0}, {1})", "md5({0})", "type({0}).length",
        ]
    )  # fmt: skip
    return form.format(v, t, random.choice(["detailed", "reduced", "generalized", "'x'", "'detailed'"]))


def ranges(random: Random) -> str:
    """A type that may be iterable."""
    return random.choice(["Integer[1, 5]", "Enum[b, a]", "Integer[0, default]"])


@group("fn:iterators")
def iterators(random: Random) -> str:
    subject = random.choice([array_of, flat_hash, string, integer, ranges, array])(random)
    first, second = (random.choice(["reverse_each", "step(2)", f"step({integer(random)})", "tree_each"]) for _ in range(2))
    ending = random.choice(
        [
            ".map |$x| { $x }",
            "",
            '.reduce |$m, $x| { "$m$x" }',
            "[0]",
            ".length",
            ".filter |$x| { $x }",
            ".each |$x| { notice($x) }",
            ".any |$x| { $x == 3 }",
            ".slice(2)",
            ".unique",
        ]
    )
    form = random.choice(
        [
            "{0}.{1}{3}",
            "{0}.{1}.{2}{3}",
            "Array({0}.{1})",
            "[*{0}.{1}]",
            "type({0}.{1})",
            "String({0}.{1})",
            '"${{{0}.{1}}}"',
            "{0}.{1} == {0}.{1}",
            "Iterable({0}){3}",
            "{0}.{1} =~ Iterator[Integer]",
            "join({0}.{1})",
            "$i = {0}.{1}\n[$i{3}, $i{3}]",
            "[{0}.{1}].flatten",
        ]
    )
    return form.format(subject, first, second, ending)


@group("lambda:call")
def lambda_call(random: Random) -> str:
    arguments = ", ".join(value(random, 1) for _ in range(random.choice([0, 1, 1, 2, 2, 3])))
    parameters = random.choice(
        [
            "$x",
            "$x, $y",
            "$x, $y = 2",
            "*$x",
            "$x, *$y",
            f"{type_text(random, 1)} $x",
            f"{type_text(random, 1)} $x, {type_text(random, 1)} $y",
            f"{type_text(random, 1)} *$x",
            "",
            f"{type_text(random, 1)} $x = 1, *$y",
        ]
    )
    result = random.choice(["", "", "", f" >> {type_text(random, 1)}"])
    return f"with({arguments}) |{parameters}|{result} {{ [ok] }}"


@group("fn:plain")
def plain_values(random: Random) -> str:
    return call(
        random,
        random.choice(USUAL),
        [plain(random) for _ in range(random.choice([1, 1, 2, 2, 3]))],
        random.choice(["", "", " " + block(random)]),
    )
