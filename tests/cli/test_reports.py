"""Reports for other programs have the form that these expect."""

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import run, write

FILES = {"m/a, b.pp": "$a = 1 / 0\n\n$b = '100%\n' + 1\n", "m/c.pp": '$a = "\\q"\n', "m/d.pp": "$a = 1\n"}


def printed(folder: Path, style: str) -> str:
    write(folder, FILES)
    return run("puppet-check", "--no-config", "--format", style, cwd=folder).out


def test_github_gets_workflow_commands(tmp_path: Path) -> None:
    *commands, summary = printed(tmp_path, "github").splitlines()
    assert commands[0] == "::error file=m/a%2C b.pp,line=1,endLine=1,col=10,endColumn=10,title=div-by-zero::Division by 0"
    assert [re.match(r"::(\w+) ", each)[1] for each in commands] == ["error", "error", "warning"]  # type: ignore[index]  # each is a command
    assert "100%25%0A" in commands[1]
    assert summary == "Found 2 errors and 1 warning in 2 of 3 files"


def test_gitlab_gets_a_list_with_stable_fingerprints(tmp_path: Path) -> None:
    first = json.loads(printed(tmp_path, "gitlab"))
    assert (first[0]["check_name"], first[0]["severity"]) == ("div-by-zero", "major")
    assert first[0]["location"] == {"path": "m/a, b.pp", "lines": {"begin": 1, "end": 1}}
    assert len({each["fingerprint"] for each in first}) == len(first) == 3
    (tmp_path / "m/a, b.pp").write_text("\n\n" + FILES["m/a, b.pp"])
    second = json.loads(run("puppet-check", "--format", "gitlab", cwd=tmp_path).out)
    assert [each["fingerprint"] for each in second] == [each["fingerprint"] for each in first]


def test_junit_has_a_case_for_each_file(tmp_path: Path) -> None:
    (suite,) = ElementTree.fromstring(printed(tmp_path, "junit"))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "3", "0")
    assert [(case.get("name"), len(case)) for case in suite] == [("m/a, b.pp", 2), ("m/c.pp", 1), ("m/d.pp", 0)]
    assert suite[0][0].tag == "failure"
    assert suite[0][0].get("type") == "div-by-zero"


def test_sarif_has_all_rules_and_points_to_them(tmp_path: Path) -> None:
    log = json.loads(printed(tmp_path, "sarif"))
    assert log["version"] == "2.1.0"
    (made,) = log["runs"]
    rules = made["tool"]["driver"]["rules"]
    assert made["tool"]["driver"]["name"] == "puppet-check"
    assert all(rule["shortDescription"]["text"] and rule["defaultConfiguration"]["level"] in ("error", "warning", "note") for rule in rules)
    assert [rules[each["ruleIndex"]]["id"] for each in made["results"]] == [each["ruleId"] for each in made["results"]]
    assert made["results"][0]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "m/a%2C%20b.pp"},
                "region": {"startLine": 1, "startColumn": 10, "endLine": 1, "endColumn": 11},
            }
        }
    ]


def test_sarif_has_the_manual_page_of_each_rule(tmp_path: Path) -> None:
    (made,) = json.loads(printed(tmp_path, "sarif"))["runs"]
    pages = {each["id"]: each["help"] for each in made["tool"]["driver"]["rules"]}
    assert pages["div-by-zero"]["text"].startswith("# div-by-zero\n\nDivision by zero")
    assert "```puppet" in pages["div-by-zero"]["markdown"]
    assert all(each["text"] for each in pages.values())


@pytest.mark.parametrize(
    ("site", "address"),
    [("https://docs.example.com/x/", "https://docs.example.com/x/rules/div-by-zero/"), ("", None), ("javascript:alert(1)", None)],
)
def test_sarif_links_to_the_site_that_the_environment_names(tmp_path: Path, site: str, address: str | None) -> None:
    (tmp_path / "a.pp").write_text("$a = 1 / 0\n")
    log = json.loads(run("puppet-check", "--format", "sarif", "a.pp", cwd=tmp_path, env={"PUPPET_CHECK_MANUAL": site}).out)
    links = {each["id"]: each.get("helpUri") for each in log["runs"][0]["tool"]["driver"]["rules"]}
    assert links["div-by-zero"] == address


def test_jsonl_has_the_objects_of_json_on_lines(tmp_path: Path) -> None:
    lines = printed(tmp_path, "jsonl").splitlines()
    assert [json.loads(each) for each in lines] == json.loads(printed(tmp_path, "json"))
    assert len(lines) == 3


