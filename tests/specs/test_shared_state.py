"""Functions that leave something for later calls, in the same catalog or in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.specs.module import of_class

FUNCTION = """\
module WebState
  SEEN = [] unless defined?(SEEN)
end
Puppet::Functions.create_function(:'web::f') do
  dispatch(:go) { param 'Any', :value }
  def go(value)
    BODY
  end
end
"""
CODE = """\
class web {
  $list = ['a']
  $first = web::f($list)
  $second = web::f($list)
  notify { "first ${first}": }
  notify { "second ${second}": }
  notify { "list ${list.length}": }
}
"""


@pytest.mark.parametrize(
    ("body", "title", "verdict"),
    [
        ("@n ||= 0\n    @n += 1", "first 1", "passed"),
        ("@n ||= 0\n    @n += 1", "second 2", "passed"),
        ("@n ||= 0\n    @n += 1", "second 1", "failed"),
        ("@n ||= []\n    @n << 1\n    @n.length", "second 2", "passed"),
        ("@object ||= Object.new\n    1", "second 1", "unknown"),
        ("@value = value\n    @value.length", "second 1", "passed"),
        ("WebState::SEEN << 1\n    WebState::SEEN.length", "first 1", "unknown"),
        ("value << 'more'\n    value.length", "list 3", "unknown"),
        ("value.dup << 'more'\n    value.length", "list 1", "passed"),
    ],
)
def test_what_calls_leave_is_there_or_unknown(tmp_path: Path, body: str, title: str, verdict: str) -> None:
    files = {"lib/puppet/functions/web/f.rb": FUNCTION.replace("BODY", body), "manifests/init.pp": CODE}
    assert of_class(tmp_path, f"is_expected.to contain_notify('{title}')", files=files) == [verdict]


def test_a_catalog_has_objects_of_functions_of_its_own(tmp_path: Path) -> None:
    files = {"lib/puppet/functions/web/f.rb": FUNCTION.replace("BODY", "@n ||= 0\n    @n += 1"), "manifests/init.pp": CODE}
    around = "  ['a', 'b'].each { |n| context(n) { let(:node) { n }\n it { is_expected.to contain_notify('second 2') } } }\n"
    assert of_class(tmp_path, files=files, around=around) == ["passed", "passed"]
