"""Regular expressions whose compilation or matching would take for ever."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack

SUBJECT = "a" * 40
PATTERNS = {
    "nested repetition": "(?:a{9999}){9999}",
    "nested repetition twice": "(?:(?:a{999}){999}){999}",
    "nested repetition thrice": "(?:(?:(?:a{99}){99}){99}){99}",
    "nested optional": "(?:a?){9999}{9999}",
    "nested ranges": "(?:a{1,9999}){1,9999}",
    "nested open ranges": "(?:a{100,}){100,}",
    "repeated groups": "(a){50000}",
    "repeated classes": "(?:[a-z]{5000}){5000}",
    "repeated alternatives": "(?:a|b|c|d){20000}",
    "repetition of repetition": "a{100}{100}{100}{100}",
    "lazy repetition": "(?:a{9999}?){9999}?",
    "possessive repetition": "(?:a{9999}+){9999}+",
    "wide repetition": "a{100000}",
    "widest repetition": "a{100001}",
    "repetition of nothing": "(?:){99999}",
    "repetition of an anchor": "(?:^){99999}",
    "large minimum": "a{99999,}",
    "stars": "(a*)*b",
    "nested stars": "((a*)*)*b",
    "deep stars": "(" * 30 + "a*" + ")*" * 30 + "b",
    "pluses": "(a+)+b",
    "alternatives": "(a|a)*b",
    "alternatives of stars": "(a*|a*)*b",
    "optionals": "a?" * 40 + "a" * 40,
    "dots": "(.*)(.*)(.*)(.*)(.*)(.*)(.*)b",
    "many dots": ".*" * 100 + "b",
    "backreferences": "(a*)*\\1b",
    "many backreferences": "(a*)" * 30 + "\\1\\2\\3\\4b",
    "look ahead": "(?=(a+)+b)a",
    "nested look ahead": "(?=" * 200 + "a" + ")" * 200,
    "look behind": "(?<=a{1,100})b",
    "wide look behind": "(?<=(?:a|aa|aaa){100})b",
    "negative look ahead": "(?!(a+)+b)b",
    "deep groups": "(" * 1000 + "a" + ")" * 1000,
    "deeper groups": "(" * 20000 + "a" + ")" * 20000,
    "deep plain groups": "(?:" * 5000 + "a" + ")" * 5000,
    "unclosed groups": "(" * 20000,
    "unclosed classes": "[" * 20000,
    "deep classes": "[a" * 3000 + "]" * 3000,
    "negated classes": "[^a" * 1000 + "]" * 1000,
    "intersections": "[a-z&&" * 1000 + "[a]" + "]" * 1000,
    "many alternatives": "|".join(f"a{number}" for number in range(20000)),
    "many empty alternatives": "|" * 50000,
    "long literal": "a" * 100_000,
    "many classes": "[a-z]" * 10_000,
    "wide classes": "[" + "".join(map(chr, range(0x4E00, 0x6000))) + "]",
    "properties": "\\p{L}" * 5000,
    "properties repeated": "(?:\\p{Alpha}{999}){999}",
    "named groups": "".join(f"(?<a{number}>a)" for number in range(2000)),
    "a group by name": "(?<a>a|b\\g<a>c)" * 1,
    "recursion": "(?<a>\\g<a>?a)",
    "recursion twice": "(?<a>a\\g<a>\\g<a>|a)b",
    "recursion by number": "(a\\g<1>?)*b",
    "calls that double": "".join(
        f"(?<a{number}>" + (f"\\g<a{number - 1}>\\g<a{number - 1}>" if number else "a") + ")" for number in range(40)
    ),
    "calls that double before": "".join(f"(?<a{number}>\\g<a{number + 1}>\\g<a{number + 1}>)" for number in range(30)) + "(?<a30>a)",
    "calls in repetitions": "(?<x>a{999}){999}\\g<x>{999}",
    "calls in a circle": "(?<a>a\\g<b>?)(?<b>b\\g<a>?)",
    "conditions": "(a)?(?(1)b|c)" * 500,
    "atomic": "(?>(a+)+)b",
    "options": "(?i:a)" * 5000,
    "nested options": "(?i:" * 1000 + "a" + ")" * 1000,
    "case insensitive": "(?i)" + "\u00df" * 3000,
    "case insensitive repetition": "(?i:(?:stra\u00dfe){999}){999}",
    "comments": "(?#a)" * 10_000,
    "extended": "(?x)" + " " * 100_000 + "a",
    "escapes": "\\\\" * 20_000,
    "unicode escapes": "\\u{41}" * 10_000,
    "code points": "\\u{" + "41 " * 10_000 + "41}",
    "hexadecimal escapes": "\\x41" * 10_000,
    "controls": "\\cA" * 5_000,
    "keeps": "a\\K" * 2_000,
    "line breaks": "\\R*" * 50 + "b",
    "graphemes": "\\X*" * 20 + "b",
    "huge backreference": "\\99999999999999999999",
    "huge repetition": "a{99999999999999999999}",
    "digits in a repetition": "a{" + "9" * 5000 + "}",
    "digits in a group": "(a)\\" + "1" * 5000,
    "absent": "(?~(a*)*b)",
    "word boundaries": "(\\b|\\B)*b",
    "commas": "a{,9999}{,9999}",
    "spaces of a date": "^\\s*(\\d+\\s*)*$",
    "email": "^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
    "trailing spaces": "\\s+$",
    "path": "^(/[^/]+)*/?$",
}
PLACES = {
    "match": "'{subject}' =~ /{literal}/",
    "mismatch": "'{subject}' !~ Regexp['{text}']",
    "substitution": "regsubst('{subject}', '{text}', 'x', 'G')",
    "pattern": "'{subject}' =~ Pattern[/{literal}/]",
    "split": "split('{subject}', '{text}')",
    "new": "$y = Regexp.new('{text}')\n$z = '{subject}' =~ $y",
    "case": "case '{subject}' {{ /{literal}/: {{ }} default: {{ }} }}",
    "selector": "'{subject}' ? {{ /{literal}/ => 1, default => 2 }}",
    "scan": "'{subject}'.match(/{literal}/)",
    "array": "['{subject}', '{subject}'].match(['{text}'])",
    "in": "/{literal}/ in ['{subject}', 'b']",
    "filter": "['{subject}'].filter |$x| {{ $x =~ /{literal}/ }}",
}


def attacks() -> Iterator[Attack]:
    """Each pattern in each place, in turn for the checker and the evaluator."""
    for index, (name, pattern) in enumerate(PATTERNS.items()):
        literal = pattern.replace("/", "\\/")
        text = pattern.replace("\\", "\\\\").replace("'", "\\'")
        for number, (place, form) in enumerate(PLACES.items()):
            if number >= 3 and (index + number) % 6:
                continue  # Three places for every pattern, the others in turn.
            code = f"$x = {form}" if not form.startswith(("case", "$y")) else form
            code = code.format(subject=SUBJECT, literal=literal, text=text)
            if (index + number) % 2 or number == 0:
                yield Attack("regexp", f"{name}, {place}", {"manifests/init.pp": f"class a {{\n{code}\n}}\n"})
            if not (index + number) % 2 or number == 0:
                yield Attack("regexp", f"{name}, {place}", {"a.pp": code}, "eval", ("a.pp",))
    yield from _long_subjects()


def _long_subjects() -> Iterator[Attack]:
    for name, pattern in {
        "spaces": "\\s+$",
        "words": "(\\w+)\\s",
        "any": ".*b",
        "pairs": "a.*a.*b",
        "empty": "",
        "one": "a",
        "lazy": ".*?b",
    }.items():
        for subject in ("' ' * 1", "Integer[1, 60000].map |$i| { ' ' }.join('')", "Integer[1, 60000].map |$i| { 'a' }.join('')"):
            if "*" in subject:
                continue
            for form in ("$t =~ /{0}/", "regsubst($t, '{0}', 'xy', 'G')", "split($t, '{0}')"):
                code = f"$t = {subject}\n$x = " + form.replace("{0}", pattern if "=~" in form else pattern.replace("\\", "\\\\"))
                yield Attack("regexp", f"{name} on {subject[-12:-10]}, {form}", {"manifests/init.pp": f"class a {{\n{code}\n}}\n"})
                yield Attack("regexp", f"{name} on {subject[-12:-10]}, {form}", {"a.pp": code}, "eval", ("a.pp",))