def test_checkstyle_groups_findings_by_file(tmp_path: Path) -> None:
    document = ElementTree.fromstring(printed(tmp_path, "checkstyle"))
    assert document.tag == "checkstyle"
    assert [(each.get("name"), len(each)) for each in document] == [("m/a, b.pp", 2), ("m/c.pp", 1)]
    first = {"line": "1", "column": "10", "severity": "error", "message": "Division by 0", "source": "puppet-check.div-by-zero"}
    assert document[0][0].attrib == first


def test_codeclimate_issues_have_categories_and_stable_fingerprints(tmp_path: Path) -> None:
    first, second, *_ = json.loads(printed(tmp_path, "codeclimate"))
    assert (first["type"], first["check_name"], first["categories"]) == ("issue", "div-by-zero", ["Bug Risk"])
    assert first["fingerprint"] != second["fingerprint"]
    write(tmp_path, {"s/a.pp": '$x = "text"\n'})
    (style,) = json.loads(run("puppet-check", "--select", "double_quoted_strings", "--format", "codeclimate", "s", cwd=tmp_path).out)
    assert style["categories"] == ["Style"]


def test_rdjson_counts_columns_in_bytes_and_suggests_fixes(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = ['\u00fc', \"text\"]\n"})
    made = json.loads(run("puppet-check", "--select", "double_quoted_strings", "--format", "rdjson", cwd=tmp_path).out)
    assert made["source"] == {"name": "puppet-check"}
    (found,) = made["diagnostics"]
    place = {"start": {"line": 1, "column": 13}, "end": {"line": 1, "column": 19}}
    assert found["location"] == {"path": "a.pp", "range": place}
    assert found["suggestions"] == [{"range": place, "text": "'text'"}]
    assert (found["severity"], found["code"]) == ("WARNING", {"value": "double_quoted_strings"})


