"""Questions about `new` for every type, formats, times and versions."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

from bench.differential.groups import group
from bench.differential.material import array, array_of, flat_hash, hash_text, integer, number, string, type_text, value

LETTERS = "d x X o b B e E f g G a A s p c C u t T y Y h n N S D q i".split()
CONVERTIBLE = (
    "Integer Float Numeric Boolean String Array Tuple Hash Struct Enum Pattern SemVer SemVerRange Timespan Timestamp Binary URI Regexp "
    "Sensitive Type Optional NotUndef Iterable Init Any Scalar Callable Error Deferred Collection Undef Default Variant"
).split()


def directive(random: Random) -> str:
    """A `%` format."""
    flags = "".join(random.sample(["-", "+", " ", "#", "0", "<", "[", "(", "|", "{"], random.choice([0, 0, 0, 1, 1, 2])))
    width = random.choice(["", "", "", "1", "6", "10", "12"])
    precision = random.choice(["", "", "", "", ".0", ".1", ".3", ".10"])
    return f"%{flags}{width}{precision}{random.choice(LETTERS)}"


@group("String.new:format")
def string_format(random: Random) -> str:
    subject = random.choice([value, number, string, integer])(random)
    return f"{random.choice(['String(', 'new(String, ', 'String.new('])}{subject}, '{directive(random)}')"


@group("String.new:plain")
def string_plain(random: Random) -> str:
    return random.choice(
        ["String({0})", '"<${{{0}}}>"', '$v = {0}\n"<$v>"', "String([{0}])", "String({0}, '%p')", "String([{0}], '%#p')"]
    ).format(value(random))


@group("String.new:containers")
def containers(random: Random) -> str:
    subject = random.choice([array, hash_text, array_of, flat_hash])(random)
    flags = random.choice(["", "#", "<", "[", "(", "|", "{", "#<", "10", "-12", " ", "#10", ".1"])
    letter = random.choice("a h s p a h".split())
    fields = [
        f"format => '%{flags}{letter}'",
        random.choice(["", f", separator => '{random.choice([',', ';', ' | ', '', ', '])}'"]),
        random.choice(["", "", f", separator2 => '{random.choice([':', ' = ', '', '=>'])}'"]),
        random.choice(
            [
                "",
                "",
                f", string_formats => {{ {random.choice(['Any', 'Integer', 'String', 'Scalar', 'Numeric'])} => '{directive(random)}' }}",
            ]
        ),
    ]
    kind = random.choice(["Array", "Hash", "Array", "Hash", "Any", "Collection"])
    extra = random.choice(["", "", f", {random.choice(['Integer', 'String', 'Float', 'Array[Integer]'])} => '{directive(random)}'"])
    return random.choice([f"String({subject}, {{ {kind} => {{ {''.join(fields)} }}{extra} }})", f"String({subject}, '%{flags}{letter}')"])


@group("String.new:map")
def format_map(random: Random) -> str:
    kinds = random.sample(
        ["Integer", "Float", "String", "Any", "Undef", "Boolean", "Type", "Numeric", "Scalar", "Integer[0, 5]", "Array", "Hash"], 2
    )
    subject = random.choice([value, array, array_of, flat_hash, number])(random)
    return f"String({subject}, {{ {', '.join(f'''{kind} => '{directive(random)}' ''' for kind in kinds)}}})"


@group("fn:sprintf")
def printf(random: Random) -> str:
    flags = "".join(random.sample(["-", "+", " ", "#", "0"], random.choice([0, 0, 1, 1, 2])))
    width = random.choice(["", "", "5", "7", "*", "-8", "1$"])
    precision = random.choice(["", "", "", ".0", ".2", ".5", ".*"])
    letter = random.choice("d i u x X o b B e E f g G a A s p c %".split())
    subjects = ", ".join(random.choice([number, number, string, value, integer])(random) for _ in range(random.choice([1, 1, 1, 2, 0])))
    extra = random.choice(["", "", "", " %s", " %<a>s", " %{a}", " %2$s", " %%"])
    if random.random() < 0.1:
        subjects = flat_hash(random)
    return f"sprintf('[%{flags}{width}{precision}{letter}]{extra}'{', ' if subjects else ''}{subjects})"


def target(random: Random) -> str:
    """A type to convert to."""
    if random.random() < 0.75:
        return random.choice(CONVERTIBLE[:20]) if random.random() < 0.9 else random.choice(CONVERTIBLE)
    return type_text(random, 1)


@group("new")
def new(random: Random) -> str:
    form = random.choice(["new({0}, {1})", "{0}({1})", "{0}.new({1})", "{0}({1})"])
    return form.format(target(random), random.choice([value, string, string, number])(random))


@group("new:options")
def new_options(random: Random) -> str:
    arguments = ", ".join(random.choice([value, string, number, option])(random) for _ in range(random.choice([1, 2, 2, 3])))
    return f"{target(random)}({random.choice([value, string, number])(random)}, {arguments})"


def option(random: Random) -> str:
    """An options hash for `new`."""
    return random.choice(
        [
            "2",
            "8",
            "10",
            "16",
            "true",
            "false",
            "'%d'",
            "'%x'",
            "'%H:%M'",
            "'tree'",
            "'hash_tree'",
            "true",
            "default",
            "['%S']",
            "'%s'",
            "'%B'",
        ]
    )


@group("new:numbers")
def new_numbers(random: Random) -> str:
    text = random.choice(
        [
            *(
                "0x1F 0X1f 0b11 017 08 1e3 1.5 -5 +5 ' 5' '- 5' 1_000 .5 5. 0x 1e 0b2 -0x1F '+ 0b1' 9223372036854775807 9223372036854775808".split(
                    " "
                )
            ),
            *("1e400 0xFFFFFFFFFFFFFFFFF -017 1.0e-3 0x1.8 true 00 0 -0 1e-400 07.5 09.5 abc 7z ff 101 zz".split()),
        ]
    ).strip("'")
    form = random.choice(
        [
            "Integer('{0}')", "Float('{0}')", "Numeric('{0}')", "Integer('{0}', {1})", "Integer('{0}', {1}, true)", "Numeric('{0}', true)",
            "Float('{0}', true)", "Integer({{from => '{0}', radix => {1}}})", "Numeric({{from => '{0}', abs => true}})", "Integer[0, 10]('{0}')",
            "'{0}' + 1", "-'{0}'", "abs('{0}')", "Boolean('{0}')", "Integer({{from => '{0}', radix => {1}, abs => true}})",
        ]
    )  # fmt: skip
    return form.format(text, random.choice(["2", "8", "10", "16", "default", "36", "5", "'10'"]))


SPAN = "D H M S L N 0D 3H -M _S 3N 9N 6N -L 3L % Q".split()
POINT = "Y C y m B b ^B h d e j H k I l P p M S L N 3N 6N 9N z :z Z A a u w G g V U W s Q n t % c D F v x X r R T + 0e -d _m ^a #p 10Y ::z".split()


@group("time:strftime")
def strftime(random: Random) -> str:
    if random.random() < 0.5:
        subject = f"Timespan({random.choice(['7325.5', '-90061.25', '0', '123456.789', '59', '86400', '-1'])})"
        words = random.sample(SPAN, random.randint(1, 3))
    else:
        subject = f"Timestamp('{random.choice(['2019-07-04T17:05:09.25 UTC', '2000-02-29 UTC', '1969-12-31T23:59:59.999 UTC', '2024-12-30 UTC'])}')"
        words = random.sample(POINT, random.randint(1, 3))
    zone = random.choice(["", "", "", ", 'UTC'", ", '+02:00'", ", 'EST'", ", 'nozone'", ", 'default'"])
    return f"strftime({subject}, '{random.choice(['', 'x ', ''])}{random.choice([' ', '-', '']).join('%' + word for word in words)}'{zone})"


@group("time:parse")
def parse_times(random: Random) -> str:
    span = random.choice(
        "10:20:30 1-02:03:04 10:20 -10:20:30 1-25:00 100 1.5 10:20:30.123456789 -1-00:00:00 0-00:00:00.0 5 1:2:3 x".split()
    )
    spans = random.choice(
        ["'%H:%M:%S'", "'%D-%H:%M'", "'%S'", "'%M:%S'", "['%H:%M', '%S']", "'%H:%M:%S.%N'", "'%-H:%_M'", "'%Y'", "'%L'", "'%H'", "'%S.%-N'"]
    )
    point = random.choice(
        [
            *(
                "2016-09-06T08:34:59.123 UTC",
                "2016-09-06 UTC",
                "2016-09-06",
                "2016-09-06 08:34:59",
                "2016-09-06T08:34:59+02:00",
                "06/09/2016",
            ),
            *(
                "2016-09-06T08:34:59.123456789Z",
                "2016-13-01",
                "1473150899",
                "2016-09-06T08:34",
                "Sep 6 2016",
                "2016-09-06 08:34:59 EST",
                "",
                "2016-02-30",
            ),
        ]
    )
    points = random.choice(
        ["'%Y-%m-%d'", "'%d/%m/%Y'", "'%s'", "'%Y-%m-%dT%H:%M:%S'", "'%b %d %Y'", "['%Y', '%F %T']", "'%F %T %Z'", "'%FT%T.%L %Z'"]
    )
    zone = random.choice(["", "", ", 'UTC'", ", 'EST'", ", '+01:00'", ", 'PST8PDT'"])
    number_ = random.choice(["0", "-1", "1.5", "1e9", "253402300799", "9223372036", "1473150899.25", "9223372037"])
    return random.choice(
        [
            f"Timespan('{span}')", f"Timespan('{span}', {spans})", f"Timespan('{span}', {spans})", f"Timestamp('{point}')",
            f"Timestamp('{point}', {points}{zone})", f"Timestamp('{point}', {points}{zone})", f"Timestamp({number_})", f"Timespan({number_})",
            f"Timespan({random.randint(-3, 9)}, {random.randint(-30, 90)}, {random.randint(-9, 90)}, {random.randint(0, 90)}{random.choice(['', ', 5', ', 5, 6', ', 5, 6, 7'])})",
            f"Timespan({{{', '.join(f'{key} => {random.randint(-5, 200)}' for key in random.sample('days hours minutes seconds milliseconds microseconds nanoseconds negative hour'.split(), random.randint(1, 3)))}}})",
            f"Timespan({{string => '{span}', format => {spans}}})", f"Timestamp({{string => '{point}', format => {points}}})",
            f"Timestamp('{point}', default{zone or ', default'})", f"Integer(Timestamp('{point}'))", f"Float(Timespan('{span}'))", f"String(Timestamp('{point}'), '%s')",
        ]
    )  # fmt: skip


@group("time:arithmetic")
def arithmetic(random: Random) -> str:
    operands = [
        *(
            "Timespan(10)",
            "Timespan(-3.25)",
            "Timespan(0)",
            "Timestamp('2010-10-10T10:10:10 UTC')",
            "Timestamp(0)",
            "Timestamp(1.5)",
            "2",
            "0",
        ),
        *("1.5", "-3", "'1'", "undef", "Timespan('1-00:00:00')", "0.1", "Timespan(0.3)"),
    ]
    a, b = random.choice(operands[:8]), random.choice(operands)
    if random.random() < 0.3:
        a, b = b, a
    return f"$a = {a}\n$b = {b}\n$a {random.choice(['+', '-', '*', '/', '%', '<', '==', '>=', '<<', '+', '-', '*', '/', '%'])} $b"


@group("time:attributes")
def attributes(random: Random) -> str:
    subject = f"Timespan({random.choice(['90061.123456789', '-3661.5', '0', '86399', '1e6'])})"
    methods = "days hours minutes seconds milliseconds microseconds nanoseconds total_days total_hours total_minutes total_seconds total_milliseconds"
    name = random.choice([*methods.split(), "total_nanoseconds", "strftime('%H')", "nope"])
    return random.choice(
        [
            f"{subject}.{name}",
            f"{subject}.unwrap",
            f"String({subject}, '{directive(random)}')",
            f"{random.choice(['Integer', 'Float', 'Numeric'])}({subject})",
        ]
    )


VERSIONS = "1.2.3 1.2.3-rc1 2.0.0 1.10.0 0.0.1 1.2.3+b1 1.2.3-a.1+b 1.2 x 1.2.3-alpha.2 3.1.4-pre 10.0.0 01.2.3 1.2.3.4".split()
RANGES = (
    ">=1.0.0|<2.0.0|~1.2|^1.2.3|1.x|*|1.2.3|>=1.0.0 <2.0.0|1.0.0 - 2.0.0|>1.2.3-rc1|~1|^0.0.1|1.2.x|<=1.2|>=1.2.3 || <1.0.0|=1.2.3|x||>2.x|"
    "^1.x|~>1.2|1.2.3-rc1|<1.2.3-rc2|^0.2.0|>=1.2.3-a"
).split("|")


@group("semver")
def semver(random: Random) -> str:
    a, b, r, q = random.choice(VERSIONS), random.choice(VERSIONS), random.choice(RANGES), random.choice(RANGES)
    op = random.choice(["<", "<=", "==", "!=", ">", ">=", "+", "=~", "in"])
    return random.choice(
        [
            f"SemVer('{a}') {op} SemVer('{b}')", f"SemVer('{a}') =~ SemVerRange('{r}')", f"SemVer('{a}') =~ SemVer['{r}']", f"SemVerRange('{r}')",
            f"SemVerRange('{r}') == SemVerRange('{q}')", f"SemVer['{r}'] {random.choice(['<', '<=', '==', '>'])} SemVer['{q}']", f"'{a}' =~ SemVerRange('{r}')",
            f"$s = SemVer('{a}')\n[$s.major, $s.minor, $s.patch, $s.prerelease, $s.build]", f"compare(SemVer('{a}'), SemVer('{b}'))", f"versioncmp('{a}', '{b}')",
            f"$s = SemVerRange('{r}')\n[$s.min, $s.max, $s.exclude_max]", f"SemVer['{r}', '{q}']", f"SemVer({random.randint(0, 3)}, {random.randint(-1, 3)}, 0)",
            f"SemVer({{major => 1, minor => {random.randint(0, 3)}, patch => 3}})", f"SemVerRange('{a}', '{b}')", f"SemVerRange(SemVer('{a}'), SemVer('{b}'), true)",
            f"type([SemVer('{a}'), SemVer('{b}')], reduced)", f"case SemVer('{a}') {{ SemVerRange('{r}'): {{ yes }} default: {{ no }} }}",
            f"sort([SemVer('{a}'), SemVer('{b}')]) |$x, $y| {{ compare($x, $y) }}", f"[max(SemVer('{a}'), SemVer('{b}')), '{a}' == SemVer('{b}')]",
            f"SemVerRange({{min => '{a}', max => '{b}'}})", f"SemVer(1, 2, 3, '{random.choice(['rc1', 'a.b', '', '01', 'x_y'])}')", f"versioncmp('{a}', '{b}', {random.choice(['true', 'false'])})",
        ]
    )  # fmt: skip


URIS = [
    *(
        "http://u:p@h.example.com:8080/p/q?a=1#f",
        "https://example.org",
        "file:///etc/passwd",
        "mailto:a@b.c",
        "a/b",
        "../x",
        "//h/p",
        "?q=1",
        "#f",
    ),
    *("urn:x:y", "HTTP://H/P", "http://[::1]:80/", "x y", "http://h/a%20b", "", "/abs/path", "ftp://u@h/d", "http://h?a=b&c"),
]


@group("uri")
def uri(random: Random) -> str:
    a, b = random.choice(URIS), random.choice(URIS)
    attribute = random.choice("scheme userinfo host port path query fragment opaque nope".split())
    part = random.choice(
        ["scheme => 'http'", "host => Enum['h']", "port => 8080", "port => Integer[1, 100]", "path => /p/", "query => NotUndef", "x => 1"]
    )
    return random.choice(
        [
            f"URI('{a}')", f"URI('{a}').{attribute}", f"URI('{a}') + '{b}'", f"URI('{a}') + URI('{b}')", f"URI('{a}') =~ URI[{{{part}}}]",
            f"URI['{a}'] == URI['{b}']", f"URI('{a}') =~ URI['{b}']", f"URI[{{{part}}}] <= URI['{a}']", f"URI('{a}') == URI('{b}')", f"String(URI('{a}'), '%p')",
            f"\"${{URI('{a}')}}\"", f"URI({{scheme => 'http', host => 'h', path => '/{random.choice('ab')}', port => {random.randint(1, 99)}}})", f"'{a}' == URI('{a}')",
            f"type(URI('{a}'))", f"URI['{a}']", f"URI[{{{part}}}]", f"URI({{{part}}})", f"URI('{a}', {random.choice(['true', 'false'])})",
        ]
    )  # fmt: skip


@group("binary")
def binary(random: Random) -> str:
    text = random.choice("YWJj|YW\\nJj|+/8=|-_8=|YWJ|!!|YWJjZA==||ö|eHl6|/w==|abc".split("|"))
    letter = random.choice("b u B s r x".split())
    return random.choice(
        [
            f"Binary('{text}')", f"Binary(\"{text}\", '%{letter}')", f"Binary({{value => '{text}', format => '%{letter}'}})", f"String(Binary('{text}'), '%{letter}')",
            f"String(Binary('eHl6'), '{directive(random)}')", f"Binary([{random.randint(0, 255)}, {random.randint(-1, 300)}])", f"Array(Binary('{text}'))", f"Binary('eHl6') == Binary('{text}')",
            f"Binary('{text}').length", f"Binary('eHl6')[{random.randint(-4, 4)}]", f"\"${{Binary('{text}')}}\"", f"'{text}' == Binary('{text}')", f"type(Binary('{text}'))",
            f"Binary('eHl6') + Binary('{text}')", f"[Binary('{text}')].flatten", f"Binary({{value => [{random.randint(0, 300)}]}})", f"{{Binary('eHl6') => 1}}[Binary('{text}')]",
        ]
    )  # fmt: skip


@group("sensitive")
def sensitive(random: Random) -> str:
    v, t = value(random, 1), type_text(random, 1)
    return random.choice(
        [
            f"Sensitive({v})", f"Sensitive({v}).unwrap", f"Sensitive({v}) == Sensitive({v})", f"Sensitive({v}) =~ Sensitive[{t}]", f"type(Sensitive({v}))",
            f"\"${{Sensitive({v})}}\"", f"Sensitive(Sensitive({v}))", f"[Sensitive({v})].flatten", f"unwrap(Sensitive({v})) |$x| {{ [$x] }}", f"unwrap({v})",
            f"String(Sensitive({v}), '{directive(random)}')", f"type([Sensitive({v}), Sensitive({value(random, 1)})], reduced)", f"Sensitive[{t}]({v})", f"notice(Sensitive({v}))",
            f"Sensitive({v})[0]", f"if Sensitive({v}) {{ 1 }}", f"Sensitive({v}) in [Sensitive({v})]", f"Sensitive({v}).length", f"sprintf('%s', Sensitive({v}))",
        ]
    )  # fmt: skip


@group("init")
def init(random: Random) -> str:
    t, v = type_text(random, 1), value(random, 1)
    name = random.choice(CONVERTIBLE)
    return random.choice(
        [
            f"{v} =~ Init[{name}]", f"Init[{name}]({v})", f"Init[{t}]", f"Init[{name}] <= {t}", f"{t} <= Init[{name}]", f"Init[{name}, {integer(random)}]({v})",
            f"[{v}] =~ Init[{name}]", f"Init[{name}, {option(random)}]", f"assert_type(Init[{name}], {v})", f"type([Init[{name}], {t}], reduced)", f"Init({v})",
        ]
    )  # fmt: skip
