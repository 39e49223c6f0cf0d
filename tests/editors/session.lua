-- What the tests ask of a running Neovim.
seen = {}

local clients = vim.lsp.get_clients or function(filter)
  return vim.tbl_values(vim.lsp.buf_get_clients(filter.bufnr))
end

-- The server knows the buffer.
function seen.ready()
  local found = clients({ bufnr = vim.api.nvim_get_current_buf() })[1]
  return found ~= nil and found.server_capabilities ~= nil and found.server_capabilities.hoverProvider ~= nil
end

-- The folder that the server was told of.
function seen.root()
  return clients({ bufnr = vim.api.nvim_get_current_buf() })[1].config.root_dir
end

function seen.findings()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, string.format('%d:%d %s', each.lnum + 1, each.col + 1, each.message))
  end
  table.sort(found)
  return found
end

function seen.floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    end
  end
end

-- What the server answers, with the position of the cursor if there is one to be told.
function seen.ask(method, params)
  params = vim.tbl_extend('force', { textDocument = vim.lsp.util.make_text_document_params() }, params or {})
  for _, each in pairs(vim.lsp.buf_request_sync(0, method, params, 30000) or {}) do
    return each.result
  end
end

function seen.cursor()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  return string.format('%s %d:%d', vim.fn.fnamemodify(vim.fn.bufname(), ':.'), line, column + 1)
end

-- What completion offers.
function seen.offered()
  return vim.tbl_map(function(each) return each.word end, vim.fn.complete_info({ 'items' }).items)
end

-- The places of the quickfix list.
function seen.quickfix()
  local found = vim.tbl_map(function(each)
    return string.format('%s:%d', vim.fn.fnamemodify(vim.fn.bufname(each.bufnr), ':.'), each.lnum)
  end, vim.fn.getqflist())
  table.sort(found)
  return found
end

-- The texts of the quickfix list, or of the window's.
function seen.listed()
  local list = vim.fn.getqflist()
  return vim.tbl_map(function(each) return each.text end, #list > 0 and list or vim.fn.getloclist(0))
end

-- From now on, the first choice that has these words is taken.
function seen.choose(words)
  vim.ui.select = function(items, options, choose)
    for at, each in ipairs(items) do
      if options.format_item(each):find(words, 1, true) then return choose(each, at) end
    end
    choose(nil)
  end
end

local function apply(edits)
  local client = clients({ bufnr = vim.api.nvim_get_current_buf() })[1]
  vim.lsp.util.apply_text_edits(edits or {}, vim.api.nvim_get_current_buf(), client.offset_encoding)
end

-- What the server makes of a character that was typed before the cursor or under it.
function seen.on_type(character)
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  apply(seen.ask('textDocument/onTypeFormatting', {
    position = { line = line - 1, character = column + 1 },
    ch = character,
    options = { tabSize = 2, insertSpaces = true },
  }))
end

-- Fold what the server says can be.
function seen.fold()
  vim.wo.foldmethod = 'manual'
  for _, each in ipairs(seen.ask('textDocument/foldingRange')) do
    vim.cmd(string.format('%d,%dfold', each.startLine + 1, each.endLine + 1))
  end
end

-- Take the first action of a kind.
function seen.act(kind)
  seen.choose('')
  local context = { only = { kind }, diagnostics = {} }
  vim.lsp.buf.code_action(vim.fn.has('nvim-0.8') == 1 and { context = context } or context)
end

-- Which capture of the highlights query colours what: each as line, first column, end and name, all counted from 0; a later one covers.
function seen.coloured(names)
  local highlighter, group_of = require('vim.treesitter.highlighter'), {}
  if highlighter.hl_map then
    -- Neovim 0.7 has a table of captures and groups, which knows less names.
    for at, name in ipairs(names) do
      highlighter.hl_map[name] = 'Seen' .. at
      group_of['puppetSeen' .. at] = name
    end
  end
  vim.o.lines, vim.o.columns = 200, 200
  seen.no_semantic_tokens()
  local painted, mark = {}, vim.api.nvim_buf_set_extmark
  vim.api.nvim_buf_set_extmark = function(buffer, space, line, column, options)
    if options.ephemeral and options.hl_group then
      local group = vim.fn.synIDattr(options.hl_group, 'name')
      local name = group_of[group] or group:match('^@(.*)%.puppet$') or group
      local last, stop = options.end_row or options.end_line or line, options.end_col or 0
      for each = line, last do
        local text = vim.api.nvim_buf_get_lines(buffer, each, each + 1, false)[1] or ''
        table.insert(painted, { each, each == line and column or 0, each == last and stop or #text, name })
      end
    end
    return mark(buffer, space, line, column, options)
  end
  seen.treesitter()
  vim.cmd('redraw!')
  vim.api.nvim_buf_set_extmark = mark
  return painted
end

function seen.no_semantic_tokens()
  for _, client in ipairs(vim.lsp.semantic_tokens and clients({ bufnr = vim.api.nvim_get_current_buf() }) or {}) do
    vim.lsp.semantic_tokens.stop(vim.api.nvim_get_current_buf(), client.id)
  end
end

-- The names of a query's captures.
function seen.captures_of(query)
  local get = vim.treesitter.query.get or vim.treesitter.get_query
  local names = vim.tbl_filter(function(name) return name:sub(1, 1) ~= '_' end, get('puppet', query).captures)
  table.sort(names)
  return names
end
