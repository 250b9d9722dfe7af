// What is known of a check that is not proved, as the server tells it, and as the panel shows it.

export interface Place {
  line: number;
  character: number;
}

export interface Failure {
  verdict: string;
  message: string;
  range: { start: Place; end: Place };
  details: string[];
  inputs: [string, string][];
  path: number[];
  heaps: { when: string; svg: string }[];
}

export function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (letter) => names[letter]);
}

// drawings have colours by the theme of the system; here that of the editor counts
const STYLE = `
body { font: var(--vscode-font-size) var(--vscode-font-family); padding: 0 1rem 2rem; line-height: 1.5 }
code, td, th, .detail { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size) }
h2 { font-size: 1.1em; margin: 1rem 0 .25rem } h2 .refuted { color: var(--vscode-errorForeground) }
h2 .open { color: var(--vscode-editorWarning-foreground) } h3 { font-size: 1em; margin: 1rem 0 .25rem; opacity: .8 }
table { border-collapse: collapse } th { text-align: left; padding-right: 1rem } .detail { opacity: .8; margin: .1rem 0 }
figure { margin: .5rem 0; border: 1px solid var(--vscode-panel-border); border-radius: 6px; padding: .5rem; overflow-x: auto }
a { color: var(--vscode-textLink-foreground) }
body .drawing text { fill: var(--vscode-foreground) } body .drawing rect { fill: none; stroke: var(--vscode-descriptionForeground) }
body .drawing rect.paper { stroke: none } body .drawing path, body .drawing path.tip { stroke: var(--vscode-descriptionForeground) }
body .drawing path.tip { fill: var(--vscode-descriptionForeground); stroke: none }
body .drawing .variable { fill: var(--vscode-textLink-foreground) } body .drawing path.points { stroke: var(--vscode-textLink-foreground) }
body .drawing .field { stroke: var(--vscode-sideBar-background, var(--vscode-editor-background)) }
`;

// a click on a line tells the extension
const SCRIPT = `
const editor = acquireVsCodeApi();
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-line]');
  if (link) { event.preventDefault(); editor.postMessage({ line: Number(link.dataset.line) }); }
});
`;

function line(number: number): string {
  return `<a href="#" data-line="${number}">${number + 1}</a>`;
}

function inputs(failure: Failure): string {
  if (failure.verdict !== 'refuted') {
    return '';
  }
  if (failure.inputs.length === 0) {
    return '<p>It fails for any input.</p>';
  }
  const rows = failure.inputs.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  return `<h3>It fails for</h3><table>${rows.join('')}</table>`;
}

/** The inside of the panel. Drawings come from the server, which escapes what is in them. */
export function body(failure: Failure | null): string {
  if (failure === null) {
    return '<p>Nothing is refuted or open at the cursor.</p>';
  }
  const details = failure.details.map((detail) => `<p class="detail">${escaped(detail)}</p>`);
  const path = failure.path.length === 0 ? '' : `<p>The run passes the lines ${failure.path.map(line).join(' ')}.</p>`;
  const heaps = failure.heaps.map(({ when, svg }) => `<h3>The heap ${escaped(when)}</h3><figure>${svg}</figure>`);
  const word = `<span class="${escaped(failure.verdict)}">${escaped(failure.verdict)}</span>`;
  const where = `line ${line(failure.range.start.line)}`;
  return [`<h2>${word} ${escaped(failure.message)}, ${where}</h2>`, ...details, inputs(failure), path, ...heaps].join('\n');
}

/** The panel. Only the script that knows the word `nonce` runs. */
export function page(failure: Failure | null, nonce: string): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"></head>
<body>
${body(failure)}
<style>${STYLE}</style>
<script nonce="${nonce}">${SCRIPT}</script>
</body></html>`;
}
