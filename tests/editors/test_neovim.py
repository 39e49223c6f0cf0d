"""Neovim starts the language server, opens a file and gets its diagnostics."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

SCRIPT = """
local arguments = vim.fn.json_decode(vim.env.ARGUMENTS)
vim.api.nvim_command('edit ' .. arguments.file)
local client = vim.lsp.start_client({ name = 'puppet', cmd = { arguments.server }, root_dir = arguments.root })
vim.lsp.buf_attach_client(0, client)

local function wait(count)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 20)
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { each.lnum, each.col, each.end_col, each.severity, each.message })
  end
  return found
end

local opened = wait(1)
vim.api.nvim_buf_set_lines(0, 0, 1, false, { "class a ($x, $y) {" })
local mended = wait(0)
local parameters = { textDocument = vim.lsp.util.make_text_document_params() }
local outline = vim.lsp.buf_request_sync(0, 'textDocument/documentSymbol', parameters, 20000)
io.stdout:write(vim.fn.json_encode({ opened = opened, mended = mended, outline = outline[client].result[1].name }))
vim.cmd('qall!')
"""


def test_neovim_shows_what_is_wrong(tmp_path: Path) -> None:
    nvim = shutil.which("nvim")
    if nvim is None:
        warnings.warn("nvim is not installed: the language server is not tried in an editor", stacklevel=1)
        pytest.skip("nvim is not installed")
    (tmp_path / "a.pp").write_text("class a ($x, $x) {\n}\n")
    (tmp_path / "session.lua").write_text(SCRIPT)
    server = Path(sys.executable).parent / "puppet-language-server"
    arguments = json.dumps({"file": str(tmp_path / "a.pp"), "root": str(tmp_path), "server": str(server)})
    answer = subprocess.run(
        [nvim, "--headless", "--clean", "-n", "-c", f"luafile {tmp_path / 'session.lua'}"],
        env={"ARGUMENTS": arguments, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=90,
    )
    seen = json.loads(answer.stdout)
    assert seen["opened"] == [[0, 13, 15, 1, "The parameter 'x' is declared more than once in the parameter list"]]
    assert seen["mended"] == []
    assert seen["outline"] == "a"
