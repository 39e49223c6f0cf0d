"""Catalogs with resources, relationships, collectors and overrides by the thousand."""

# ruff: noqa: E501 - rows of tables, one attack each

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack

LOOP = "Integer[1, 3000].each |$i| {{ {0} }}"
RESOURCES = LOOP.format('notify { "a${i}": }')
TITLES = '$t = Integer[1, 3000].map |$i| { "a${i}" }'
ALL = f"{TITLES}\nnotify {{ $t: }}"
CODE = {
    "edges of lists": f"{ALL}\nNotify[$t] -> Notify[$t]",
    "edges of chains": f"{ALL}\nNotify[$t] -> Notify[$t] -> Notify[$t] -> Notify[$t]",
    "edges of collectors": f"{ALL}\nNotify <| |> -> Notify <| |>",
    "edges of many collectors": f"{ALL}\n" + "Notify <| |> -> " * 50 + "Notify <| |>",
    "edges of classes": "".join(f"class a{each} {{ }} include a{each}\n" for each in range(500)) + "Class <| |> -> Class <| |>",
    "requires": f"{TITLES}\nnotify {{ $t: require => Notify[$t] }}",
    "befores": f"{TITLES}\nnotify {{ $t: before => Notify[$t], notify => Notify[$t] }}",
    "subscribes": f"{TITLES}\n" + LOOP.format('notify { "b${i}": subscribe => Notify[$t] }') + "\nnotify { $t: }",
    "cycle": f"{RESOURCES}\n" + LOOP.format('Notify["a${i}"] -> Notify["a${ ($i % 3000) + 1 }"]'),
    "cycles": f"{ALL}\n" + LOOP.format('Notify["a${i}"] -> Notify["a${ 3001 - $i }"]'),
    "chain": f"{RESOURCES}\n" + 'Integer[1, 2999].each |$i| { Notify["a${i}"] -> Notify["a${ $i + 1 }"] }',
    "tags": LOOP.format('notify { "a${i}": tag => Integer[1, 300].map |$j| { "t${i}-${j}" } }'),
    "tags of classes": 'tag(*Integer[1, 3000].map |$i| { "t${i}" })\n' + RESOURCES,
    "collectors": f"{ALL}\n" + LOOP.format('Notify <| title == "a${i}" |>'),
    "collectors of all": f"{ALL}\n" + LOOP.format("Notify <| |>"),
    "collectors with overrides": f"{ALL}\n" + LOOP.format('Notify <| |> { message => "b${i}" }'),
    "collectors that add": f"{ALL}\n" + LOOP.format("Notify <| |> { tag +> 'a' }"),
    "collectors of tags": f"{ALL}\n" + LOOP.format('Notify <| tag == "t${i}" |>'),
    "collectors of virtual": f"{TITLES}\n@notify {{ $t: }}\n" + LOOP.format('Notify <| title == "a${i}" |>'),
    "collectors with conditions": f"{ALL}\nNotify <| " + "title == 'a' or " * 700 + "title == 'b' |>",
    "collectors of exported": f"{TITLES}\n@@notify {{ $t: }}\n" + LOOP.format("Notify <<| |>>"),
    "realized": f"{TITLES}\n@notify {{ $t: }}\n" + LOOP.format("realize(Notify[$t])"),
    "overrides": "class a { notify { 'a': } }\nclass b inherits a { " + "Notify['a'] { message => 'a' } " * 2000 + "}\ninclude b",
    "appends": "notify { 'a': tag => [] }\n" + LOOP.format('Notify["a"] { tag +> "t${i}" }'),
    "defaults": LOOP.format('Notify { message => "a${i}" }') + "\n" + RESOURCES,
    "many defaults": "".join(f"Notify {{ message => 'a{each}' }}\n" for each in range(2000)) + ALL,
    "duplicates": LOOP.format("notify { 'a': }"),
    "duplicate titles": "notify { [" + "'a', " * 3000 + "]: }",
    "defines": 'define a($n) { if $n > 0 { a { "${title}x": n => $n - 1 } a { "${title}y": n => $n - 1 } } }\na { \'a\': n => 30 }',
    "deep defines": "define a($n) { a { \"${title}x\": n => $n } }\na { 'a': n => 1 }",
    "defines by the thousand": f"define a() {{ notify {{ $title: }} }}\n{TITLES}\na {{ $t: }}",
    "attributes": "notify { 'a': * => Hash(Integer[1, 20000].map |$i| { [\"k${i}\", $i] }) }",
    "long titles": "$t = Integer[1, 20000].reduce('') |$m, $i| { \"${m}a\" }\n" + LOOP.format('notify { "${t}${i}": }'),
    "create_resources": "create_resources('notify', Hash(Integer[1, 20000].map |$i| { [\"k${i}\", {}] }))",
    "ensure_resources": LOOP.format("ensure_resource('notify', \"a${i}\", {})") + "\n" + LOOP.format('ensure_packages(["a${i}"])'),
    "defined": f"{ALL}\n" + LOOP.format("defined(Notify[$t])"),
    "getparam": f"{ALL}\n" + LOOP.format('getparam(Notify["a${i}"], "message")'),
    "references": LOOP.format('notify { "a${i}": require => File["/b${i}"] }'),
    "reference lists": "$x = File[*Integer[1, 30000].map |$i| { \"/a${i}\" }]\nnotify { 'a': require => $x }",
    "paths": "file { '" + "/a" * 5000 + "': }",
    "autorequires": LOOP.format('file { "/a/${i}": ensure => file }'),
    "deep paths": 'Integer[1, 1000].reduce(\'\') |$m, $i| { file { "${m}/a": } "${m}/a" }',
    "nodes": "".join(f"node 'a{each}' {{ }}\n" for each in range(3000)),
    "nodes by regexp": "".join(f"node /(a+)+{each}$/ {{ }}\n" for each in range(1000)),
    "stages": LOOP.format('stage { "a${i}": before => Stage[main] }'),
    "schedules": LOOP.format('notify { "a${i}": schedule => "s", noop => true, audit => all, alias => "b${i}" }'),
    "aliases": LOOP.format('notify { "a${i}": alias => Integer[1, 200].map |$j| { "b${i}-${j}" } }'),
    "users": LOOP.format('user { "a${i}": groups => Integer[1, 200].map |$j| { "g${j}" } }'),
    "execs": LOOP.format('exec { "/bin/a ${i}": unless => "/bin/b", path => ["/bin"] }'),
    "classes with parameters": "".join(f"class a{each}($p{each} = 1) {{ }} class {{ 'a{each}': p{each} => 2 }}\n" for each in range(2000)),
    "inheritance": "class a0 { }\n"
    + "".join(f"class a{each} inherits a{each - 1} {{ $x{each} = {each} }}\n" for each in range(1, 1500))
    + "include a1499",
    "includes in classes": "".join(f"class a{each} {{ include a{each + 1} }}\n" for each in range(1500)) + "class a1500 { }\ninclude a0",
    "loops in classes": "".join(f"class a{each} {{ Integer[1, 100000].each |$i| {{ }} }}\n" for each in range(1000)),
    "values in classes": "".join(f"class a{each} {{ $x = Array(Integer[1, 50000]) }}\n" for each in range(1000)),
    "regexps in classes": "".join(
        f"class a{each} {{ $x = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' =~ /(a|a)*{each}b/ }}\n" for each in range(300)
    ),
    "sorts in classes": "".join(f"class a{each} {{ $x = Integer[1, 20000].map |$i| {{ 20000 - $i }}.sort }}\n" for each in range(300)),
    "loops in functions": "".join(f"function a{each}() {{ Integer[1, 100000].map |$i| {{ $i }} }}\n" for each in range(1000)),
    "branches": "class a($x) { " + "".join(f"if $x == {each} {{ $y{each} = 1 }}\n" for each in range(3000)) + "}",
    "nested branches": "class a($x) { " + "if $x { $a = 1 } else { $a = 2 } " * 3000 + "}",
    "branches that double": "class a($x) { $a0 = [1] "
    + "".join(f"$a{n} = $x ? {{ 1 => [$a{n - 1}, $a{n - 1}], 2 => {{a => $a{n - 1}}}, default => $a{n - 1} }}\n" for n in range(1, 60))
    + "}",
    "cases that double": "class a($x) { $a0 = [1] "
    + "".join(
        f"case $x {{ 1: {{ $a{n} = [$a{n - 1}, 1] }} 2: {{ $a{n} = {{a => $a{n - 1}}} }} default: {{ $a{n} = [$a{n - 1}, 'b'] }} }}\n"
        for n in range(1, 60)
    )
    + "}",
    "unknown that doubles": "class a(Array $x) { $y = Integer[1, 300].reduce($x) |$m, $i| { [$m, $m] } }",
    "unknown in loops": 'class a(Hash $x) { Integer[1, 3000].each |$i| { $x.each |$k, $v| { notify { "${k}${i}": } } } }',
    "unknown resources": 'class a($x) { Integer[1, 3000].each |$i| { if $x == $i { notify { "a${i}": } } } Notify <| |> -> Notify <| |> }',
    "epp": "Integer[1, 3000].each |$i| { inline_epp('<% Integer[1, 3000].each |$j| { %>a<% } %>') }",
    "deep epp": "function a($n) { inline_epp('<%= a($n) %>', {n => $n}) }\n$x = a(1)",
    "epp that doubles": "function a($n) { if $n > 0 { inline_epp('<%= a($m) %><%= a($m) %>', {m => $n - 1}) } else { 'x' } }\n$x = a(40)",
    "heredoc with epp": "$x = Integer[1, 20000].map |$i| { @(E:epp) }\n<%= 1 %>\n| E\n",
    "logs": LOOP.format('notice("a${i}")') * 3,
    "long logs": "$t = Integer[1, 16].reduce('aaaaaaaa') |$m, $i| { \"${m}${m}\" }\n" + LOOP.format("notice($t)"),
    "warnings": LOOP.format("warning($t)"),
    "dig": "$x = Integer[1, 300].reduce({}) |$m, $i| { {a => $m} }\n$y = $x.dig(*Integer[1, 20000].map |$i| { 'a' })",
    "deep merge": "$a = Integer[1, 300].reduce({}) |$m, $i| { {a => $m, b => $i} }\n$y = deep_merge($a, $a)\n$z = lookup('a', {default_value => $a, merge => deep})",
    "assert": "$t = Array(Integer[1, 20000])\nassert_type(Array[String], $t)",
    "mismatch of a deep value": "$t = Integer[1, 300].reduce([]) |$m, $i| { [$m, $i] }\nassert_type(Array[Array[Array[String]]], $t)",
    "mismatch of many": '$t = Hash(Integer[1, 10000].map |$i| { ["k${i}", $i] })\nassert_type(Struct[{a => String, b => String}], $t)',
}


def attacks() -> Iterator[Attack]:
    """Each catalog for the checker, in a class and in the site manifest, and for the evaluator."""
    for name, code in CODE.items():
        yield Attack("catalog", name, {"manifests/site.pp": code, "environment.conf": ""})
        if not any(word in code for word in ("class ", "node ", "define ", "function ")):
            yield Attack("catalog", f"{name}, class", {"manifests/init.pp": f"class a {{\n{code}\n}}\n"})
        yield Attack("catalog", name, {"a.pp": code}, "eval", ("--catalog", "a.pp"))
