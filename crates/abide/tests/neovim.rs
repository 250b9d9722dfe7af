//! A session in Neovim, without a screen, where it is installed: with the settings that `editors/neovim` has, the hint is
//! shown, and the quick fix changes the file.

mod support;

use std::process::Command;
use support::Folder;

const PROGRAM: &str = "\
/*@ requires 0 <= n <= 100; ensures \\result == n; */
int count(int n) {
  int i = 0;
  while (i < n) { i++; }
  return i;
}

int half(int a) {
  return 10 / a;
}
";

/// What a person does: waits for the message and the hint, asks what can be done at the loop, does the first thing, saves.
const SESSION: &str = r#"
vim.opt.runtimepath:prepend(vim.env.ABIDE_NEOVIM)
vim.o.swapfile = false
vim.cmd('filetype on')
local abide = require('abide')
abide.setup { cmd = { vim.env.ABIDE, 'lsp', '--timeout', '20' } }
vim.cmd('edit a.c')
local out = {}
local function say(text) table.insert(out, text) end
local function wait(what, done)
  if not vim.wait(60000, done, 50) then say('never: ' .. what) end
end
wait('a message', function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do
  say('message ' .. d.lnum .. ' ' .. d.severity .. ' ' .. d.message:gsub('\n', ' | '))
end
local space = vim.api.nvim_get_namespaces()['abide']
local function hints() return vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true }) end
wait('a hint', function() return #hints() > 0 end)
for _, m in ipairs(hints()) do say('hint ' .. m[2] .. ' ' .. m[4].virt_text[1][1]) end
local params = {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 3, character = 0 }, ['end'] = { line = 3, character = 0 } },
  context = { diagnostics = {} },
}
local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 20000)
for id, answer in pairs(answers) do
  local action = answer.result[1]
  say('action ' .. action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
end
vim.cmd('write')
wait('no hint', function() return #hints() == 0 end)
say('end')
vim.fn.writefile(out, 'out.txt')
vim.cmd('qa!')
"#;

#[test]
fn the_hint_is_shown_and_the_quick_fix_changes_the_file() {
    if Command::new("nvim").arg("--version").output().is_err() {
        eprintln!("skipped: nvim is not installed");
        return;
    }
    let folder = Folder::with(&[("a.c", PROGRAM), ("session.lua", SESSION)]);
    // sets up what the program needs
    let program = folder.command(&[]);
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile session.lua"]);
    nvim.current_dir(folder.0.path())
        .env("ABIDE", program.get_program())
        .env(
            "ABIDE_NEOVIM",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/neovim"),
        )
        .env("ABIDE_CACHE", "off")
        .env("HOME", folder.0.path());
    for (name, value) in ["XDG_DATA_HOME", "ABIDE_Z3"].map(|n| (n, std::env::var_os(n))) {
        value.map(|value| nvim.env(name, value));
    }
    // Z3 is looked for in the home of the user
    let home = std::env::var("HOME").unwrap();
    if std::env::var_os("XDG_DATA_HOME").is_none() {
        nvim.env("XDG_DATA_HOME", format!("{home}/.local/share"));
    }
    let output = nvim.output().unwrap();
    let said = std::fs::read_to_string(folder.path("out.txt"));
    let said = said.unwrap_or_else(|_| panic!("{output:?}"));
    let line = |begin: &str| {
        said.lines()
            .find(|l| l.starts_with(begin))
            .unwrap_or_else(|| panic!("{said}"))
    };
    assert!(line("message 8 1").contains("it fails for a = 0"), "{said}");
    assert!(line("hint 3 ").contains("invariant "), "{said}");
    assert_eq!(line("action"), "action Insert the inferred invariants of `count`");
    assert!(!said.contains("never") && said.contains("end"), "{said}");
    let text = folder.text("a.c");
    assert!(
        text.contains("loop invariant") && text.contains("loop assigns i;"),
        "{text}"
    );
    folder.abide(&["check", "a.c", "--method", "count"]).with(0);
}
