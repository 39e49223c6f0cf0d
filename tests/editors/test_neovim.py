"""What a person sees in Neovim, set up as docs/editors.md says."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors.editors_page import settings_of
from tests.editors.neovim import Neovim, neovim, strings, version
from tests.editors.shop import EXTRA, SHOP
from tests.lsp.editor import words

MANIFESTS = "modules/shop/manifests"
MISSPELT = "2:20 no parameter named 'ensur' on File[/etc/a], did you mean 'ensure'?"
WRONG_DATA = "3:15 Class[Shop]: parameter 'owners' expects an Array value, got Hash"

SLIPS = {
    "Puppetfile": ("yyp", "2:6 module 'stdlib' is already listed"),
    "environment.conf": (
        "Omodulpath = modules<Esc>",
        "1:1 'modulpath' is not a setting of an environment, so it is ignored, did you mean 'modulepath'?",
    ),
    "hiera.yaml": (":%s/path:/pth:/<CR>", "4:5 unrecognized key 'pth' in hierarchy 'Common', did you mean 'path'?"),
    "modules/shop/metadata.json": (":3s/1.0.0/1.0/<CR>", "3:14 '1.0' is not a valid version; expected three numbers such as `1.2.3`"),
    "modules/shop/tasks/run.json": (
        ":%s/parameters/parametrs/<CR>",
        "3:3 'parametrs' is not a field of task metadata, did you mean 'parameters'?",
    ),
}
"""For files that are not Puppet code, keys that introduce a mistake, and the resulting finding."""


@pytest.fixture
def nvim(tmp_path: Path) -> Iterator[Neovim]:
    """Neovim in a small control repository."""
    with neovim(tmp_path, SHOP) as started:
        yield started


def test_findings_come_and_go(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/wrong.pp", 2, 20)
    nvim.shows(MISSPELT)
    nvim.keys("eae<Esc>")
    nvim.shows()


def test_hover_describes_an_attribute(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/init.pp", 10, 5)
    nvim.lua("vim.lsp.buf.hover()")
    assert "ensure" in nvim.floating()


def test_attributes_are_completed(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp", 5, 1)
    nvim.completes("o  service { 'a': ena", "enable")
    nvim.keys("<C-y><Esc>")
    nvim.until("return vim.fn.getline(6):find(\"service { 'a': enable\", 1, true)")


def test_calls_show_their_signature(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp", 5, 1)
    nvim.keys("o  $parts = split('a', <Cmd>lua vim.lsp.buf.signature_help()<CR>")
    assert "split(" in nvim.floating()


def test_a_class_leads_to_its_definition(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/init.pp", 16, 12)
    nvim.lua("vim.lsp.buf.definition()")
    nvim.until(f"return seen.cursor() == '{MANIFESTS}/extra.pp 2:7'")


def test_references_are_found_in_other_files(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp", 4, 8)
    nvim.lua("vim.lsp.buf.references()")
    found = strings(nvim.until("return #vim.fn.getqflist() > 2 and seen.quickfix()"))
    assert found == [f"{MANIFESTS}/extra.pp:3", f"{MANIFESTS}/init.pp:14", f"{MANIFESTS}/page.pp:4"]


def test_renaming_changes_all_files(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp", 4, 31)
    nvim.lua("vim.lsp.buf.rename('folder')")
    nvim.until("return vim.fn.getline(4):find('$folder', 1, true)")
    nvim.keys(":wall<CR>")
    nvim.until("return #vim.fn.getbufinfo({ bufmodified = 1 }) == 0")
    texts = {name: (nvim.folder / MANIFESTS / f"{name}.pp").read_text() for name in ("page", "init", "extra")}
    assert "(String[1] $folder)" in texts["page"] and "file { $folder:" in texts["page"]
    assert 'shop::page { $owner: folder => "/srv/${owner}" }' in texts["init"]
    assert "shop::page { 'extra': folder => '/srv/extra' }" in texts["extra"]


def test_a_quick_fix_corrects_a_misspelt_name(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/wrong.pp", 2, 20)
    nvim.shows(MISSPELT)
    nvim.lua("seen.choose('ensure') vim.lsp.buf.code_action()")
    nvim.until("return vim.fn.getline(2) == \"  file { '/etc/a': ensure => file }\"")
    nvim.shows()


def test_all_is_fixed_at_once(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp", 5, 1)
    nvim.keys("o  notice($osfamily)<CR>notice($hostname)<Esc>")
    nvim.until("return #seen.findings() == 2")
    nvim.lua("seen.act('source.fixAll')")
    nvim.until("return vim.fn.getline(6):find(\"facts['os']['family']\", 1, true) and vim.fn.getline(7):find('networking')")


def test_arrows_align_when_the_server_is_asked(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/wrong.pp", 2, 1)
    nvim.keys("cc  file { '/etc/a':<CR>ensure => file,<CR>content =><Esc>")
    nvim.until("return vim.fn.getline(4):find('content')")
    nvim.lua("seen.on_type('>')")
    assert "ensure  => file,\n" in nvim.text()


def test_the_outline_has_definitions_and_resources(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/init.pp")
    nvim.lua("vim.lsp.buf.document_symbol()")
    found = strings(nvim.until("local found = seen.listed() return #found > 0 and found"))
    assert found[0] == "[Class] shop"
    assert "[Property] $port" in found


def test_blocks_fold(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/extra.pp")
    nvim.lua("seen.fold()")
    last_lines = nvim.lua("return vim.tbl_map(function(line) return vim.fn.foldclosedend(line) end, { 1, 2, 3, 4 })")
    assert last_lines == [-1, 3, 3, -1]


def test_the_server_is_started_again_by_editing(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/wrong.pp")
    nvim.shows(MISSPELT)
    (server,) = map(int, strings(nvim.lua("return vim.api.nvim_get_proc_children(vim.fn.getpid())")))
    os.kill(server, signal.SIGKILL)
    nvim.until("return not seen.ready()")
    nvim.open(f"{MANIFESTS}/wrong.pp")
    nvim.shows(MISSPELT)
    assert nvim.lua("return vim.api.nvim_get_proc_children(vim.fn.getpid())") != [server]


def test_semantic_tokens_are_sent(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/extra.pp")
    numbers = nvim.lua("return seen.ask('textDocument/semanticTokens/full').data")
    assert isinstance(numbers, list)
    found = words(EXTRA, numbers)
    assert {word: found[word] for word in ("class", "shop::extra", "shop::page", "path")} == {
        "class": "keyword",
        "shop::extra": "class",
        "shop::page": "type",
        "path": "property",
    }


def test_hiera_data_knows_the_parameters(nvim: Neovim) -> None:
    nvim.open("data/common.yaml", 2, 3)
    nvim.lua("vim.lsp.buf.hover()")
    assert "Integer[1, 65535]" in nvim.floating()
    nvim.completes("Goshop::", "shop::owners")
    nvim.keys(": {}<Esc>")
    nvim.shows(WRONG_DATA)


def test_templates_know_their_parameters(nvim: Neovim) -> None:
    nvim.open("modules/shop/templates/shop.conf.epp", 2, 11)
    nvim.lua("vim.lsp.buf.hover()")
    assert "Integer" in nvim.floating()
    nvim.keys("Goname=<lt>%= $nmae %><Esc>")
    nvim.shows("3:10 Unknown variable: 'nmae'.")


@pytest.mark.parametrize("file", SLIPS)
def test_other_files_are_checked(nvim: Neovim, file: str) -> None:
    keys, found = SLIPS[file]
    nvim.open(file)
    nvim.shows()
    nvim.keys(keys)
    nvim.shows(found)


def test_a_template_in_ruby_knows_the_variables_of_its_class(nvim: Neovim) -> None:
    nvim.open("modules/shop/templates/old.erb", 1, 12)
    nvim.lua("vim.lsp.buf.hover()")
    assert "Variable of class `shop::old`" in nvim.floating()


def test_symbols_of_all_files_are_found(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/page.pp")
    nvim.lua("vim.lsp.buf.workspace_symbol('extra')")
    nvim.until("local found = seen.listed() return #found > 0 and found[1] == '[Class] shop::extra'")


def test_functions_are_puppet_and_not_pascal(nvim: Neovim) -> None:
    nvim.open("modules/shop/functions/twice.pp")
    nvim.keys("ifunction shop::twice(Integer $n) >> Integer {}<Esc>")
    nvim.lua("vim.fn.mkdir('modules/shop/functions', 'p') vim.cmd('write | edit')")
    assert nvim.lua("return vim.bo.filetype") == "puppet"


def test_the_repository_is_what_the_server_checks(nvim: Neovim) -> None:
    nvim.open(f"{MANIFESTS}/wrong.pp")
    assert nvim.lua("return seen.root()") == str(nvim.folder)


def test_settings_are_sent_to_the_server(tmp_path: Path) -> None:
    if version() < (0, 8):
        pytest.skip("this Neovim tells no settings")
    with neovim(tmp_path, SHOP, settings_of("Neovim 0.8 and later")) as nvim:
        nvim.open(f"{MANIFESTS}/extra.pp", 3, 1)
        nvim.lua("vim.api.nvim_buf_set_lines(0, 2, 2, false, { '  notice($osfamily, 1 / 0)' })")
        nvim.shows("3:25 Division by 0")
