"""The debugger in Neovim with nvim-dap, as docs/debugger.md configures it; NVIM_DAP names a checkout of nvim-dap."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.editors.neovim import surroundings

PAGE = Path(__file__).parents[2] / "docs" / "debugger.md"
CHECKOUT = os.environ.get("NVIM_DAP", "")
MANIFEST = "$list = [1, 2]\n$found = $list.map |$each| {\n  $double = $each * 2\n  $double + 1\n}\nnotice($found)\n"
SESSION = """\
vim.opt.runtimepath:append(vim.env.NVIM_DAP)
{configuration}
local output, ended = {{}}, false
dap.listeners.after.event_output.test = function(_, body) table.insert(output, body.output) end
dap.listeners.after.event_terminated.test = function() ended = true end
local function frame() return dap.session() and dap.session().current_frame end
local function await(what, holds) if not vim.wait(60000, holds, 20) then print('no ' .. what) vim.cmd('cquit') end end
local function variables()
  local found = {{}}
  for _, scope in ipairs(frame().scopes or {{}}) do
    for _, each in pairs(scope.variables or {{}}) do table.insert(found, each.name .. ' = ' .. each.value .. ': ' .. (each.type or '')) end
  end
  table.sort(found)
  return found
end
vim.cmd('edit here.pp')
vim.api.nvim_win_set_cursor(0, {{ 4, 0 }})
dap.set_breakpoint()
dap.run(vim.tbl_filter(function(each) return each.program ~= nil end, dap.configurations.puppet)[1])
await('breakpoint', function() return frame() and frame().line == 4 and #variables() > 0 end)
print(table.concat(variables(), ', '))
dap.clear_breakpoints()
dap.step_out()
await('step', function() return frame() and frame().line == 6 end)
dap.continue()
await('end', function() return ended end)
print(table.concat(output))
vim.cmd('qall!')
"""


@pytest.mark.skipif(shutil.which("nvim") is None or not CHECKOUT, reason="nvim is not installed, or NVIM_DAP names no checkout of nvim-dap")
def test_a_manifest_is_debugged_in_neovim(tmp_path: Path) -> None:
    found = re.search(r"^```lua\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    (tmp_path / "here.pp").write_text(MANIFEST)
    (tmp_path / "session.lua").write_text(SESSION.format(configuration=found[1]))
    environment = {**surroundings(tmp_path), "NVIM_DAP": CHECKOUT}
    command = ["nvim", "--headless", "-n", "-u", "session.lua"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=240)
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed
    assert "$double = 2: Integer, $each = 1: Integer" in printed
    assert "Notice: [3, 5]" in printed
