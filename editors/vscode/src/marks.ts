// Marks of lines, as the server tells them, by what is shown in the gutter.

export interface Mark {
  line: number;
  verdict: string;
}

export const SHOWN = ['proved', 'open', 'refuted'] as const;
export type Shown = (typeof SHOWN)[number];

/** The lines for each icon. A verdict that has none of its own is shown as open, and lines that are not there are not. */
export function byIcon(marks: readonly Mark[], lines: number): Map<Shown, number[]> {
  const found = new Map<Shown, number[]>(SHOWN.map((shown) => [shown, []]));
  for (const { line, verdict } of marks) {
    const shown = SHOWN.find((word) => word === verdict) ?? (verdict === 'given' ? 'proved' : 'open');
    if (Number.isInteger(line) && line >= 0 && line < lines) {
      found.get(shown)?.push(line);
    }
  }
  return found;
}
