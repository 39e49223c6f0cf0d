"""Ruby, ERB templates and Puppetfiles that are deep, wide, unclosed or made of what takes a parser back."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Repeated
from bench.attacks.project import with_entries

CODE: dict[str, Entry] = {
    "parentheses": "(" * 20_000 + "1" + ")" * 20_000,
    "open parentheses": "(" * 100_000,
    "brackets": "x = " + "[" * 20_000 + "]" * 20_000,
    "open brackets": "[" * 100_000,
    "braces": "x = " + "{a: " * 20_000 + "1" + "}" * 20_000,
    "open braces": "{" * 100_000,
    "closed brackets": ")]}" * 30_000,
    "if": "if a\n" * 10_000 + "end\n" * 10_000,
    "open if": "if a\n" * 20_000,
    "elsif": "if a\n" + "elsif b\n" * 20_000 + "end\n",
    "modifiers": "a" + " if b" * 10_000 + "\n",
    "do": "a do\n" * 10_000 + "end\n" * 10_000,
    "open do": "a do |x|\n" * 20_000,
    "begin": "begin\n" * 10_000 + "end\n" * 10_000,
    "def": "def a\n" * 10_000 + "end\n" * 10_000,
    "class": "class A\n" * 10_000 + "end\n" * 10_000,
    "end": "end\n" * 50_000,
    "case": "case a\n" + "when 1\n" * 20_000 + "end\n",
    "not": "!" * 50_000 + "a\n",
    "minus": "-" * 50_000 + "1\n",
    "plus": "x = 1" + " + 1" * 20_000 + "\n",
    "strings added": "X = ''" + " + 'a'" * 20_000 + "\n",
    "lists added": "X = []" + " + ['a']" * 5000 + "\n",
    "lists added that grow": "X0 = ['a', 'b']\n"
    + "".join(f"X{each + 1} = X{each} + X{each}.map {{ |e| e + 'c' }}\n" for each in range(60)),
    "strings that double": "X0 = 'a'\n" + "".join(f'X{each + 1} = "#{{X{each}}}#{{X{each}}}"\n' for each in range(60)),
    "lists that contain lists": "X0 = ['a']\n" + "".join(f"X{each + 1} = [X{each}, X{each}]\n" for each in range(60)) + "X61 = X60 | X60\n",
    "keys of lists": "X0 = ['a']\n" + "".join(f"X{each + 1} = {{ 'a' => X{each} }}\n" for each in range(1000)),
    "replacements that grow": "X0 = 'a'\n" + "".join(f"X{each + 1} = X{each}.gsub('a', 'aaaaaaaaaa')\n" for each in range(30)),
    "loops in loops": "X = (1..9).to_a\n"
    + "".join("['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].each do |x|\n" for _ in range(20))
    + "end\n" * 20,
    "methods of methods": "a" + ".b" * 20_000 + "\n",
    "calls in calls": "a(" * 10_000 + ")" * 10_000 + "\n",
    "calls with blocks": "a { b " * 10_000 + "}" * 10_000 + "\n",
    "arguments": "a " + "b, " * 50_000 + "c\n",
    "options": "a " + ", ".join(f"b{each}: 1" for each in range(20_000)) + "\n",
    "ternaries": "a ? b : " * 10_000 + "c\n",
    "open ternaries": "a ? " * 20_000 + "\n",
    "assignments": "a = " * 20_000 + "1\n",
    "commas": "a" + ", a" * 20_000 + " = 1\n",
    "pipes": "a { |" + "x, " * 20_000 + "y| }\n",
    "open pipes": "a { |" * 20_000,
    "interpolations": '"#{' * 5000 + "a" + '}"' * 5000 + "\n",
    "open interpolations": '"#{' * 20_000,
    "many interpolations": '"' + "#{a}" * 20_000 + '"\n',
    "heredocs": "x = <<A\n" * 5000 + "A\n" * 5000,
    "heredocs on a line": "x(" + ", ".join(f"<<A{each}" for each in range(3000)) + ")\n" + "".join(f"t\nA{each}\n" for each in range(3000)),
    "open heredocs": "<<A, " * 5000,
    "heredocs with interpolations": "x = <<A\n#{" * 2000,
    "an open comment": "=begin\n" + "x\n" * 100_000,
    "comments": "# x\n" * 100_000,
    "a long comment": "#" * 500_000 + "\n",
    "=begin": "=begin\n=end\n" * 20_000,
    "open =begin": "=begin\n" * 50_000,
    "__END__": "__END__\n" * 20_000,
    "percent": "%" * 50_000 + "\n",
    "percent literals": "x = " + "%(" * 20_000 + ")" * 20_000 + "\n",
    "open percent literals": "%w[" * 20_000,
    "percent literals with interpolations": "%Q(#{" * 10_000,
    "slashes": "/" * 50_000 + "\n",
    "regular expressions": "x = /a/\n" * 20_000,
    "an open regular expression": "x = /" + "(" * 50_000 + "\n",
    "quotes": '"' * 50_001 + "\n",
    "apostrophes": "'" * 50_001 + "\n",
    "backquotes": "`" * 50_001 + "\n",
    "question marks": "?" * 50_000 + "\n",
    "colons": ":" * 50_000 + "\n",
    "dots": "." * 50_000 + "\n",
    "ranges": "1.." * 20_000 + "\n",
    "semicolons": ";" * 100_000 + "\n",
    "backslashes": "\\" * 50_000 + "\n",
    "continued lines": "a \\\n" * 20_000 + "b\n",
    "dollars": "$" * 50_000 + "\n",
    "at signs": "@" * 50_000 + "\n",
    "ampersands": "&" * 50_000 + "\n",
    "stars": "*" * 50_000 + "\n",
    "less than": "<" * 50_000 + "\n",
    "shovels": "a" + " << b" * 20_000 + "\n",
    "braces in text": "{" * 20_000 + "\n" + "}" * 20_000 + "\n",
    "words": "a " * 50_000 + "\n",
    "lines": "a\n" * 100_000,
    "empty lines": "\n" * 500_000,
    "a long name": "a" * 500_000 + "\n",
    "a long number": "x = " + "9" * 100_000 + "\n",
    "a long hexadecimal number": "x = 0x" + "f" * 100_000 + "\n",
    "a long float": "x = 1." + "9" * 100_000 + "\n",
    "a long string": "x = '" + "a" * 1_000_000 + "'\n",
    "escapes": 'x = "' + "\\u{110000}\\xff\\777" * 10_000 + '"\n',
    "null characters": "\0" * 10_000,
    "invalid UTF-8": b"\xff\xfe" * 10_000,
    "non-ASCII": "ä = 'ü'\n" * 20_000,
    "line ends": "\r\n" * 50_000,
    "a file beyond the limit": Repeated(b"a = 1\n", 12_000_000),
}
DEFINING: dict[str, str] = {
    "functions": "Puppet::Functions.create_function(:'m::ruby') do\n{}\nend\n",
    "type": "Puppet::Type.newtype(:m_type) do\n{}\nend\n",
    "facter": "Facter.add(:m_fact) do\n{}\nend\n",
}
INNER: dict[str, tuple[str, str]] = {
    "10,000 dispatches": ("functions", "".join(f"  dispatch(:d{each}) {{ param 'Integer', :x }}\n" for each in range(10_000))),
    "10,000 parameters of a function": (
        "functions",
        "  dispatch(:a) do\n" + "".join(f"    param 'Any', :p{each}\n" for each in range(10_000)) + "  end\n",
    ),
    "a deep type": ("functions", "  dispatch(:a) { param '" + "Array[" * 5000 + "Any" + "]" * 5000 + "', :x }\n"),
    "a wide type": ("functions", "  dispatch(:a) { param 'Enum[" + ", ".join(f"a{each}" for each in range(20_000)) + "]', :x }\n"),
    "a pattern": ("functions", "  dispatch(:a) { param 'Pattern[/(?:a{9999}){9999}/]', :x }\n"),
    "10,000 local types": (
        "functions",
        "  local_types do\n" + "".join(f"    type 'T{each} = Tuple[T{each - 1}, T{each - 1}]'\n" for each in range(1, 10_000)) + "  end\n",
    ),
    "documentation": ("functions", "  # @param x\n" * 50_000),
    "brackets of documentation": ("functions", "  # @param x " + "[" * 100_000 + "\n"),
    "10,000 parameters of a type": ("type", "".join(f"  newparam(:p{each})\n" for each in range(10_000))),
    "10,000 properties": ("type", "".join(f"  newproperty(:p{each}) {{ newvalues(:a, :b) }}\n" for each in range(10_000))),
    "10,000 values": ("type", "  newproperty(:p) do\n    newvalues(" + ", ".join(f":v{each}" for each in range(10_000)) + ")\n  end\n"),
    "patterns of values": ("type", "  newproperty(:p) do\n    newvalues(" + ", ".join(["/(a*)*b/"] * 1000) + ")\n  end\n"),
    "a large pattern of values": ("type", "  newparam(:p) do\n    newvalues(/(?:a{9999}){9999}/)\n  end\n"),
    "title patterns": ("type", "  def self.title_patterns\n    [" + "[/(a*)*b/, [[:name]]], " * 1000 + "]\n  end\n"),
    "10,000 features": ("type", "".join(f"  feature :f{each}, 'x'\n" for each in range(10_000))),
    "10,000 facts": ("facter", "end\n" + "".join(f"Facter.add(:f{each}) {{ }}\n" for each in range(10_000)) + "Facter.add(:last) do\n"),
    "deep facts": ("facter", "  setcode { " + "{ a: " * 5000 + "1" + " }" * 5000 + " }\n"),
}
ERB: dict[str, Entry] = {
    "open tags": "<%" * 50_000,
    "open tags on lines": "<%\n" * 50_000,
    "tags": "<% a %>" * 20_000,
    "tags with values": "<%= @a %>" * 20_000,
    "different values": "".join(f"<%= @a{each} %>\n" for each in range(20_000)),
    "escaped tags": "<%%" * 50_000,
    "escaped ends": "<% " + "%%>" * 50_000,
    "escaped ends that close": "<% " + "%%>" * 50_000 + "%>",
    "ends": "%>" * 50_000,
    "comments": "<%# a %>" * 20_000,
    "open comments": "<%#" * 50_000,
    "trimmed tags": "   <%- a -%>\n" * 20_000,
    "blanks before tags": " " * 200_000 + "<%- a -%>",
    "blanks": (" " * 1000 + "\n") * 500,
    "loops": "<% a.each do |x| %>\n" * 5000 + "<% end %>\n" * 5000,
    "open loops": "<% a.each do |x| %>\n" * 10_000,
    "ends of loops": "<% end %>\n" * 20_000,
    "conditions": "<% if @a %>\n" * 3000 + "<% end %>\n" * 3000,
    "else": "<% if @a %>" + "<% elsif @b %>" * 10_000 + "<% end %>",
    "braces": "<% { %>" * 20_000,
    "parentheses": "<%= (" * 20_000,
    "strings": "<%= '" * 20_000,
    "=begin": "<%\n=begin\n%>" * 5000,
    "legacy facts": "<%= @osfamily %> <%= scope['::ipaddress'] %> <%= scope.lookupvar('::fqdn') %>\n" * 5000,
    "names of scopes": "<%= scope['" + "a::" * 50_000 + "b'] %>",
    "text": "x" * 2_000_000,
    "lines": "x\n" * 300_000,
    "non-ASCII": "ü<%= @ä %>\n" * 10_000,
    "line ends": "\r\n" * 100_000,
}
PUPPETFILE: dict[str, Entry] = {
    "mod and blanks": "mod" + " " * 100_000,
    "blanks and mod": " " * 100_000 + "mod",
    "mod and parentheses": "mod" + "(" * 50_000,
    "mod and quotes": "mod '" + "a" * 200_000,
    "mod, blanks and a version": "mod 'a/b'" + " " * 100_000 + ",",
    "10,000 modules": "".join(f"mod 'a/b{each}', '1.0.0'\n" for each in range(10_000)),
    "10,000 times the same module": "mod 'a/b', '1.0.0'\n" * 10_000,
    "10,000 modules without versions": "".join(f"mod 'a/b{each}'\n" for each in range(10_000)),
    "a version of digits": "mod 'a/b', '" + "1" * 100_000 + "'\n",
    "a version of dots": "mod 'a/b', '" + "1." * 50_000 + "'\n",
    "a version with parts": "mod 'a/b', '1.0.0-" + "a." * 50_000 + "'\n",
    "a range of versions": "mod 'a/b', '" + ">= 1.0.0 " * 20_000 + "'\n",
    "10,000 versions": "mod 'a/b', " + "'1.0.0', " * 10_000 + "'2'\n",
    "options": "mod 'a/b', " + ", ".join(f":o{each} => 1" for each in range(10_000)) + "\n",
    "the same option": "mod 'a/b', " + ", ".join([":git => 'x'"] * 10_000) + "\n",
    "blocks": "mod 'a/b' do\n" * 5000 + "end\n" * 5000,
    "moduledir": "moduledir '" + "../" * 20_000 + "'\n",
    "forge": "forge 'https://" + "a." * 50_000 + "'\n" + "forge.baseUrl x\n" * 20_000,
    "local": "mod 'a/b', :local" + " " * 100_000 + "=>\n",
    "local options": "mod 'a', " + "local: " * 20_000 + "\n",
    "long names": "mod '" + "a-" * 50_000 + "'\n",
    "conditions": "if a\n" * 3000 + "mod 'a/b'\n" + "end\n" * 3000,
    "unknown calls": "".join(f"mood{each} 'a/b'\n" for each in range(10_000)),
}
LOCK = {
    "lines": "    puppetlabs-x (1.0.0)\n" * 50_000,
    "blanks": "    " + " " * 200_000,
    "names": "    " + "a" * 200_000 + "-b (1)\n",
    "versions": "    a-b (" + ")" * 200_000,
    "different modules": "".join(f"    a-b{each} (1.0.0)\n" for each in range(20_000)),
}
SUBMODULES = {
    "paths": "".join(f"path = modules/x{each}\n" for each in range(20_000)),
    "blanks": "path" + " " * 200_000 + "\n",
    "equals signs": "path =" + "=" * 200_000 + "\n",
    "a long path": "path = " + "../" * 50_000 + "x\n",
    "a null character": "path = a\0b\n",
}


def attacks() -> Iterator[Attack]:
    """Each text in each kind of file."""
    for path in ("modules/m/lib/puppet/functions/m/ruby.rb", "modules/m/lib/puppet/type/m_type.rb", "modules/m/lib/facter/m_fact.rb"):
        for name, text in CODE.items():
            yield Attack("ruby", f"{name} in {path}", with_entries({path: text}))
            kind = path.split("/")[-3 if "functions" in path else -2]
            if isinstance(text, str) and len(text) < 200_000:
                yield Attack("ruby", f"{name} inside of {path}", with_entries({path: DEFINING[kind].replace("{}", text)}))
    paths = {"functions": "functions/m/ruby.rb", "type": "type/m_type.rb"}
    for name, (kind, text) in INNER.items():
        path = f"modules/m/lib/puppet/{paths[kind]}" if kind in paths else "modules/m/lib/facter/m_fact.rb"
        yield Attack("ruby", name, with_entries({path: DEFINING[kind].replace("{}", text)}))
    for name, text in CODE.items():
        yield Attack("puppetfile", f"Ruby: {name}", with_entries({"Puppetfile": text}))
        if isinstance(text, str):
            yield Attack("erb", f"Ruby: {name}", with_entries({"modules/m/templates/t.erb": f"<% {text} %>\n"}))
    for name, text in ERB.items():
        yield Attack("erb", name, with_entries({"modules/m/templates/t.erb": text}))
    for name, text in PUPPETFILE.items():
        yield Attack("puppetfile", name, with_entries({"Puppetfile": text}))
        without = {path: each for path, each in with_entries({"Puppetfile": text}).items() if path != "Puppetfile.lock"}
        yield Attack("puppetfile", f"{name} without a lock", without)
    for name, text in LOCK.items():
        yield Attack("puppetfile", f"a lock of {name}", with_entries({"Puppetfile.lock": text}))
    for name, text in SUBMODULES.items():
        yield Attack("puppetfile", f"submodules of {name}", with_entries({".gitmodules": text}))
