"""Types that double, form circles, or are wide, used in every way that looks into them."""

# ruff: noqa: E501 - rows of tables, one attack each

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack

COUNT = 40
DOUBLING = {
    "tuple": ("Tuple[{0}, {0}]", "String"),
    "array of tuples": ("Array[Tuple[{0}, {0}]]", "Integer"),
    "struct": ("Struct[{{a => {0}, b => {0}}}]", "String"),
    "variant": ("Variant[Tuple[{0}], Array[{0}]]", "String"),
    "variant of tuples": ("Variant[Tuple[{0}, Integer], Tuple[Integer, {0}]]", "String"),
    "hash": ("Hash[{0}, {0}]", "String"),
    "callable": ("Callable[{0}, {0}]", "String"),
    "callable that returns": ("Callable[[{0}], {0}]", "String"),
    "optional": ("Tuple[Optional[{0}], Optional[{0}]]", "String"),
    "not undef": ("Tuple[NotUndef[{0}], NotUndef[{0}]]", "String"),
    "sensitive": ("Tuple[Sensitive[{0}], Sensitive[{0}]]", "String"),
    "type": ("Tuple[Type[{0}], Type[{0}]]", "String"),
    "init": ("Tuple[Init[{0}], Init[{0}]]", "String"),
    "plain": ("{0}", "String"),
    "variant of aliases": ("Variant[{0}, {0}]", "String"),
    "variant of more": ("Variant[{0}, Enum['{1}']]", "Enum['a']"),
    "iterable": ("Iterable[Tuple[{0}, {0}]]", "String"),
    "object": ("Object[{{attributes => {{a => {0}, b => {0}}}}}]", "String"),
}
"""The type that an alias stands for, made of the alias before it, and the first one."""
USES = {
    "nothing": "",
    "text": '$x = "${A40}"',
    "match": "$x = [[1]] =~ A40",
    "compare": "$x = A40 == A39",
    "subtype": "$x = A40 < A39",
    "more special": "$x = A39 <= A40",
    "mismatch": "assert_type(A40, 1)",
    "deep mismatch": "assert_type(A40, [[1]])",
    "of a type": "$x = type(A40)",
    "show": "notice(A40)",
    "new": "$x = A40.new([[1], [1]])",
    "unique": "$x = unique([A40, A39, A40])",
    "sort": "$x = [A40] =~ Array[Type[A39]]",
    "key": "$x = {A40 => A39}",
    "in": "$x = A40 in [A39]",
    "case": "case [[1]] { A40: { } default: { } }",
    "variant": "$x = Variant[A40, A39]",
    "parameter": "with([[1]]) |A40 $p| { $p }",
    "common": "$x = type([A40, A39, A38])",
    "generic": "$x = type([A40], 'generalized')",
    "format": "$x = String(A40, '%#p')",
    "lookup": "$x = [1].each |A40 $p| { }",
}
DEFINITIONS = {
    "parameter": "class b(A40 $p = [[1]]) {{ $x = $p }}",
    "define": "define b(A40 $p) {{ $x = $p[0] }}\nb {{ 'c': p => [[1]] }}",
    "function": "function b(A40 $p) >> A39 {{ $p }}\nb([[1]])",
    "function of two": "function b(A40 $p, A39 $q) {{ $p == $q }}",
    "unknown": "class b(A40 $p, A39 $q) {{ if $p == $q {{ }} if $p =~ A39 {{ }} $p.each |$y| {{ notice($y) }} }}",
    "case": "class b(A40 $p) {{ case $p {{ A39: {{ }} A38: {{ }} }} }}",
    "selector": "class b(A40 $p) {{ $x = $p ? {{ A39 => 1, A38 => 2 }} }}",
    "join": "class b(A40 $p, A39 $q, Boolean $r) {{ $x = $r ? {{ true => $p, false => $q }} assert_type(A38, $x) }}",
    "access": "class b(A40 $p) {{ $x = $p[0][0][0][0] $y = $p['a']['b'] }}",
    "call": "class b(A40 $p) {{ $x = $p.map |$y| {{ $y }} notice($x) }}",
    "string": 'class b(A40 $p) {{ $x = "${{p}}" }}',
    "parameters": "class b(A40 $p) {{ $x = $p + 1 $y = -$p $z = $p =~ /a/ }}",
}
CIRCLES = {
    "parents": "type A = Object[{parent => B}]\ntype B = Object[{parent => A}]",
    "own parent": "type A = Object[{parent => A}]",
    "three parents": "type A = Object[{parent => B}]\ntype B = Object[{parent => C}]\ntype C = Object[{parent => A}]",
    "attributes": "type A = Object[{attributes => {a => A}}]",
    "attributes and parents": "type A = Object[{attributes => {a => B}}]\ntype B = Object[{parent => A, attributes => {b => A}}]",
    "aliases": "type A = B\ntype B = A",
    "own alias": "type A = A",
    "variants": "type A = Variant[A, B]\ntype B = Variant[B, A]",
    "optionals": "type A = Optional[A]",
    "not undefs": "type A = NotUndef[Optional[A]]",
    "types": "type A = Type[A]",
    "arrays": "type A = Array[B]\ntype B = Array[A]",
    "hashes": "type A = Hash[A, B]\ntype B = Hash[B, A]",
    "structs": "type A = Struct[{a => Optional[A]}]",
    "structs that do not end": "type A = Struct[{a => A, b => B}]\ntype B = Struct[{a => B, b => A}]",
    "tuples": "type A = Tuple[B, B]\ntype B = Tuple[A, A]",
    "variants of tuples": "type A = Variant[Integer, Tuple[A, B]]\ntype B = Variant[Integer, Tuple[B, A]]",
    "many variants": "type A = Variant[Integer, Tuple[A, A], Array[B]]\ntype B = Variant[Float, Tuple[B, A], Array[A]]",
    "callables": "type A = Callable[A, A]\ntype B = Callable[B, A]",
    "inits": "type A = Init[A]\ntype B = Init[B]",
    "sensitives": "type A = Sensitive[A]\ntype B = Sensitive[A]",
    "iterables": "type A = Iterable[A]\ntype B = Iterable[B]",
    "type sets": "type A = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {B => Object[{parent => B}]}}]\ntype B = A::B",
    "type set references": "type A = TypeSet[{pcore_version => '1.0.0', version => '1.0.0', references => {B => {name => 'A', version_range => '1.x'}}}]",
    "accesses": "type A = A[1]\ntype B = A[B]",
    "enums": "type A = Enum[A]\ntype B = Pattern[B]",
    "types of values": "type A = Struct[{A => B}]\ntype B = Integer[A, B]",
    "functions": "function a() >> A { b() }\nfunction b() >> B { a() }\ntype A = Any\ntype B = A",
    "classes": "class a inherits b { }\nclass b inherits a { }\nclass c inherits c { }",
    "includes": "class a { include b }\nclass b { include a }\ninclude a",
    "requires": "class a { require b }\nclass b { require a }\ninclude a",
    "defines": "define a() { b { 'x': } }\ndefine b() { a { 'y': } }\na { 'z': }",
    "functions that double": "function a($n) { a($n) + a($n) }\n$x = a(1)",
    "lambdas": "function a($n) { [1, 2].map |$i| { a($n) } }\n$x = a(1)",
    "defaults": "function a($n = a()) { $n }\n$x = a()",
    "parameters": "class a($x = $y, $y = $x) { }\ninclude a",
    "templates": "$x = inline_epp('<%= inline_epp(\"<%= 1 %>\") %>')",
    "containment": "class a { contain b }\nclass b { contain a }\ninclude a",
    "relationships": "class a { Class['b'] -> Class['a'] }\nclass b { Class['a'] -> Class['b'] }\ninclude a\ninclude b",
    "references": "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }",
}
CIRCLE_USES = (
    "",
    "$x = A =~ Type[B]",
    "$x = [[1]] =~ A",
    'notice("${A} ${B}")',
    "$x = A.new(1)",
    "$x = A < B",
    "assert_type(A, [B, 1])",
    "class z(A $p, B $q) { if $p == $q { } if $p =~ B { } $r = $p[0] }",
)
WIDE = {
    "enum": "Enum[" + ", ".join(f"'a{number}'" for number in range(5000)) + "]",
    "variant of enums": "Variant[" + ", ".join(f"Enum['a{number}']" for number in range(2000)) + "]",
    "variant of integers": "Variant[" + ", ".join(f"Integer[{number}, {number}]" for number in range(0, 4000, 2)) + "]",
    "variant of structs": "Variant[" + ", ".join(f"Struct[{{a{number} => String}}]" for number in range(1000)) + "]",
    "variant of tuples": "Variant[" + ", ".join(f"Tuple[Integer[{number}, {number}]]" for number in range(1000)) + "]",
    "pattern": "Pattern[" + ", ".join(f"/a{number}/" for number in range(2000)) + "]",
    "struct": "Struct[{" + ", ".join(f"a{number} => String" for number in range(3000)) + "}]",
    "tuple": "Tuple[" + "String, " * 5000 + "String]",
    "callable": "Callable[" + "String, " * 3000 + "String]",
    "variant of patterns": "Variant[" + ", ".join(f"Pattern[/a{number}$/]" for number in range(1500)) + "]",
    "variant of versions": "Variant[" + ", ".join(f"SemVer['{number}.x']" for number in range(1500)) + "]",
    "variant of arrays": "Variant[" + ", ".join(f"Array[Integer[{number}, {number}]]" for number in range(1500)) + "]",
    "variant of floats": "Variant[" + ", ".join(f"Float[{number}.0, {number}.5]" for number in range(2000)) + "]",
    "variant of time spans": "Variant[" + ", ".join(f"Timespan[{2 * number}, {2 * number + 1}]" for number in range(2000)) + "]",
    "variant of optionals": "Variant[" + ", ".join(f"Optional[Enum['a{number}']]" for number in range(1500)) + "]",
    "variant of callables": "Variant[" + ", ".join(f"Callable[{number}, {number}]" for number in range(1500)) + "]",
    "versions": "SemVer[" + ", ".join(f"'{2 * number}.x'" for number in range(1500)) + "]",
    "enum in any case": "Enum[" + ", ".join(f"'a{number}'" for number in range(3000)) + ", true]",
    "resources": "File[" + ", ".join(f"'/a{number}'" for number in range(3000)) + "]",
    "size": "Array[String, 1, 9223372036854775807]",
    "object": "Object[{attributes => {" + ", ".join(f"a{number} => String" for number in range(1000)) + "}}]",
}
WIDE_USES = (
    "$x = 'a' =~ {0}",
    "$x = {0} == {0}",
    "$x = {0} < {0}",
    'notice("${{0}}")',
    "assert_type({0}, 1)",
    "$x = type([{0}, {0}])",
    '$x = Integer[1, 3000].map |$i| {{ "a${{i}}" }}\n$y = $x =~ Array[{0}]',
    "$x = Integer[1, 3000].filter |$i| {{ $i =~ {0} }}",
    "$x = Integer[1, 300].map |$i| {{ {0} =~ Type[{0}] }}",
    "Integer[1, 300].each |$i| {{ assert_type({0}, $i) }}",
    "$x = [{0}, 1, 'a', {0}].sort",
    "$x = unique([{0}, {0}, {0}])",
    "class z({0} $p, {0} $q) {{ if $p == $q {{ }} if $p =~ {0} {{ }} case $p {{ {0}: {{ }} }} }}",
    "class z(Variant[{0}, Array[{0}]] $p) {{ $x = $p ? {{ {0} => 1 }} assert_type({0}, $p) }}",
)