@pytest.mark.parametrize("style", ["checkstyle", "junit"])
def test_xml_has_every_character_that_xml_allows(tmp_path: Path, style: str) -> None:
    name = "no\u00a0break \u3000]]>&<\U0001d4b3\r.pp"
    write(tmp_path, {name: "class a { fail(1, 2) }\n'x\u00a0\r\ny'\n"})
    options = ("--no-config", "--profile", "strict", "--format", style)
    text = run("puppet-check", *options, cwd=tmp_path, env={"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}).out
    document = ElementTree.fromstring(text)  # which it says is in UTF-8
    assert text.isascii()
    assert name in {each.get("name") for each in document.iter()}
    assert any("x\u00a0\r\ny" in each.get("message", "") for each in document.iter())


def test_a_finding_about_whole_lines_ends_on_the_last_of_them(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\n\n\n"})
    options = ("--no-config", "--select", "manifest_whitespace_double_newline_end_of_file", "a.pp")
    place = {each: run("puppet-check", *options, "--format", each, cwd=tmp_path).out for each in ("json", "github", "gitlab", "rdjson")}
    assert [(each["line"], each["end_line"], each["end_column"]) for each in json.loads(place["json"])] == [(2, 3, 1), (3, 4, 1)]
    assert "line=2,endLine=2,col=1,endColumn=1,title=" in place["github"]
    assert [each["location"]["lines"] for each in json.loads(place["gitlab"])] == [{"begin": 2, "end": 2}, {"begin": 3, "end": 3}]
    ends = [each["location"]["range"]["end"] for each in json.loads(place["rdjson"])["diagnostics"]]
    assert ends == [{"line": 3, "column": 1}, {"line": 4, "column": 1}]


def test_json_names_one_file_one_way(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "class a { }\nfile { '/a': }\nfile { \"/a\": }\n"})
    for named in (str(tmp_path / "a.pp"), "./a.pp", "a.pp"):
        found = json.loads(run("puppet-check", "--no-config", "--profile", "strict", "--format", "json", named, cwd=tmp_path).out)
        files = {
            place["file"]
            for each in found
            for place in (each, *each.get("related", ()), *(edit for fix in each.get("fixes", ()) for edit in fix["replacements"]))
        }
        assert files == {named}
        assert any("fixes" in each for each in found) and any("related" in each for each in found)


def test_rdjson_has_no_columns_after_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_bytes(b"$a = ['\xe9', \"text\"]\n$b = ['\xc3\xa9', \"text\"]\n")
    made = json.loads(run("puppet-check", "--select", "double_quoted_strings", "--format", "rdjson", cwd=tmp_path).out)
    unknown, known = (each for each in made["diagnostics"] if each["code"]["value"] == "double_quoted_strings")
    assert unknown["location"]["range"] == {"start": {"line": 1}, "end": {"line": 1}} and "suggestions" not in unknown
    assert known["location"]["range"]["start"] == {"line": 2, "column": 13} and known["suggestions"]


def test_github_gets_the_name_of_a_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "no\u00a0break\u200d.pp").write_text("$a = 1 / 0\n")
    assert "file=no\u00a0break\u200d.pp,line=1," in run("puppet-check", "--format", "github", cwd=tmp_path).out


@pytest.mark.parametrize("style", ["gitlab", "codeclimate"])
def test_descriptions_are_on_one_line(tmp_path: Path, style: str) -> None:
    write(tmp_path, {"a.pp": "$a = 'x\r\n  y' + 1\n"})
    (found,) = json.loads(run("puppet-check", "--no-config", "--format", style, cwd=tmp_path).out)
    assert found["description"].isprintable() and "y" in found["description"]


def test_clean_code_gives_empty_reports(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1\n"})
    assert json.loads(run("puppet-check", "--format", "gitlab", cwd=tmp_path).out) == []
    assert json.loads(run("puppet-check", "--format", "sarif", cwd=tmp_path).out)["runs"][0]["results"] == []
    assert ElementTree.fromstring(run("puppet-check", "--format", "junit", cwd=tmp_path).out)[0].get("failures") == "0"
    assert json.loads(run("puppet-check", "--format", "codeclimate", cwd=tmp_path).out) == []
    assert json.loads(run("puppet-check", "--format", "rdjson", cwd=tmp_path).out)["diagnostics"] == []
    assert run("puppet-check", "--format", "jsonl", cwd=tmp_path).out == ""
    assert len(ElementTree.fromstring(run("puppet-check", "--format", "checkstyle", cwd=tmp_path).out)) == 0


def test_statistics_count_codes(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1 / 0\n$b = 2 / 0\n$c = $nope\n"})
    answer = run("puppet-check", "--statistics", cwd=tmp_path)
    assert answer.code == 1
    assert answer.out.splitlines() == [
        "2  error    div-by-zero       Division by zero",
        "1  error    unknown-variable  Unknown variable",
        "Found 3 errors in 1 file",
    ]


def test_statistics_in_json_are_an_object(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "$a = 1 / 0\n$b = 2 / 0\n$c = $nope\n"})
    counted = json.loads(run("puppet-check", "--statistics", "--format", "json", cwd=tmp_path).out)
    assert list(counted.items()) == [("div-by-zero", 2), ("unknown-variable", 1)]


def test_related_places_are_reported_in_every_format(tmp_path: Path) -> None:
    write(tmp_path, {"a.pp": "file { '/a': }\nfile { '/a': }\n"})
    assert "  note: a.pp:1:1: first declared here\n" in run("puppet-check", cwd=tmp_path).out
    (finding,) = json.loads(run("puppet-check", "--format", "json", cwd=tmp_path).out)
    assert finding["related"] == [{"file": "a.pp", "line": 1, "column": 1, "message": "first declared here"}]
    (result,) = json.loads(run("puppet-check", "--format", "sarif", cwd=tmp_path).out)["runs"][0]["results"]
    assert result["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 1}


def test_a_related_place_in_another_file_moves_with_it(tmp_path: Path) -> None:
    first = {f"modules/m/manifests/c{number}.pp": f"class m::c{number} {{ class {{ 'n': }} }}\n" for number in range(12)}
    write(tmp_path, {**first, "Puppetfile": "", "hiera.yaml": "version: 5\nhierarchy: []\n"})
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for text, line in (("class n (\n  Integer $x,\n) { }\n", 2), ("# more\n\nclass n (\n  Integer $x,\n) { }\n", 4)):
        write(tmp_path, {"modules/n/manifests/init.pp": text})
        found = json.loads(run("puppet-check", "--format", "json", "--select", "missing-parameter", cwd=tmp_path, env=cache).out)
        assert len(found) == 12
        assert {(other["file"], other["line"]) for each in found for other in each["related"]} == {("modules/n/manifests/init.pp", line)}


@pytest.mark.parametrize("style", ["json", "jsonl", "rdjson", "gitlab", "codeclimate", "sarif"])
def test_file_names_of_any_bytes_leave_json_valid(tmp_path: Path, style: str) -> None:
    (tmp_path / os.fsdecode(b"bad\xff \xe4\xbd\xa0\\udcff.pp")).write_text("$a = 1 / 0\n")
    text = run("puppet-check", "--format", style, cwd=tmp_path).out
    for each in text.splitlines() if style == "jsonl" else [text]:
        json.dumps(json.loads(each), ensure_ascii=False).encode()  # which surrogates refuse
    name = "bad%FF%20%E4%BD%A0%5Cudcff.pp" if style == "sarif" else "bad\\ufffd \\u4f60\\\\udcff.pp"
    assert f'"{name}"' in text


def test_github_gets_no_control_characters(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J\n.pp").write_text("$a = 1 / 0\n")
    first, *_ = run("puppet-check", "--format", "github", cwd=tmp_path).out.splitlines()
    assert first.startswith("::error file=a\ufffd[2J%0A.pp,line=1,")
