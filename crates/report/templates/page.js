// What every page of ours has: the theme, the sources with their tokens coloured, and places shown where they are.
'use strict';
const root = document.documentElement;
root.classList.add('js');

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// The theme is that of the system until one is chosen.
const THEMES = ['', 'light', 'dark'];
const stored = (() => { try { return localStorage.getItem('abide-theme') || ''; } catch { return ''; } })();
function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try { localStorage.setItem('abide-theme', theme); } catch { /* it is forgotten */ }
  for (const button of all('[data-do=theme]')) button.textContent = 'Theme: ' + (theme || 'system');
}
const nextTheme = () => setTheme(THEMES[(THEMES.indexOf(root.dataset.theme || '') + 1) % THEMES.length]);
if (stored) root.dataset.theme = stored;

// Tokens of C, Java and guarded commands. Annotations are comments that begin with @.
const KEYWORDS = new Set((
  'abstract assert assume auto boolean bool break byte case catch char class const continue default do double else enum ' +
  'extends extern final finally float for function goto havoc if implements import inline inout instanceof int interface ' +
  'label long map native new null package predicate private procedure protected public record register return returns ' +
  'sealed short signed sizeof static strictfp struct super switch synchronized this throw throws transient true false try ' +
  'type typedef union unsigned var void volatile while yield invariant ensures requires decreases modifies').split(' '));
const TOKEN = /(\/\*|\/\/.*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;

function colour(source) {
  if (source.dataset.coloured) return;
  source.dataset.coloured = 'yes';
  let comment = '';
  for (const code of all('.line:not(.found):not(.told) > code', source)) {
    const text = code.textContent, parts = document.createDocumentFragment();
    const put = (words, kind) => {
      if (!words) return;
      if (!kind) { parts.append(words); return; }
      const span = document.createElement('span');
      span.className = kind;
      span.textContent = words;
      parts.append(span);
    };
    let at = 0;
    while (at !== text.length) {
      if (comment) {
        const end = text.indexOf('*/', at), stop = end === -1 ? text.length : end + 2;
        put(text.slice(at, stop), comment);
        at = stop;
        if (end !== -1) comment = '';
        continue;
      }
      TOKEN.lastIndex = at;
      const found = TOKEN.exec(text);
      if (!found) { put(text.slice(at)); break; }
      put(text.slice(at, found.index));
      at = found.index;
      const [whole, opened, string, number, word] = found;
      if (opened === '/*') { comment = text[at + 2] === '@' ? 'a' : 'c'; continue; }
      if (opened) put(whole, opened[2] === '@' ? 'a' : 'c');
      else put(whole, string ? 's' : number ? 'n' : KEYWORDS.has(word) ? 'k' : '');
      at += whole.length;
    }
    code.replaceChildren(parts);
  }
}

// Shows a routine or a line, and marks it.
function reveal(element) {
  for (const marked of all('.target')) marked.classList.remove('target');
  if (!element) return;
  element.classList.add('target');
  if (element.tagName === 'DETAILS') element.open = true;
  element.scrollIntoView({ block: element.classList.contains('line') ? 'center' : 'nearest' });
}
