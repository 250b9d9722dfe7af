// The panel with what is known of the check at the cursor.

import { randomBytes } from 'node:crypto';
import { Range, Uri, WebviewView, WebviewViewProvider, commands, window } from 'vscode';
import { Failure, page } from './failure';

export const PANEL = 'abide.failure';

export class Panel implements WebviewViewProvider {
  private view: WebviewView | undefined;
  private shown: { failure: Failure | null; uri: Uri } | undefined;

  resolveWebviewView(view: WebviewView): void {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [] };
    view.webview.onDidReceiveMessage((message: { line?: unknown }) => this.goTo(message.line));
    view.onDidDispose(() => { this.view = undefined; });
    this.draw();
  }

  show(failure: Failure | null, uri: Uri): void {
    this.shown = { failure, uri };
    this.draw();
  }

  async reveal(): Promise<void> {
    await commands.executeCommand(`${PANEL}.focus`);
  }

  private draw(): void {
    if (this.view !== undefined) {
      this.view.webview.html = page(this.shown?.failure ?? null, randomBytes(16).toString('hex'));
    }
  }

  private goTo(line: unknown): void {
    if (typeof line === 'number' && this.shown !== undefined) {
      void window.showTextDocument(this.shown.uri, { selection: new Range(line, 0, line, 0) });
    }
  }
}
