"""What is at a place is the same at the first, a middle and the last edge of a word, for every question about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puppet_check.features.inspection.hover import hover
from puppet_check.features.navigation.definition import definition
from puppet_check.features.navigation.occurrences import occurrences_at
from puppet_check.features.renaming.draft import Refusal
from puppet_check.features.renaming.rename import rename
from puppet_check.features.symbols import KEY, MEMBER, TEMPLATE
from puppet_check.features.usages.references import references_of
from puppet_typesys.builtins.argument_roles import ARGUMENTS, Role
from puppet_typesys.loader import CLASS, DEFINE, FACT, FUNCTION, TYPE
from tests.features.project import Place

HERE = "modules/m/manifests/here.pp"
FILES = {
    "environment.conf": "",
    "hiera.yaml": "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
    "data/common.yaml": "greeting: [hello]\nm::port: 2\n",
    "modules/m/metadata.json": '{"name": "x-m", "version": "1.0.0", "dependencies": []}',
    "modules/m/manifests/init.pp": "# A server.\nclass m (Integer $port = 1) { }\n",
    "modules/m/manifests/d.pp": "define m::d (Integer $size = 1) { }\n",
    "modules/m/functions/f.pp": "# Doubles.\nfunction m::f(Integer $x) { $x + $x }\n",
    "modules/m/types/t.pp": "type M::T = Integer\n",
    "modules/m/lib/facter/stage.rb": "Facter.add(:stage) do\n  setcode { 'test' }\nend\n",
    "modules/m/templates/t.epp": "text\n",
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


@pytest.mark.parametrize("code", WORDS)
def test_all_edges_of_a_word_mean_the_same(code: str, tmp_path: Path) -> None:
    before, word, after = re.split("[«»]", code)
    answers = []
    for at in (0, len(word) // 2, len(word)):
        text = f"class m::here {{\n  $x = 1\n  {before}{word[:at]}|{word[at:]}{after}\n}}\n"
        place = Place(tmp_path, HERE, {**FILES, HERE: text})
        found = occurrences_at(place.view, place.offset)
        assert [each.symbol.kind for each in found][:1] == [WORDS[code]], at
        renamed = rename(place.view, found, "other", place.project_files)
        answers.append(
            (
                [each.symbol for each in found],
                definition(found, place.view, place.project_files),
                references_of(found[0].symbol, place.view, place.project_files),
                renamed.reason if isinstance(renamed, Refusal) else place.after(renamed.edits),
            )
        )
        about = hover(place.view, place.offset)
        assert about is not None, at
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1] or "data" in str(answers[0][2])


def test_every_role_that_names_a_symbol_is_among_the_words() -> None:
    roles = {role for each in ARGUMENTS.values() for role in (*each.roles, each.rest) if role is not None}
    # Tasks and plans are for plans, whose names the tests of runs ask for; the others name nothing that a project defines by itself.
    others = {Role.TASK, Role.PLAN, Role.ATTRIBUTES, Role.RESOURCES, Role.TITLE, Role.MERGE, Role.PARAMETERS, Role.FILE}
    others |= {Role.TEXT_OF_TEMPLATE, Role.MESSAGE}
    used = {
        role
        for name in ARGUMENTS
        for role in roles
        if any(f"{name}(" in code or f".{name}" in code or f"{name} " in code for code in WORDS)
        and role in (*ARGUMENTS[name].roles, ARGUMENTS[name].rest)
    }
    assert roles - used - others == set()
