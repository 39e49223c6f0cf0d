"""Questions about types: text, algebra, inference and mismatches."""

# ruff: noqa: E501 - tables of snippets, one group of them a line
from __future__ import annotations

from random import Random

from bench.differential.groups import Question, group
from bench.differential.material import type_text, value, value_for

OPERATIONS = "union assignable equal callable generalize normalize tostring iterable".split()


@group("algebra")
def algebra(random: Random) -> Question:
    op = random.choice(["union", "union", "assignable", "assignable", *OPERATIONS])
    left = type_text(random)
    if op in ("generalize", "normalize", "tostring", "iterable"):
        return {"op": op, "left": left}
    if op == "callable":
        left = (
            f"Callable[{type_text(random, 1)}]" if random.random() < 0.8 else f"Callable[[{type_text(random, 1)}], {type_text(random, 1)}]"
        )
        right = random.choice([f"Tuple[{type_text(random, 1)}]", f"Array[{type_text(random, 1)}]", f"Callable[{type_text(random, 1)}]"])
        return {"op": op, "left": left, "right": right}
    return {"op": op, "left": left, "right": left if random.random() < 0.05 else type_text(random)}


@group("types:compare")
def compare(random: Random) -> str:
    return f"{type_text(random)} {random.choice(['<', '<=', '>', '>=', '==', '!=', '=~', 'in'])} {type_text(random)}"


@group("types:display")
def display(random: Random) -> str:
    form = random.choice(["%s", '$t = %s\n"${t}"', "String(%s, '%%s')", "String(%s, '%%#s')", "notice(%s)", "[%s]"])
    return form % type_text(random, random.randint(1, 3))


@group("types:infer")
def infer(random: Random) -> str:
    members = ", ".join(value(random) for _ in range(random.randint(1, 3)))
    subject = random.choice([f"[{members}]", value(random), f"{{a => {value(random)}, b => {value(random)}}}"])
    return f"type({subject}{random.choice(['', '', ', detailed', ', reduced', ', generalized'])})"


@group("types:infer of types")
def infer_types(random: Random) -> str:
    members = ", ".join(type_text(random, random.randint(0, 2)) for _ in range(random.randint(1, 3)))
    return f"type([{members}], {random.choice(['detailed', 'reduced', 'generalized'])})"


@group("types:instance")
def instance(random: Random) -> str:
    text = type_text(random)
    return f"{value_for(random, text)} {random.choice(['=~', '=~', '!~', 'in'])} {text}"


@group("types:assert_type")
def assert_type(random: Random) -> str:
    text = type_text(random)
    extra = random.choice(["", "", "", ' |$e, $a| { "$e $a" }'])
    return f"assert_type({text}, {value_for(random, text)}){extra}"


@group("types:mismatch")
def mismatch(random: Random) -> str:
    text, result = type_text(random), type_text(random, 1)
    given = value_for(random, text)
    form = random.choice(
        [
            "function f({0} $x) {{ $x }}\nf({1})",
            "function f($x) >> {0} {{ $x }}\nf({1})",
            "function f({0} *$x) {{ $x }}\nf({1}, {1})",
            "function f({0} $x = {1}) {{ $x }}\nf()",
            "[{1}].map |{0} $x| {{ $x }}",
            "class c({0} $x) {{ notice($x) }}\nclass {{ c: x => {1} }}",
            "class c({0} $x = {1}) {{ notice($x) }}\ninclude c",
            "define d({0} $x) {{ notice($x) }}\nd {{ a: x => {1} }}",
            "with({1}) |{0} $x| >> {2} {{ $x }}",
            "function f({0} $x, {2} $y) {{ $x }}\nf({1})",
            "type A = {0}\nfunction f(A $x) {{ $x }}\nf({1})",
            "type A = {0}\nassert_type(A, {1})",
            "type A = {0}\n{1} =~ A",
        ]
    )
    return form.format(text, given, result)


@group("types:alias")
def alias(random: Random) -> str:
    form = random.choice(
        [
            "type Tree = Hash[String, Variant[{0}, Tree]]\n$x = {1}\n$x =~ Tree",
            "type L = Struct[{{v => {0}, Optional[next] => L}}]\nassert_type(L, {{v => {1}, next => {{v => {1}}}}})",
            "type A = {0}\ntype B = {2}\n[A < B, A == B, A, B, type(A)]",
            "type A = Variant[{0}, Array[A]]\nassert_type(A, [{1}, [{1}]])",
            "type A = {0}\nA({1})",
            "type A = Variant[{0}, B]\ntype B = Array[A]\n[{1} =~ A, [{1}] =~ B, A, B]",
            "type A = {0}\nArray[A] == Array[{0}]",
            "type A = Optional[{0}]\ntype([A, {2}], reduced)",
        ]
    )
    text = type_text(random, 1)
    return form.format(text, value_for(random, text), type_text(random, 1))


@group("types:object")
def objects(random: Random) -> str:
    text, other = type_text(random, 1), type_text(random, 1)
    given = value_for(random, text)
    form = random.choice(
        [
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\n$f = Foo({1})\n[$f.a, $f =~ Foo, $f]",
            "type Foo = Object[{{attributes => {{a => {0}, b => {{type => {2}, value => {3}}}}}}}]\nFoo({1})",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\nFoo(a => {1})",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\nFoo({{a => {1}}})",
            "type Foo = Object[{{constants => {{k => {1}}}}}]\nFoo().k",
            "type Foo = Object[{{attributes => {{a => {0}}}, equality => [a]}}]\nFoo({1}) == Foo({1})",
            "type Foo = Object[{{attributes => {{a => {{type => {0}, kind => {4}}}}}}}]\nFoo({1})",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\ntype Bar = Object[{{parent => Foo, attributes => {{b => {2}}}}}]\n"
            "$x = Bar({1}, {3})\n[$x.a, $x.b, Bar < Foo]",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\ntype Bar = Object[{{parent => Foo, attributes => {{a => {2}}}}}]\nBar",
            "type Foo = Object[{{type_parameters => {{p => {0}}}, attributes => {{p => {0}}}}}]\n[Foo[{1}], Foo({1}) =~ Foo[{3}]]",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\nString(Foo({1}), {5})",
            "type Foo = Object[{{attributes => {{a => {0}}}}}]\nFoo",
            "type My = TypeSet[{{pcore_version => '1.0.0', version => '1.0.0', types => {{A => {0}, B => {{attributes => {{x => A}}}}}}}}]\n"
            "[{1} =~ My::A, My::B({1}).x]",
        ]
    )
    kind = random.choice(["constant", "derived", "given_or_derived", "reference", "'nope'"])
    return form.format(text, given, other, value_for(random, other), kind, random.choice(["'%p'", "'%s'", "'%#p'"]))
