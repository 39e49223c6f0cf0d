"""Settings of strangers: `.puppet-check.toml`, `pyproject.toml`, `environment.conf`, and patterns of files to leave out."""

from __future__ import annotations

from collections.abc import Iterator

from bench.attacks.attack import Attack, Entry, Link, Repeated, Special
from bench.attacks.project import with_entries

TOML: dict[str, Entry] = {
    "300 jobs": "jobs = 300\n",
    "very many jobs": "jobs = 999999999999999999\n",
    "jobs of 5,000 digits": "jobs = " + "9" * 5000 + "\n",
    "negative jobs": "jobs = -1\n",
    "a float of 5,000 digits": "jobs = 1." + "9" * 5000 + "\n",
    "a hexadecimal number": "jobs = 0x" + "f" * 100_000 + "\n",
    "an impossible date": "jobs = 2001-99-99\n",
    "20,000 open brackets": "exclude = " + "[" * 20_000,
    "5,000 nested arrays": "exclude = " + "[" * 5000 + "]" * 5000 + "\n",
    "5,000 nested tables": "exclude = " + "{a=" * 5000 + "1" + "}" * 5000 + "\n",
    "a key of 50,000 parts": "a." * 50_000 + "b = 1\n",
    "a header of 50,000 parts": "[" + "a." * 50_000 + "b]\n",
    "a quoted key of 50,000 parts": '"a" . ' * 50_000 + "b = 1\n",
    "20,000 headers": "".join(f"[a{each}]\n" for each in range(20_000)),
    "20,000 tables of an array": "[[overrides]]\npaths = ['x']\n" * 10_000,
    "keys of a key": "".join(f"a.b{each} = 1\n" for each in range(20_000)),
    "a long key": "a" * 500_000 + " = 1\n",
    "a long text": 'target = "' + "x" * 500_000 + '"\n',
    "an open text": 'target = """' + "x\n" * 200_000,
    "quotes": "a = " + '"' * 100_000,
    "apostrophes": "a = " + "'" * 100_000,
    "escapes": 'target = "' + "\\u0041" * 50_000 + '"\n',
    "blanks": " " * 500_000 + "jobs = 1",
    "line ends": "\r\n" * 200_000 + "jobs = 1",
    "comments": "# x\n" * 200_000,
    "an error after 20,000 keys": "".join(f"[overrides.a{each}]\n" for each in range(20_000)) + "x = 1\n",
    "an unknown code after 20,000 ones": "ignore = [\n" + '"unused-variable",\n' * 20_000 + '"none"]\n',
    "20,000 codes": "ignore = [" + '"unused-variable", ' * 20_000 + "]\n",
    "20,000 groups of codes": "ignore = [" + '"u*", ' * 20_000 + "]\n",
    "20,000 severities": "[severity]\n" + "".join(f"'unknown-{each}*' = 'error'\n" for each in range(20_000)),
    "5,000 patterns": "exclude = [" + ", ".join(f'"x{each}*y"' for each in range(5000)) + "]\n",
    "50,000 names": "exclude = [" + ", ".join(f'"x{each}"' for each in range(50_000)) + "]\n",
    "a pattern of stars": 'exclude = ["' + "*a" * 50 + '*b"]\n',
    "a long pattern": 'exclude = ["' + "*a" * 100_000 + '"]\n',
    "a pattern of folders": 'exclude = ["' + "**/a/" * 20_000 + '"]\n',
    "a pattern of double stars": 'exclude = ["' + "**/" * 50_000 + '"]\n',
    "a bad pattern": 'exclude = ["!"]\n',
    "a range that is reversed": 'include = ["[z-a]", "foo\\\\"]\n',
    "5,000 overrides": "".join(f"[[overrides]]\npaths = ['a*{each}*b']\nignore = ['unused-variable']\n" for each in range(5000)),
    "modules everywhere": 'modulepath = ["/"]\n',
    "modules of processes": 'modulepath = ["/proc", "/dev", "/sys"]\n',
    "modules above": 'modulepath = ["../../../../../../.."]\n',
    "modules in 20,000 folders": "modulepath = [" + ", ".join(f'"m{each}"' for each in range(20_000)) + "]\n",
    "modules with a null character": 'modulepath = ["a\\u0000b"]\n',
    "a long path": 'modulepath = ["' + "a/" * 50_000 + '"]\n',
    "20,000 external modules": "external-modules = [" + '"a*b*c", ' * 20_000 + "]\n",
    "a pattern of modules": 'external-modules = ["' + "*a" * 5000 + '"]\n',
    "interfaces everywhere": 'interfaces = ["/", "/proc", "/dev"]\n',
    "a hierarchy elsewhere": 'hiera = "/etc/passwd"\n',
    "a hierarchy of zeros": 'hiera = "/dev/zero"\n',
    "a baseline elsewhere": 'baseline = "/etc/passwd"\n',
    "a baseline of zeros": 'baseline = "/dev/zero"\n',
    "facts of zeros": 'facts = "/dev/zero"\n',
    "facts of the input": 'facts = "/dev/stdin"\n',
    "facts of the surroundings": 'facts = "/proc/self/environ"\n',
    "facts elsewhere": 'facts = "/etc/passwd"\n',
    "facts that are the settings": 'facts = ".puppet-check.toml"\n',
    "facts that are a folder": 'facts = "."\n',
    "facts with a null character": 'facts = "a\\u0000b"\n',
    "invalid UTF-8": b"a = '\xff'\n",
    "null characters": "\0" * 1000,
    "a file beyond the limit": Repeated(b"# x\n", 1_000_000),
}
ENVIRONMENT: dict[str, str] = {
    "a null character": "modulepath = a\0b\nmanifest = a\0b\n",
    "modules everywhere": "modulepath = /\n",
    "modules of processes": "modulepath = /proc:/dev:/sys\n",
    "modules of the system": "modulepath = /usr:/usr/share:/usr/lib:/etc\n",
    "modules above": "modulepath = ../../../../..\n",
    "modules of the home": "modulepath = ~:..:.:/root:/home\n",
    "20,000 folders": "modulepath = " + ":".join(f"m{each}" for each in range(20_000)) + "\n",
    "the same folder 20,000 times": "modulepath = " + ":".join(["modules"] * 20_000) + "\n",
    "manifests everywhere": "manifest = /\n",
    "manifests of processes": "manifest = /proc\n",
    "manifests of the system": "manifest = /usr\n",
    "manifests of zeros": "manifest = /dev/zero\n",
    "manifests above": "manifest = ../..\n",
    "patterns": "modulepath = " + ":".join(["/*/*/*/*/*", "**/**/**/**", "*" * 5000]) + "\n",
    "a long line": "modulepath" + " " * 200_000 + "\n",
    "blanks": "a = " + " " * 200_000 + "x\n",
    "20,000 settings": "".join(f"a{each} = 1\n" for each in range(20_000)),
    "20,000 times the same": "modulepath = modules\n" * 20_000,
    "a long name": "a" * 200_000 + " = 1\n",
    "a long path": "manifest = " + "a/" * 50_000 + "\n",
    "equals signs": "=" * 200_000 + "\n",
    "dollar signs": "modulepath = " + "$a:" * 50_000 + "\n",
    "a version command": "config_version = /bin/sh -c 'touch x'\n",
    "line ends": "\r" * 100_000,
}
IGNORED: dict[str, Entry] = {
    "!": "!\n",
    "a backslash at the end": "foo\\\n",
    "a reversed range": "[z-a]\n",
    "an open set": "[\n[a\n[!\n[^\n[[:alpha:]\n",
    "only blanks": " \n\t\n \\ \n",
    "slashes": "/\n//\n///\n",
    "stars in a name": "*a" * 60 + "*b\n",
    "stars and sets": "[a-z]*" * 100 + "\n",
    "a long pattern": "*a" * 200_000 + "\n",
    "double stars": "**/" * 100_000 + "x\n",
    "double stars and names": "**/a/" * 5000 + "**/x\n",
    "20,000 patterns": "".join(f"x{each}*y\n" for each in range(20_000)),
    "100,000 names": "".join(f"x{each}\n" for each in range(100_000)),
    "20,000 paths": "".join(f"/a{each}/**/b\n" for each in range(20_000)),
    "100,000 negations": "!x\nx\n" * 50_000,
    "exclamation marks": "!" * 200_000 + "\n",
    "backslashes": "\\" * 200_001 + "\n",
    "classes": "[[:alpha:][:nope:]]\n" * 1000,
    "a large set": "[" + "a-z" * 100_000 + "]\n",
    "a set of everything": "[" + "".join(map(chr, range(33, 0x3000))) + "]\n",
    "invalid UTF-8": b"\xff*\xfe\n" * 1000,
    "null characters": "\0*\n" * 1000,
    "everything": "*\n!*.pp\n",
    "line ends": "\r\n" * 100_000,
    "a file beyond the limit": Repeated(b"# x\n", 1_000_000),
}
DEEP_NAMES = {f"{'a' * 200}{each}.pp": "$x = 1\n" for each in range(20)}
FACTS: dict[str, Entry] = {"a FIFO": Special.FIFO, "a link to the input": Link("/dev/stdin"), "a link to itself": Link("facts.yaml")}


def attacks() -> Iterator[Attack]:
    """Each text in each file of settings."""
    for name, text in TOML.items():
        yield Attack("settings", name, with_entries({".puppet-check.toml": text}))
        if isinstance(text, str):
            shared = "[tool.puppet-check]\n" + text.replace("[[overrides]]", "[[tool.puppet-check.overrides]]")
            without = {path: each for path, each in with_entries({"pyproject.toml": shared}).items() if path != ".puppet-check.toml"}
            yield Attack("settings", f"{name} in pyproject.toml", without)
    for name, entry in FACTS.items():
        yield Attack("settings", f"facts are {name}", with_entries({".puppet-check.toml": 'facts = "facts.yaml"\n', "facts.yaml": entry}))
    for name, conf in ENVIRONMENT.items():
        yield Attack("environment", name, with_entries({"environment.conf": conf}))
    for name, text in IGNORED.items():
        yield Attack("ignored", name, with_entries({".gitignore": text, **DEEP_NAMES}))
        yield Attack("ignored", f"{name} of the repository", with_entries({".git/info/exclude": text, **DEEP_NAMES}))
