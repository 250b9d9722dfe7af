// Starts `abide lsp`, hands its commands to the editor, and shows what the protocol has no words for: marks in the gutter,
// and a panel with the input on which a check fails.

import { ExtensionContext, TextEditor, Uri, commands, window, workspace } from 'vscode';
import { ExecuteCommandRequest, LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { Failure } from './failure';
import { Gutter } from './gutter';
import { Mark } from './marks';
import { PANEL, Panel } from './panel';

const LANGUAGES = ['java', 'c', 'gcl'];

let client: LanguageClient | undefined;

async function start(changed: (uri: Uri) => void): Promise<void> {
  const settings = workspace.getConfiguration('abide');
  const server = {
    command: settings.get<string>('path', 'abide'),
    args: ['lsp', ...settings.get<string[]>('arguments', [])],
  };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
    initializationOptions: { verify: settings.get<string>('verify', 'save') },
    middleware: {
      // the server publishes whenever something is known anew, or has moved
      handleDiagnostics: (uri, diagnostics, next) => {
        next(uri, diagnostics);
        changed(uri);
      },
    },
  };
  client = new LanguageClient('abide', 'Abide', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showErrorMessage(`Abide: ${server.command} cannot be started: ${String(error)}`);
  }
}

/** What the server says; nothing if there is none, or it knows no such request. */
async function asked<T>(method: string, params: unknown): Promise<T | null> {
  try {
    return (await client?.sendRequest<T | null>(method, params)) ?? null;
  } catch {
    return null;
  }
}

function place(editor: TextEditor) {
  const uri = client?.code2ProtocolConverter.asUri(editor.document.uri);
  const { line, character } = editor.selection.active;
  return { textDocument: { uri }, position: { line, character } };
}

async function ask(command: string, args: string[]): Promise<void> {
  await client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
}

async function verifyFile(): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor !== undefined && client !== undefined) {
    await ask('abide.verify', [client.code2ProtocolConverter.asUri(editor.document.uri)]);
  }
}

export async function activate(context: ExtensionContext): Promise<void> {
  const gutter = new Gutter(context);
  const panel = new Panel();
  const isOurs = (editor: TextEditor) => LANGUAGES.includes(editor.document.languageId);

  const mark = async (editor: TextEditor): Promise<void> => {
    if (isOurs(editor)) {
      const uri = client?.code2ProtocolConverter.asUri(editor.document.uri);
      gutter.show(editor, (await asked<Mark[]>('abide/marks', { uri })) ?? []);
    }
  };
  const explain = async (editor: TextEditor): Promise<void> => {
    if (isOurs(editor)) {
      panel.show(await asked<Failure>('abide/failure', place(editor)), editor.document.uri);
    }
  };
  const changed = (uri: Uri): void => {
    for (const editor of window.visibleTextEditors.filter((e) => e.document.uri.toString() === uri.toString())) {
      void mark(editor);
      if (editor === window.activeTextEditor) {
        void explain(editor);
      }
    }
  };
  const restart = async (): Promise<void> => {
    await client?.stop();
    await start(changed);
  };

  context.subscriptions.push(
    gutter,
    window.registerWebviewViewProvider(PANEL, panel),
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => void mark(editor))),
    window.onDidChangeTextEditorSelection((event) => void explain(event.textEditor)),
    commands.registerCommand('abide.verifyFile', verifyFile),
    commands.registerCommand('abide.showFailure', () => panel.reveal()),
    commands.registerCommand('abide.stop', () => ask('abide.cancel', [])),
    commands.registerCommand('abide.restart', restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('abide')) {
        void restart();
      }
    }),
  );
  await start(changed);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
