"""Functions in Ruby load other files of their module by their own place, as they do in Puppet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import run, write

FUNCTION = """
Puppet::Functions.create_function(:'mine::shout') do
  dispatch :shout do
    param 'String', :text
  end
  def shout(text)
    %s
    PuppetX::Mine.shout(text)
  end
end
"""
LIBRARY = "module PuppetX; end\nmodule PuppetX::Mine\n  def self.shout(text)\n    text.upcase\n  end\nend\n"


def shouted(folder: Path, loading: str) -> str:
    """The catalog of a node whose manifest calls a function that loads its library in some way."""
    write(
        folder,
        {
            "environment.conf": "",
            "modules/mine/lib/puppet/functions/mine/shout.rb": FUNCTION % loading,
            "modules/mine/lib/puppet_x/mine.rb": LIBRARY,
            "modules/mine/lib/puppet/util/mine.rb": LIBRARY,
            "modules/mine/metadata.json": '{"name": "me-mine", "version": "1.0.0"}',
        },
    )
    return run("puppet-eval", "--catalog", "--environment", folder, "-e", "notify { mine::shout('a'): }").out


@pytest.mark.parametrize(
    "loading",
    [
        "require File.expand_path(File.dirname(__FILE__) + '/../../../puppet_x/mine.rb')",
        "require File.expand_path('../../../../puppet_x/mine', __FILE__)",
        "require File.join(__dir__, '..', '..', '..', 'puppet_x', 'mine')",
        "load File.expand_path('../../../puppet_x/mine.rb', __dir__)",
        "require_relative '../../../puppet_x/mine'",
        "require_relative '../../util/mine'",
    ],
)
def test_a_file_is_loaded_by_the_place_of_the_function(tmp_path: Path, loading: str) -> None:
    assert "Notify[A]" in shouted(tmp_path, loading)


@pytest.mark.parametrize(
    "loading",
    [
        "require File.expand_path('../../../../puppet_x/other', __FILE__)",
        "require File.join(File.dirname(__FILE__), text)",
        "require File.expand_path('/puppet_x/mine', __FILE__)",
    ],
)
def test_a_file_that_is_not_found_leaves_the_result_unknown(tmp_path: Path, loading: str) -> None:
    assert "Notify[A]" not in shouted(tmp_path, loading)
