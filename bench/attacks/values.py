"""Tiny programs whose values would be enormous, deep, or slow to convert, compare or show."""

# ruff: noqa: E501 - rows of tables, one attack each

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack

NINES = "9" * 5000
LARGE = {
    "a range as an array": "$x = Array(Integer[1, 30000000])",
    "a range as a hash": "$x = Hash(Integer[1, 30000000])",
    "a range unfolded": "$x = [*Integer[1, 30000000]]",
    "a range mapped": "$x = Integer[1, 30000000].map |$i| { $i }",
    "a range reduced": "$x = Integer[1, 30000000].reduce |$a, $b| { $a + $b }",
    "a range filtered": "$x = Integer[1, 30000000].filter |$i| { true }",
    "a range sliced": "$x = Integer[1, 30000000].slice(2)",
    "a range sliced by much": "$x = Integer[1, 30000000].slice(30000000)",
    "a range stepped": "$x = Array(Integer[1, 3000000000].step(2))",
    "a range reversed": "$x = Array(Integer[1, 3000000000].reverse_each)",
    "a range in a tree": "$x = Integer[1, 30000000].tree_each |$v| { $v }",
    "a range with an index": "$x = Integer[1, 30000000].with_index",
    "a range each": "Integer[1, 30000000].each |$i| { }",
    "a range all": "$x = Integer[1, 30000000].all |$i| { true }",
    "a range any": "$x = Integer[1, 30000000].any |$i| { false }",
    "a range index": "$x = Integer[1, 30000000].index |$i| { false }",
    "a range joined": "$x = Array(Integer[1, 30000000]).join(',')",
    "a range sorted": "$x = Array(Integer[1, 30000000]).sort",
    "a range counted": "$x = Integer[1, 30000000].count",
    "a range of length": "$x = length(Integer[1, 30000000])",
    "a range in": "$x = 'a' in Integer[1, 30000000]",
    "a range to sizes": "$x = Integer[1, 30000000].new(5)",
    "an open range": "$x = Array(Integer[1, default])",
    "ranges in ranges": "$x = Integer[1, 3000].map |$i| { Integer[1, 3000].map |$j| { Integer[1, 3000].map |$k| { $k } } }",
    "ranges each in ranges": "Integer[1, 3000].each |$i| { Integer[1, 3000].each |$j| { Integer[1, 3000].each |$k| { } } }",
    "times": "$x = 30000000.map |$i| { $i }",
    "times each": "30000000.each |$i| { }",
    "times unfolded": "$x = [*30000000]",
    "times as an array": "$x = Array(30000000)",
    "times stepped": "$x = 30000000.step(1)",
    "times reversed": "$x = Array(30000000.reverse_each)",
    "an enum range": "$x = Array(Integer[-9223372036854775808, 9223372036854775807])",
    "a wide string range": "$x = 'a'.map |$i| { $i }",
    "steps of nothing": "$x = Integer[1, 10].step(0)",
    "hash of arrays": "$x = Hash(Array(Integer[1, 60000]))",
    "array of pairs": "$x = Integer[1, 20000].map |$i| { [$i, $i] }\n$y = Hash($x)",
    "sorted strings": "$x = Integer[1, 20000].map |$i| { String($i) }.sort",
    "sorted by a lambda": "$x = Integer[1, 20000].map |$i| { 20000 - $i }.sort |$a, $b| { compare($a, $b) }",
    "sorted long strings": "$t = Integer[1, 60000].map |$i| { 'a' }.join('')\n$x = Integer[1, 3000].map |$i| { $t }.sort",
    "joined long strings": "$t = Integer[1, 60000].map |$i| { 'a' }.join('')\n$x = Integer[1, 30000].map |$i| { $t }.join($t)",
    "joined deep arrays": "$t = Integer[1, 400].reduce([]) |$m, $i| { [$m, $m] }.join('')",
    "flattened deep arrays": "$t = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] }\n$x = flatten($t)",
    "unique": "$x = unique(Integer[1, 30000].map |$i| { [$i] })",
    "unique of lists": "$t = Array(Integer[1, 20000])\n$x = unique(Integer[1, 20000].map |$i| { $t })",
    "differences": "$t = Array(Integer[1, 60000])\n$x = $t - $t",
    "differences of arrays": "$t = Integer[1, 20000].map |$i| { [$i] }\n$x = $t - $t",
    "concatenations": "$t = Array(Integer[1, 60000])\n$x = $t + $t + $t + $t + $t + $t + $t + $t",
    "concatenations in a loop": "$x = Integer[1, 40000].reduce([]) |$m, $i| { $m + [$i] }",
    "hashes in a loop": "$x = Integer[1, 40000].reduce({}) |$m, $i| { $m + {$i => $i} }",
    "strings in a loop": "$x = Integer[1, 40000].reduce('') |$m, $i| { \"${m}aaaaaaaaaaaaaaaaaaaa\" }",
    "appends in a loop": "$x = Integer[1, 40000].reduce([]) |$m, $i| { $m << $i }",
    "strings that double": "$x = Integer[1, 60].reduce('aaaaaaaa') |$m, $i| { \"${m}${m}\" }",
    "arrays that double": "$x = Integer[1, 60].reduce([1]) |$m, $i| { $m + $m }",
    "arrays of arrays that double": '$x = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] }\n$y = "${x}"',
    "hashes of hashes that double": "$x = Integer[1, 60].reduce({}) |$m, $i| { {a => $m, b => $m} }\n$y = String($x)",
    "hashes with keys that double": "$x = Integer[1, 60].reduce([1]) |$m, $i| { [{$m => $m}, $m] }\n$y = $x == $x",
    "types that double": '$x = Integer[1, 60].reduce(String) |$m, $i| { Tuple[$m, $m] }\n$y = "${x}"',
    "structs that double": "$x = Integer[1, 60].reduce(String) |$m, $i| { Struct[{a => $m, b => $m}] }\n$y = $x == $x",
    "variants that double": "$x = Integer[1, 40].reduce(String) |$m, $i| { Variant[Tuple[$m, Integer], Tuple[Integer, $m]] }\n$y = 1 =~ $x",
    "callables that double": "$x = Integer[1, 60].reduce(String) |$m, $i| { Callable[$m, $m] }\n$y = type($x)",
    "merges": "$x = Integer[1, 60].reduce({a => 1}) |$m, $i| { merge($m, $m, {$i => $m}) }",
    "many keys": '$x = Integer[1, 60000].reduce({}) |$m, $i| { $m }\n$y = Hash(Integer[1, 60000].map |$i| { ["k${i}", $i] })\n$z = $y == $y',
    "multiplied strings": "$x = 'a' * 30000000",
    "multiplied arrays": "$x = [1] * 30000000",
    "powers": "$x = Integer[1, 60].reduce(9999999999) |$m, $i| { $m * $m }",
    "powers of floats": "$x = Integer[1, 600].reduce(1.5e300) |$m, $i| { $m * $m }",
    "shifts": "$x = 1 << 99999999999",
    "shifts of shifts": "$x = Integer[1, 60].reduce(1) |$m, $i| { $m << 1000000 }",
    "negative shifts": "$x = 1 >> -99999999999",
    "divided by nothing": "$x = 1 / 0\n$y = 1 % 0\n$z = 1.0 / 0.0\n$w = Integer(1.0 / 0.0)",
    "digits": f"$x = {NINES}",
    "digits in a string": f"$x = '{NINES}' + 1",
    "digits as an integer": f"$x = Integer('{NINES}')",
    "digits as a number": f"$x = Numeric('{NINES}')",
    "digits as a float": f"$x = Float('{NINES}')",
    "digits in hexadecimal": f"$x = 0x{NINES}",
    "digits in hexadecimal as a string": f"$x = Integer('0x{NINES}')",
    "digits in octal": "$x = Integer('0" + "7" * 5000 + "')",
    "digits in binary": "$x = Integer('0b" + "1" * 20000 + "')",
    "digits with a radix": f"$x = Integer('{NINES}', 16)",
    "digits in a comparison": f"$x = '{NINES}' > 1",
    "digits in an access": f"$x = [1][{NINES}]",
    "digits in a range": f"$x = Integer[{NINES}, {NINES}]",
    "digits in a scan": f"$x = scanf('{NINES}', '%d')",
    "digits in a long scan": f"$x = scanf('{'1' * 4000}', '{'%1d' * 2000}')",
    "digits in a version": f"$x = SemVer('{NINES}.{NINES}.{NINES}')",
    "digits in a range of versions": f"$x = SemVerRange('>={NINES}.0.0')",
    "digits in a format": f"$x = sprintf('%{NINES}d', 1)",
    "digits in a time span": f"$x = Timespan('{NINES}', '%D')",
    "digits in a time span in seconds": f"$x = Timespan({NINES})",
    "digits in a timestamp": f"$x = Timestamp('{NINES}', '%Y')",
    "digits in a timestamp in seconds": f"$x = Timestamp({NINES})",
    "digits as a size": f"$x = String[{NINES}]",
    "digits in JSON": f"$x = parsejson('{NINES}')",
    "digits in YAML": f"$x = parseyaml('{NINES}')",
    "digits in a dig": f"$x = [1].dig({NINES})",
    "digits in a slice": f"$x = [1].slice({NINES})",
    "digits in a key": f"$x = {{a => 1}}.get('{NINES}')",
    "a large exponent": "$x = 1e308 * 10\n$y = Integer(1e308)\n$z = Integer('1e308')",
    "a larger exponent": "$x = Float('1e999999999')\n$y = Numeric('1e999999999')",
    "a small exponent": "$x = Float('1e-999999999')",
    "a version range of alternatives": "$x = SemVerRange('" + " || ".join(["1.x"] * 5000) + "')",
    "a version range of spaces": "$x = SemVerRange('" + " " * 50000 + "')",
    "a version range of comparisons": "$x = SemVerRange('" + ">=1.0.0 " * 5000 + "')",
    "a version range of hyphens": "$x = SemVerRange('" + "1.0.0 - " * 5000 + "')",
    "a version range of letters": "$x = SemVerRange('1.0.0-" + "a." * 20000 + "!')",
    "a version range of digits": "$x = SemVerRange('>=" + "1" * 20000 + "x')",
    "a version of letters": "$x = SemVer('1.0.0-" + "a-" * 20000 + "!')",
    "a version of zeros": "$x = SemVer('1.0.0-" + "0" * 50000 + "')",
    "a version of parts": "$x = SemVer('1.0.0-" + "0." * 20000 + "0') > SemVer('1.0.0-" + "0." * 20000 + "1')",
    "versions in a type": "$x = SemVer['" + "'] =~ SemVer['".join(["1.x || 2.x"] * 500) + "']",
    "many versions": '$x = Integer[1, 20000].map |$i| { SemVer("1.0.${i}") }.sort',
    "a long URI": "$x = URI('http://" + "a." * 20000 + "/')",
    "a URI of slashes": "$x = URI('" + "/" * 50000 + "')",
    "a URI of percents": "$x = URI('http://a/" + "%41" * 20000 + "')",
    "a URI of ats": "$x = URI('http://" + "a@" * 20000 + "b')",
    "a URI of colons": "$x = URI('" + "a:" * 20000 + "')",
    "a URI of brackets": "$x = URI('http://[" + ":" * 20000 + "]')",
    "added URIs": "$x = Integer[1, 20000].reduce(URI('http://a/b')) |$m, $i| { $m + 'c/d' }",
    "a long binary": "$x = Binary('" + "YWFh" * 20000 + "')",
    "a binary that doubles": "$x = Integer[1, 60].reduce(Binary('YWFh')) |$m, $i| { $m + $m }",
    "a binary as an array": "$x = Array(Binary('" + "YWFh" * 20000 + "'))",
    "a binary in base 2": "$x = Binary('" + "YWFh" * 20000 + "').String('%B')",
    "a binary of spaces": "$x = Binary('" + " " * 50000 + "')",
    "a timestamp format": "$x = Timestamp('2000', '" + "%Y" * 20000 + "')",
    "a timestamp format of formats": "$x = Timestamp('2000', ['" + "', '".join(["%m"] * 5000) + "'])",
    "a timestamp of digits": "$x = Timestamp('" + "1" * 20000 + "', '%Y-%m')",
    "a wide timestamp": "$x = strftime(Timestamp(0), '%99999999Y')",
    "a wide timestamp of zeros": "$x = strftime(Timestamp(0), '%099999999d')",
    "a wide timestamp of nanoseconds": "$x = strftime(Timestamp(0), '%99999999N')",
    "a wide timestamp of spaces": "$x = strftime(Timestamp(0), '%_99999999S')",
    "a wide timestamp of texts": "$x = strftime(Timestamp(0), '%99999999c')",
    "a wide timestamp of percents": "$x = strftime(Timestamp(0), '" + "%9999d" * 5000 + "')",
    "a long timestamp": "$x = strftime(Timestamp(0), '" + "%c" * 20000 + "')",
    "a wide time span": "$x = strftime(Timespan(0), '%99999999S')",
    "a wide time span of days": "$x = Timespan(1).String('%99999999D')",
    "a wide time span of nanoseconds": "$x = strftime(Timespan(1), '%99999999N')",
    "a long time span": "$x = Timespan('" + "1-" * 20000 + "', '" + "%D-" * 20000 + "')",
    "a time span of formats": "$x = Timespan('1', ['" + "', '".join(["%H:%M"] * 5000) + "'])",
    "time spans multiplied": "$x = Integer[1, 600].reduce(Timespan(9)) |$m, $i| { $m * 999999999 }",
    "timestamps added": "$x = Integer[1, 600].reduce(Timestamp(0)) |$m, $i| { $m + 999999999999999 }",
    "a timestamp far away": "$x = Timestamp(1e300)\n$y = Timestamp(-1e300)",
    "a timestamp of infinity": "$x = Timestamp(1e308 * 10)",
    "a far timestamp shown": "$x = String(Timestamp(99999999999999))",
    "Sensitive in Sensitive": "$x = Integer[1, 5000].reduce(1) |$m, $i| { Sensitive($m) }\n$y = type($x)",
    "Sensitive in arrays": '$x = Integer[1, 5000].reduce(1) |$m, $i| { Sensitive([$m]) }\n$y = "${x}"',
}
"""Code by what it does."""
DEEP = {
    "hash": "{a => $m}",
    "array": "[$m]",
    "key": "{$m => 1}",
    "pair": "[$m, $i]",
    "hash of arrays": "{a => [$m]}",
    "type": "Array[$m]",
    "type of a type": "Type[$m]",
    "tuple type": "Tuple[$m]",
    "struct type": "Struct[{a => $m}]",
    "optional type": "Optional[$m]",
    "variant type": "Variant[$m, Integer[$i]]",
    "callable type": "Callable[$m]",
    "hash type": "Hash[String, $m]",
    "sensitive type": "Sensitive[$m]",
    "init type": "Init[$m]",
    "iterable type": "Iterable[$m]",
    "not undef type": "NotUndef[$m]",
    "regexp": 'Regexp("(${m})")',
    "iterator": "$m.reverse_each",
    "stepped": "$m.step(1)",
    "string": '"[${m}]"',
    "inspected": "String([$m], '%p')",
    "type of value": "type([$m])",
}
START = {
    "type": "String",
    "type of a type": "String",
    "regexp": "'a'",
    "string": "''",
    "inspected": "''",
    "iterator": "[1, 2]",
    "stepped": "[1, 2]",
}
USES = {
    "nothing": "1",
    "type": "type($x)",
    "text": '"${x}"',
    "equality": "$x == $x",
    "other equality": "$x == [$x]",
    "in": "$x in [$x]",
    "key": "{$x => 1}",
    "unique": "unique([$x, $x])",
    "match": "$x =~ Type",
    "flatten": "flatten([$x])",
    "new string": "String($x, '%p')",
    "inspect": "String($x, '%#s')",
    "convert": "Array($x, true)",
    "notice": "notice($x)",
    "dig": "$x.dig('a', 'a')",
    "tree": "$x.tree_each |$v| { $v }",
    "sort": "sort([$x, $x])",
    "compare": "compare($x, $x)",
    "to data": "$x =~ Data",
    "to rich data": "assert_type(RichData, $x)",
    "mismatch": "assert_type(Integer, $x)",
    "json": "to_json($x)",
    "parameter": "with($x) |Integer $y| { $y }",
}
FORMATS = {
    "d": "1", "x": "1", "X": "255", "o": "1", "b": "1", "B": "1", "f": "1.5", "e": "1.5", "E": "1.5", "g": "1.5", "G": "1.5", "a": "1.5",
    "A": "1.5", "s": "'x'", "p": "'x'", "c": "65", "C": "'x'", "u": "'x'", "t": "' x '", "T": "true", "y": "true", "h": "[1]", "q": "'x'",
}  # fmt: skip
WIDTHS = (
    "999999999",
    "2147483647",
    "0999999999",
    "-999999999",
    "+999999999",
    " 999999999",
    "#999999999",
    ".99999999",
    "1.999999999",
    "999999999.999999999",
    "-#0999999999.99999",
    "99999999999999999999",
)
CONTAINERS = {"a": "[1, 2]", "h": "{a => 1}", "s": "[1, [2]]", "p": "{a => {b => 1}}", "A": "[[1]]"}