def attacks() -> Iterator[Attack]:
    """Each family of types with uses in turn, for both programs."""
    for index, (name, (form, first)) in enumerate(DOUBLING.items()):
        aliases = [f"type A0 = {first}", *(f"type A{each} = {form.format(f'A{each - 1}', each)}" for each in range(1, COUNT + 1))]
        for number, (use, code) in enumerate(USES.items()):
            if (index + number) % 4 < 2:
                yield from _both("doubling types", f"{name}, {use}", "\n".join([*aliases, code]))
        for number, (use, code) in enumerate(DEFINITIONS.items()):
            if (index + number) % 2:
                yield Attack(
                    "doubling types",
                    f"{name}, {use}",
                    {"manifests/init.pp": "\n".join([*aliases, code.replace("{{", "{").replace("}}", "}")])},
                )
        yield Attack("doubling types", f"{name}, apart", _files(aliases))
    for index, (name, code) in enumerate(CIRCLES.items()):
        for number, use in enumerate(CIRCLE_USES):
            if number == 0 or ("type B" in code and (index + number) % 3):
                yield from _both("circles", f"{name}, {use}", f"{code}\n{use}")
    for name, type in WIDE.items():
        for number, use in enumerate(WIDE_USES):
            yield from _both("wide types", f"{name}, {number}", use.replace("{{", "{").replace("}}", "}").replace("{0}", type))


def _both(kind: str, name: str, code: str) -> Iterator[Attack]:
    yield Attack(kind, name, {"manifests/init.pp": code})
    yield Attack(kind, name, {"a.pp": code}, "eval", ("a.pp",))


def _files(aliases: list[str]) -> dict[str, str]:
    """Each alias in its own file of a module, and a class that uses the last one."""
    files = {f"m/types/a{number}.pp": alias.replace("A", "M::A") for number, alias in enumerate(aliases) if "Array" not in alias}
    return {
        **files,
        "m/metadata.json": '{"name": "a-m", "version": "1.0.0", "dependencies": []}',
        "m/manifests/init.pp": "class m(M::A40 $p) { $x = $p[0] }",
    }
