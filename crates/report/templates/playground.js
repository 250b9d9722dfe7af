// The playground: a text, what was found out of it, and links that have the text itself.
function playground() {
  const [text, gutter, result, state] = ['text', 'gutter', 'result', 'state'].map((id) => document.getElementById(id));
  const [language, verify, insert, link, example] =
    ['language', 'verify', 'insert', 'link', 'example'].map((id) => document.getElementById(id));
  const MARKS = ['proved', 'open', 'refuted'];
  let annotated = null, token = '', running = 0, marks = new Map();
  try { token = localStorage.getItem('abide-token') || ''; } catch { /* it is only in the address */ }

  const say = (words, wrong = false) => { state.textContent = words; state.classList.toggle('wrong', wrong); };

  // What is known holds of the text that was verified.
  function number() {
    const lines = text.value.split('\n').length, parts = document.createDocumentFragment();
    for (let line = 1; line !== lines + 1; line++) {
      const span = document.createElement('span');
      span.textContent = line;
      if (marks.has(line)) span.className = marks.get(line);
      parts.append(span);
    }
    gutter.replaceChildren(parts);
    gutter.scrollTop = text.scrollTop;
  }
  function changed() {
    marks = new Map();
    annotated = null;
    insert.disabled = true;
    result.classList.add('old');
    number();
  }
  function set(words) {
    text.value = words;
    changed();
    text.scrollTop = 0;
  }
  function send(path, body, more) {
    const headers = { 'Content-Type': 'application/json', 'X-Abide-Token': token };
    return fetch(path, { method: 'POST', headers, body: JSON.stringify(body), ...more });
  }

  async function run() {
    const own = ++running, sent = text.value;
    verify.textContent = 'Stop';
    say('verifying \u2026');
    try {
      const answer = await send('/verify', { language: language.value, text: sent });
      if (own !== running) return;
      if (!answer.ok) { say(await answer.text(), true); return; }
      const found = await answer.json();
      if (own !== running) return;
      // the page is made by the server, which escapes the text
      result.innerHTML = found.page;
      result.scrollTop = 0;
      result.classList.remove('old');
      for (const source of all('.source', result)) colour(source);
      if (sent !== text.value) { result.classList.add('old'); say('the text has changed since'); return; }
      for (const line of all('.line', result)) {
        const mark = MARKS.find((word) => line.classList.contains(word)), at = Number(line.querySelector('.number').textContent);
        if (mark && at) marks.set(at, mark);
      }
      annotated = found.annotated;
      insert.disabled = annotated === null;
      say(found.headline);
      number();
    } catch (error) {
      if (own === running) say('the server does not answer: ' + error, true);
    } finally {
      if (own === running) { running = 0; verify.textContent = 'Verify'; }
    }
  }
  function stop() {
    running = 0;
    verify.textContent = 'Verify';
    say('stopped');
    void send('/cancel', {}, { keepalive: true });
  }
  const toggle = () => { if (running) stop(); else void run(); };

  // A link has the text, compressed, behind the #: browsers send that to nobody.
  async function through(bytes, stream) {
    const squeezed = new Response(new Blob([bytes]).stream().pipeThrough(stream));
    return new Uint8Array(await squeezed.arrayBuffer());
  }
  async function packed(words) {
    const bytes = await through(new TextEncoder().encode(words), new CompressionStream('deflate-raw'));
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }
  async function unpacked(letters) {
    const plain = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  }
  async function copy() {
    location.hash = language.value + '=' + await packed(text.value);
    try {
      await navigator.clipboard.writeText(location.href);
      say('the link is in the clipboard; it has the text itself');
    } catch {
      say('the link is in the address bar; it has the text itself');
    }
  }

  function show() {
    const shown = document.querySelector('[data-example=' + language.value + ']');
    set(shown.content.textContent);
  }
  // What the address says: the token that was printed, or a text. A text that came from elsewhere is not verified unasked.
  async function read() {
    const [key, value] = location.hash.slice(1).split('=');
    if (key === 'token' && value) {
      token = value;
      try { localStorage.setItem('abide-token', token); } catch { /* it is known until the page is left */ }
      history.replaceState(null, '', location.pathname);
    } else if (value && [...language.options].some((option) => option.value === key)) {
      try {
        const words = await unpacked(value);
        if (language.value === key && words === text.value) return;
        language.value = key;
        set(words);
        say('the text is that of the link');
      } catch {
        say('the link cannot be read', true);
      }
      return;
    }
    if (!text.value) show();
  }

  // In the text, Tab indents; after Escape it goes on to the next control.
  let leaves = false;
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Tab' && !event.shiftKey && !leaves) {
      event.preventDefault();
      text.setRangeText('  ', text.selectionStart, text.selectionEnd, 'end');
      changed();
    }
    leaves = event.key === 'Escape';
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); toggle(); }
  });
  text.addEventListener('input', changed);
  text.addEventListener('scroll', () => { gutter.scrollTop = text.scrollTop; });
  verify.addEventListener('click', toggle);
  insert.addEventListener('click', () => { if (annotated !== null) set(annotated); });
  link.addEventListener('click', () => void copy());
  example.addEventListener('click', show);
  language.addEventListener('change', show);
  document.addEventListener('click', (event) => {
    const to = event.target.closest('#result a');
    if (event.target.closest('[data-do=theme]')) nextTheme();
    if (to) { event.preventDefault(); reveal(document.getElementById(to.hash.slice(1))); }
  });
  window.addEventListener('hashchange', () => void read());
  window.addEventListener('pagehide', () => { if (running) stop(); });
  setTheme(root.dataset.theme || '');
  void read();
}
document.addEventListener('DOMContentLoaded', playground);