def attacks() -> Iterator[Attack]:
    """Each program in a class for the checker, and as an expression for the evaluator."""
    for name, code in _programs():
        yield Attack("value", name, {"manifests/init.pp": f"class a {{\n{code}\n}}\n"})
        yield Attack("value", name, {"a.pp": code}, "eval", ("a.pp",))
    for name in ("digits", "a range mapped", "hashes of hashes that double", "powers"):
        yield Attack("value", f"{name}, batch", {"a.pp": LARGE[name]}, "eval", ("--json", "--type", "a.pp"))


def _programs() -> Iterator[tuple[str, str]]:
    yield from LARGE.items()
    for index, (name, made) in enumerate(DEEP.items()):
        for number, (use, used) in enumerate(USES.items()):
            if number and (index + number) % 5:
                continue  # Each kind of value is used in some ways, and each way with some kinds.
            start = START.get(name, "String" if "type" in name else "1")
            yield f"a deep {name}, {use}", f"$x = Integer[1, 5000].reduce({start}) |$m, $i| {{ {made} }}\n$y = {used}"
            if not number:
                yield f"a less deep {name}", f'$x = Integer[1, 450].reduce({start}) |$m, $i| {{ {made} }}\n$y = "${{x}}"\n$z = type($x)'
    for index, (letter, value) in enumerate(FORMATS.items()):
        for number, width in enumerate(WIDTHS):
            if number < 2 or not (index + number) % 4:
                yield f"sprintf %{width}{letter}", f"$x = sprintf('%{width}{letter}', {value})"
                yield f"String %{width}{letter}", f"$x = String({value}, '%{width}{letter}')"
    for letter, value in CONTAINERS.items():
        for width in WIDTHS[:4]:
            yield f"String of a container %{width}{letter}", f"$x = String({value}, '%{width}{letter}')"
            yield (
                f"String of elements %{width}{letter}",
                f"$x = String({value}, {{Any => {{format => '%#{letter}', separator => ',', string_formats => {{Integer => '%{width}d'}}}}}})",
            )
    yield "format by an argument", "$x = sprintf('%*d', 999999999, 1)"
    yield "format by two arguments", "$x = sprintf('%*.*f', 999999999, 999999999, 1.5)"
    yield "formats of a name", "$x = sprintf('%<a>999999999d', {a => 1})"
    yield "formats repeated", f"$x = sprintf('{'%9999d' * 5000}', *Array(Integer[1, 5000]))"
    yield "formats of an argument", f"$x = sprintf('{'%1$99999d' * 5000}', 1)"
    yield "formats of strings", f"$x = sprintf('{'%1$s' * 20000}', '{'a' * 20000}')"
    for letter in "sp":
        for name, made in {
            "hashes": "Hash(Integer[1, 20000].map |$i| { [$i, $i] })",
            "deep lists": "Integer[1, 200].reduce([1]) |$m, $i| { [$m, $i] }",
        }.items():
            yield f"formats of {name}, {letter}", f"$t = {made}\n$x = sprintf('{f'%1${letter}' * 5000}', $t)"
    for name, made in {"lists": "Array(Integer[1, 20000])", "hashes": "Hash(Integer[1, 20000].map |$i| { [$i, $i] })"}.items():
        for use, used in {
            "in texts": '"${t}"',
            "as texts": "String($t)",
            "compared": "$t == $t",
            "looked through": "-1 in $t",
            "as types": "type($t)",
            "matched": "$t =~ Collection[1, 2]",
            "matched with data": "$t =~ Data",
            "flattened": "flatten($t)",
            "counted": "length($t)",
            "as keys": "{$t => 1}",
            "logged": "notice($t)",
            "joined": "join([$t], ',')",
            "emptied": "$t.filter |$x| { false }",
            "searched": "$t.any |$x| { false }",
            "merged": "$t + $t",
            "described": "with($t) |Integer $y| { $y }",
        }.items():
            yield f"{name} {use} in a loop", f"$t = {made}\n$x = Integer[1, 2000].map |$i| {{ {used} }}"
    yield "formats of arrays", f"$t = Array(Integer[1, 20000])\n$x = sprintf('{'%1$p' * 5000}', $t)"
