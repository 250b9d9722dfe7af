// The report: an overview that is filtered, searched and sorted, and a view of each file. Places are the page's anchors.
function report() {
  const overview = document.getElementById('overview'), where = document.querySelector('.where');
  const table = document.querySelector('.routines'), body = table.tBodies[0], rows = [...body.rows];
  const chips = all('.chip'), search = document.querySelector('.search'), language = document.querySelector('.filters select');
  const nothing = document.querySelector('.nothing'), help = document.querySelector('dialog');
  const files = all('.file'), name = document.title;
  const words = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const notProved = rows.filter((row) => !['proved', 'given'].includes(row.dataset.verdict));

  function filter() {
    const verdicts = new Set(chips.filter((c) => c.getAttribute('aria-pressed') === 'true').map((c) => c.dataset.verdict));
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean), spoken = language ? language.value : '';
    let shown = 0;
    for (const row of rows) {
      const fits = (verdicts.size === 0 || verdicts.has(row.dataset.verdict)) &&
        (!spoken || row.dataset.language === spoken) && wanted.every((word) => words.get(row).includes(word));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    nothing.hidden = shown !== 0;
  }
  function press(chip) {
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
    filter();
  }
  function clear() {
    for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
    search.value = '';
    if (language) language.value = '';
    filter();
  }

  // Rows that are equal stay in the order that they had.
  function sort(heading) {
    const descending = heading.getAttribute('aria-sort') === 'ascending', column = heading.cellIndex;
    for (const other of all('th', table)) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const key = (row) => {
      const cell = row.cells[column], text = cell.dataset.key || cell.textContent;
      return cell.dataset.key || cell.classList.contains('number') ? Number(text) : text;
    };
    const compared = (a, b) => typeof a === 'number' ? a - b : a.localeCompare(b, 'en', { numeric: true });
    const keyed = [...body.rows].map((row) => [key(row), row]);
    keyed.sort(([a], [b]) => descending ? compared(b, a) : compared(a, b));
    body.append(...keyed.map(([, row]) => row));
  }

  // The anchor says what is shown: the overview, or a file with a routine or line of it.
  function show() {
    const target = document.getElementById(location.hash.slice(1)) || overview;
    const file = target.closest('.file');
    overview.hidden = Boolean(file);
    for (const other of files) other.classList.toggle('current', other === file);
    where.textContent = file ? file.querySelector('h2').textContent : '';
    document.title = file ? where.textContent + ' \u2013 Abide' : name;
    if (file) {
      colour(file.querySelector('.source'));
      if (target === file) window.scrollTo(0, 0);
      reveal(target === file ? null : target);
      const place = target.matches('.routine') && target.querySelector('summary > a');
      const line = place && document.getElementById(place.hash.slice(1));
      if (line) line.scrollIntoView({ block: 'center' });
    }
  }
  function step(by) {
    if (notProved.length === 0) return;
    const ids = notProved.map((row) => row.querySelector('a').hash);
    const at = ids.indexOf(location.hash);
    location.hash = ids[at === -1 ? (by === 1 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length];
  }
  function move(by) {
    const visible = [...body.rows].filter((row) => !row.hidden);
    if (visible.length === 0) return;
    const at = visible.indexOf(document.activeElement.closest('tr'));
    const row = visible[at === -1 ? 0 : Math.min(Math.max(at + by, 0), visible.length - 1)];
    row.querySelector('a').focus();
    row.scrollIntoView({ block: 'nearest' });
  }

  const actions = { theme: nextTheme, help: () => help.showModal(), next: () => step(1), previous: () => step(-1) };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button && button.dataset.do) actions[button.dataset.do]();
    else if (button && button.closest('th')) sort(button.closest('th'));
    else if (button && button.matches('.chip')) press(button);
    else if (event.target === help) help.close();
    else if (!event.target.closest('a, button') && event.target.closest('.routines tbody tr')) {
      location.hash = event.target.closest('tr').querySelector('a').hash;
    }
  });
  search.addEventListener('input', filter);
  if (language) language.addEventListener('change', filter);
  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input, textarea, select');
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || (typing && event.key !== 'Escape')) return;
    const chip = chips[Number(event.key) - 1];
    if (event.key === '/') { location.hash = '#overview'; overview.hidden = false; search.focus(); }
    else if (event.key === 'Escape' && typing) { event.target.value = ''; event.target.blur(); filter(); }
    else if (event.key === 'Escape' && overview.hidden) location.hash = '#overview';
    else if (event.key === 'Escape') clear();
    else if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1);
    else if (event.key === ']' || event.key === '[') step(event.key === ']' ? 1 : -1);
    else if (event.key === 't') nextTheme();
    else if (event.key === '?') help.showModal();
    else if (chip) press(chip);
    else return;
    event.preventDefault();
  });
  window.addEventListener('hashchange', show);
  setTheme(root.dataset.theme || '');
  filter();
  show();
}
document.addEventListener('DOMContentLoaded', report);
