"""What is at a place is the same at the first, a middle and the last edge of a word, for every question about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puppet_check.features.completion import complete, names
from puppet_check.features.inspection.hover import hover
from puppet_check.features.navigation.definition import definition, type_definition
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.renaming.draft import Refusal
from puppet_check.features.renaming.rename import rename
from puppet_check.features.symbols import ARGUMENT, FILE, KEY, MEMBER, RESOURCE, SUBKEY, TEMPLATE
from puppet_check.features.usages.references import highlights, references_of
from puppet_check.semantics.classify import classify
from puppet_check.semantics.words import HashKey, OtherArgument
from puppet_typesys.builtins.argument_roles import ARGUMENTS, Role
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, PLAN, TYPE
from tests.features.project import Place

names.TIME = 60.0
"""The results must not depend on the load of the machine."""
HERE, IN_PLAN = "modules/m/manifests/here.pp", "modules/m/plans/here.pp"
FILES = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "greeting: [hello]\nm::port: 2\nouter:\n  inner:\n    last: 1\n",
    "modules/m/metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}',
    "modules/m/manifests/init.pp": "# A server.\nclass m (Integer $port = 1) { }\n",
    "modules/m/manifests/d.pp": "define m::d (Integer $size = 1) { }\n",
    "modules/m/functions/f.pp": "# Doubles.\nfunction m::f(Integer $x) { $x + $x }\n",
    "modules/m/types/t.pp": "type M::T = Integer\n",
    "modules/m/lib/facter/stage.rb": "Facter.add(:stage) do\n  setcode { 'test' }\nend\n",
    "modules/m/templates/t.epp": "<%- | Integer $depth = 1 | -%>\ntext\n",
    "modules/m/templates/t.erb": "text\n",
    "modules/m/files/f": "text\n",
    "modules/m/tasks/job.json": '{"parameters": {"unit": {"type": "String"}}}',
    "modules/m/tasks/job.sh": "",
    "modules/m/plans/p.pp": "# A plan.\nplan m::p (String $unit = 'a') { }\n",
}
WORDS = {
    **{f"{name}('«greeting»')": KEY for name in ("lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include")},
    "'«greeting»'.lookup": KEY,
    "lookup(['other', '«greeting»'])": KEY,
    "lookup({ 'name' => '«greeting»' })": KEY,
    "lookup('m::«port»')": MEMBER,
    "notice($facts['«stage»'])": FACT,
    "notice($facts['«stage»']['x'])": FACT,
    "notice(fact('«stage».x'))": FACT,
    "notice('«stage»'.fact)": FACT,
    "notice(getvar('facts.«stage».x'))": FACT,
    "notice(get($facts, '«stage».x'))": FACT,
    "notice($facts.get('«stage»'))": FACT,
    "notice($facts.dig('«stage»', 'x'))": FACT,
    "notice(dig($facts, '«stage»'))": FACT,
    "notice(lookup('«outer».inner'))": KEY,
    "notice(lookup('outer.«inner».last'))": SUBKEY,
    "notice(lookup('outer.inner.«last»'))": SUBKEY,
    "include «m»": CLASS,
    "contain(['«m»'])": CLASS,
    "class { '«m»': }": CLASS,
    "notify { 'a': require => Class['«m»'] }": CLASS,
    "notice(defined('«m»'))": CLASS,
    "notice(«$x»)": MEMBER,
    'notice("«${x»}")': MEMBER,
    'notice("«$x» y")': MEMBER,
    "notice($m::«port»)": MEMBER,
    "notice(getvar('m::«port»'))": MEMBER,
    "«m::d» { 'a': }": DEFINE,
    "m::d { 'a': «size» => 2 }": MEMBER,
    "create_resources('«m::d»', {})": DEFINE,
    "create_resources('@«m::d»', {})": DEFINE,
    "ensure_resource('«m::d»', 'a', {})": DEFINE,
    "notice(Resource['«m::d»', 'a'])": DEFINE,
    "notice(«m::f»(1))": FUNCTION,
    "notice(1.«m::f»)": FUNCTION,
    "notice(call('«m::f»', 1))": FUNCTION,
    "notice(1 =~ «M::T»)": TYPE,
    "notice(epp('«m/t.epp»'))": TEMPLATE,
}


SAMPLES: dict[Role | None, tuple[str, str | None]] = {
    None: ("undef", None),
    Role.CLASS: ("'«m»'", CLASS),
    Role.RESOURCE_TYPE: ("'«m::d»'", DEFINE),
    Role.ATTRIBUTES: ("{ '«size»' => 2 }", MEMBER),
    Role.ATTRIBUTE: ("'«size»'", MEMBER),
    Role.RESOURCES: ("{ '«a»' => { } }", RESOURCE),
    Role.TITLE: ("'«a»'", RESOURCE),
    Role.DEFINITION: ("'«m»'", CLASS),
    Role.FUNCTION: ("'«m::f»'", FUNCTION),
    Role.TASK: ("'«m::job»'", "task"),
    Role.PLAN: ("'«m::p»'", PLAN),
    Role.VARIABLE: ("'m::«port»'", MEMBER),
    Role.FACT: ("'«stage»'", FACT),
    Role.PATH: ("'«stage».x'", FACT),
    Role.STEP: ("'«stage»'", FACT),
    Role.HIERA_KEY: ("'«greeting»'", KEY),
    Role.MERGE: ("'«unique»'", None),
    Role.TEMPLATE: ("'«m/t.epp»'", TEMPLATE),
    Role.FILE: ("'«m/f»'", FILE),
    Role.TEXT_OF_TEMPLATE: ("'«text»'", None),
    Role.MESSAGE: ("'«text»'", None),
}
"""An argument of each role, with the kind of the symbol that it names; None for one that names nothing."""
KEYS = {Role.TEMPLATE: "depth", Role.TASK: "unit", Role.PLAN: "unit"}
"""The parameters of what each role names."""
WITHOUT_HOVER = frozenset((RESOURCE, FILE, None))
WITHOUT_ITEMS = frozenset((None, RESOURCE))
"""Kinds of which nothing is known in advance: completion cannot offer titles of resources that are declared here."""


def rows() -> Iterator[tuple[str, str | None]]:
    """A call for each argument with a role of each function of the table, and the kind of the symbol."""
    for function, arguments in ARGUMENTS.items():
        roles = [*arguments.roles, *filter(None, [arguments.rest])]
        for number, role in enumerate(roles):
            if role is not None:
                written = [_argument(each, at == number, roles) for at, each in enumerate(roles[: number + 1])]
                kind = ARGUMENT if role is Role.PARAMETERS and roles[0] in KEYS else _sample(role)[1]
                yield f"{function}({', '.join(written)})".replace("t.epp", "t.erb" if function == "template" else "t.epp"), kind


def _sample(role: Role | None) -> tuple[str, str | None]:
    return SAMPLES.get(role, ("{ '«x»' => 1 }", None))


def _argument(role: Role | None, is_marked: bool, roles: list[Role | None]) -> str:
    if role is None:
        return "$facts" if {Role.PATH, Role.STEP} & {*roles} else "M::D['a']" if Role.ATTRIBUTE in roles else "undef"
    text = f"{{ '«{KEYS.get(roles[0] or role, 'x')}»' => 1 }}" if role is Role.PARAMETERS else _sample(role)[0]
    return text if is_marked else re.sub("[«»]", "", text)


ROWS = dict(rows())


@pytest.mark.parametrize("code", [*WORDS, *ROWS])
def test_all_edges_of_a_word_mean_the_same(code: str, tmp_path: Path) -> None:
    before, word, after = re.split("[«»]", code)
    kind, about = (WORDS[code], True) if code in WORDS else (ROWS[code], ROWS[code] not in WITHOUT_HOVER)
    answers = []
    for at in (0, len(word) // 2, len(word)):
        place = _place(tmp_path, f"{before}{word[:at]}|{word[at:]}{after}")
        found = occurrences_at(place.view, place.offset)
        assert [each.symbol.kind for each in found][:1] == ([] if kind is None else [kind]), at
        answers.append((_meaning(place), *_answers(place)))
        assert hover(place.view, place.offset) is not None or not about, at
    assert answers[0] == answers[1] == answers[2]


def _place(folder: Path, marked: str) -> Place:
    is_plan = marked.startswith("run_")
    head = "plan m::here() {" if is_plan else "class m::here {"
    path = IN_PLAN if is_plan else HERE
    return Place(folder, path, {**FILES, path: f"{head}\n  $x = 1\n  {marked}\n}}\n"})


def _meaning(place: Place) -> tuple[object, ...]:
    """What is at a place, without the nodes, which are others in each text."""
    word = classify(place.view, place.offset)
    assert word is not None
    return (word.__class__, word.start, word.end)


def _answers(place: Place) -> tuple[object, ...]:
    found = occurrences_at(place.view, place.offset)
    renamed = rename(place.view, found, "other", place.project_files)
    return (
        [each.symbol for each in found],
        definition(found, place.view, place.project_files),
        type_definition(place.view, place.offset, place.project_files),
        references_of(found[0].symbol, place.view, place.project_files) if found else [],
        highlights(place.view, place.offset),
        renamed.reason if isinstance(renamed, Refusal) else place.after(renamed.edits),
    )


@pytest.mark.parametrize("code", [*WORDS, *ROWS])
def test_the_places_of_a_word_agree(code: str, tmp_path: Path) -> None:
    """A word is among its own references and highlights, and leads somewhere."""
    place = _place(tmp_path, code.replace("«", "|").replace("»", ""))
    found = occurrences_at(place.view, place.offset)
    if not found:
        word = classify(place.view, place.offset)
        assert isinstance(word, OtherArgument | HashKey)
        return
    own = (found[0].start, found[0].end)
    assert own in [(each.start, each.end) for each in highlights(place.view, place.offset)]
    assert own in [(each.start, each.end) for each in references_of(found[0].symbol, place.view, place.project_files)] or (
        found[0].symbol.kind == ARGUMENT
    )
    assert definition(found, place.view, place.project_files)


@pytest.mark.parametrize("code", [each for each in {**WORDS, **ROWS} if {**WORDS, **ROWS}[each] not in WITHOUT_ITEMS])
def test_completion_at_the_end_of_a_word_offers_it(code: str, tmp_path: Path) -> None:
    """Accepting what is written already leaves the text as it is."""
    place = _place(tmp_path, code.replace("«", "|").replace("»", ""))
    end = occurrences_at(place.view, place.offset)[0].end
    found = complete(place.view, end)
    written = place.view.text.slice(found.start, end)
    assert written in [re.sub(r"\$0$", "", each.insert or each.label).replace("\\$", "$") for each in found.items]


def test_every_function_and_role_of_the_table_is_among_the_rows() -> None:
    called = {code.partition("(")[0] for code in ROWS}
    assert called == {*ARGUMENTS}
    assert len(ROWS) == sum(len([each for each in (*row.roles, row.rest) if each is not None]) for row in ARGUMENTS.values())
    assert {*Role} - SAMPLES.keys() == {Role.PARAMETERS}
