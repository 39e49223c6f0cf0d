"""All requests at random places of files of all kinds, complete, cut and edited: no errors, and no places outside of a text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.command import write
from tests.lsp.plain import log, session
from tests.support.lsp_fuzz import Fuzz, is_inside, misplaced

PROJECT = {
    "environment.conf": "modulepath = modules\nmanifest = manifests\n",
    "Puppetfile": "# The modules.\nforge 'x'\nmod 'me/web', '1.0.0'\nmod 'other',\n  :git => 'https://example.com/x',\n  :ref => 'main'\n",
    "hiera.yaml": "version: 5\ndefaults:\n  datadir: data\nhierarchy:\n"
    "  - name: common\n    paths: [common.yaml, '%{facts.os.family}.yaml']\n",
    "data/common.yaml": "# Daten für alle\nweb::port: 80\nclasses: ['web', 'web::tls']\nplain: &a {b: [1, 2], c: 'é 𝄞'}\n"
    "other: \"%{lookup('plain')} %{facts.os.name} %{web::port}\"\nlookup_options:\n  plain: {merge: deep}\n",
    "manifests/site.pp": "node /web(\\d+)/ { include web }\nnode default { $x = lookup('plain') notice($x) }\n",
    "modules/web/metadata.json": '{"name": "me-web", "version": "1.0.0", "dependencies": [\n'
    '  {"name": "me/other", "version_requirement": ">= 1.0.0"}\n]}\n',
    "modules/web/manifests/init.pp": """# Ein Server, „größer“ 𝄞.
# @param port Where it listens.
class web (Integer $port, Web::Mode $mode = 'on', Hash[String, Struct[{ 'deep' => Boolean }]] $sites = {}) {
  $all = $sites.map |$name, $site| { "${name}: ${site['deep']}" }
  file { ['/etc/web', "/etc/${port}"]:
    ensure  => file,
    content => epp('web/site.epp', { 'title' => 'é', 'port' => $port }),
    source  => 'puppet:///modules/web/motd',
    require => Class['web::tls'],
  }
  if $facts['os']['family'] =~ /(De)(bian)/ { notice($1, 0x1f, 'größe'.upcase) } else { web::site { 'a': docroot => '/' } }
  $text = @("END"/L)
    é ${port} 𝄞
    | END
  $own = template('web/site.erb')
}
""",
    "modules/web/manifests/tls.pp": "class web::tls inherits web {\n"
    "  Web::Site <| title == 'a' |> { ssl => true }\n  File['/etc/web'] -> Service['x']\n}\n",
    "modules/web/manifests/site.pp": "define web::site (String $docroot, Boolean $ssl = false) {\n  web::shout($docroot, 2)\n}\n",
    "modules/web/functions/shout.pp": "# Shouts.\nfunction web::shout(String $text, Integer $times = 1) >> String { $text }\n",
    "modules/web/types/mode.pp": "type Web::Mode = Enum['on', 'off']\n",
    "modules/web/plans/run.pp": "plan web::run(TargetSpec $targets) { run_task('web::run', $targets) }\n",
    "modules/web/templates/site.epp": "<%- | String $title, Integer $port = 1 | -%>\né <%= $title %>\n"
    "<% [1].each |$x| { -%>\n<%= $x + $port %>\n<% } -%>\n",
    "modules/web/templates/site.erb": "é <%= @port %>\n<% @sites.each do |name, site| -%>\n<%= scope['web::mode'] %>\n<% end -%>\n",
    "modules/web/tasks/run.json": '{"description": "Läuft", "parameters": {"a": {"type": "Array[Web::Mode]"}}}\n',
    "modules/web/spec/spec_helper.rb": "require 'puppetlabs_spec_helper/module_spec_helper'\n",
    "modules/web/spec/classes/web_spec.rb": "# é 𝄞\nrequire 'spec_helper'\ndescribe 'web' do\n  let(:params) { { port: 80 } }\n"
    "  { 'é' => 1 }.each { |a, b| context(\"𝄞 #{a}\") { it('läuft') { is_expected.to compile } } }\n"
    "  it { is_expected.to contain_file('/etc/web').with_content(/größe 𝄞/) }\nend\n",
    "modules/web/lib/facter/own.rb": "Facter.add(:own) { setcode { 1 } }\n",
}
TEXTS = [path for path in PROJECT if not path.endswith(".rb") or path.endswith("_spec.rb")]


@pytest.mark.parametrize("seed", [1, 2])
def test_everything_is_answered(seed: int, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    folder = write(tmp_path / "e", PROJECT)
    with session(cache, folder) as client:
        fuzz = Fuzz(client, random.Random(seed))
        for path in TEXTS:
            fuzz.file(folder / path, PROJECT[path], 12)
        assert fuzz.wrong == []
        assert sum(map(len, fuzz.times.values())) > 2000
    assert "Traceback" not in log(cache)


def test_misplaced_ranges_would_be_detected() -> None:
    text = "é\n𝄞 x\n"
    right = {"start": {"line": 1, "character": 3}, "end": {"line": 1, "character": 4}}
    wrong = {"start": {"line": 1, "character": 3}, "end": {"line": 1, "character": 5}}
    turned = {"start": {"line": 1, "character": 3}, "end": {"line": 0, "character": 0}}
    assert [is_inside(each, text) for each in (right, wrong, turned)] == [True, False, False]
    assert [*misplaced([{"range": wrong}], "file:///a", lambda uri: text)] != []
