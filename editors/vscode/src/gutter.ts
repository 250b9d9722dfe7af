// Marks in the gutter of editors: what is proved, open or refuted on each line.

import { Disposable, ExtensionContext, OverviewRulerLane, Range, TextEditor, ThemeColor, Uri, window } from 'vscode';
import { Mark, SHOWN, Shown, byIcon } from './marks';

export class Gutter implements Disposable {
  private readonly kinds;

  constructor(context: ExtensionContext) {
    const ruler: Partial<Record<Shown, ThemeColor>> = {
      refuted: new ThemeColor('editorOverviewRuler.errorForeground'),
      open: new ThemeColor('editorOverviewRuler.warningForeground'),
    };
    const kind = (shown: Shown) => window.createTextEditorDecorationType({
      gutterIconPath: Uri.joinPath(context.extensionUri, 'icons', `${shown}.svg`),
      gutterIconSize: 'contain',
      overviewRulerColor: ruler[shown],
      overviewRulerLane: OverviewRulerLane.Left,
    });
    this.kinds = new Map(SHOWN.map((shown) => [shown, kind(shown)]));
  }

  show(editor: TextEditor, marks: readonly Mark[]): void {
    for (const [shown, lines] of byIcon(marks, editor.document.lineCount)) {
      const kind = this.kinds.get(shown);
      if (kind !== undefined) {
        editor.setDecorations(kind, lines.map((line) => new Range(line, 0, line, 0)));
      }
    }
  }

  dispose(): void {
    this.kinds.forEach((kind) => kind.dispose());
  }
}
