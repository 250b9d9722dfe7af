-- Abide in Neovim, from 0.7 on: `require('abide').setup {}`. What Neovim itself does not have yet is done here: hints
-- before 0.10 are virtual text.
local M = {}

local defaults = {
  cmd = { 'abide', 'lsp', '--timeout', '10' },
  filetypes = { 'java', 'c', 'gcl' },
  -- 'save', 'change' or 'demand'
  verify = 'save',
  hints = true,
}

local options = defaults
local client
local marks = vim.api.nvim_create_namespace('abide')

local function of_server(buffer)
  for _, c in pairs(vim.lsp.buf_get_clients(buffer)) do
    if c.name == 'abide' then
      return c
    end
  end
end

-- Shows the hints of a buffer behind their lines.
function M.show_hints(buffer)
  local server = of_server(buffer)
  if not server then
    return
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
  }
  server.request('textDocument/inlayHint', params, function(_, hints)
    if not vim.api.nvim_buf_is_valid(buffer) then
      return
    end
    vim.api.nvim_buf_clear_namespace(buffer, marks, 0, -1)
    for _, hint in ipairs(hints or {}) do
      if hint.position.line < vim.api.nvim_buf_line_count(buffer) then
        vim.api.nvim_buf_set_extmark(buffer, marks, hint.position.line, 0, {
          virt_text = { { hint.label, 'Comment' } },
          hl_mode = 'combine',
        })
      end
    end
  end, buffer)
end

local function refresh_all()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and of_server(buffer) then
      M.show_hints(buffer)
    end
  end
end

local function on_refresh(err, _, ctx)
  vim.schedule(refresh_all)
  return vim.NIL
end

local function attach(buffer)
  if client and not vim.lsp.get_client_by_id(client) then
    client = nil
  end
  if not client then
    local capabilities = vim.lsp.protocol.make_client_capabilities()
    capabilities.workspace = capabilities.workspace or {}
    capabilities.workspace.inlayHint = { refreshSupport = true }
    client = vim.lsp.start_client {
      name = 'abide',
      cmd = options.cmd,
      root_dir = vim.fn.getcwd(),
      capabilities = capabilities,
      init_options = { verify = options.verify },
      handlers = { ['workspace/inlayHint/refresh'] = options.hints and on_refresh or nil },
    }
  end
  vim.lsp.buf_attach_client(buffer, client)
end

function M.setup(given)
  options = vim.tbl_deep_extend('force', defaults, given or {})
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = '*.gcl',
    callback = function()
      vim.bo.filetype = 'gcl'
    end,
  })
  vim.api.nvim_create_autocmd('FileType', {
    pattern = options.filetypes,
    callback = function(event)
      attach(event.buf)
    end,
  })
end

return M
