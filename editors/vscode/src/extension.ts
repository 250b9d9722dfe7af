// Starts `abide lsp`, and hands its commands to the editor.

import { commands, ExtensionContext, window, workspace } from 'vscode';
import { ExecuteCommandRequest, LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';

const LANGUAGES = ['java', 'c', 'gcl'];

let client: LanguageClient | undefined;

async function start(): Promise<void> {
  const settings = workspace.getConfiguration('abide');
  const server = {
    command: settings.get<string>('path', 'abide'),
    args: ['lsp', ...settings.get<string[]>('arguments', [])],
  };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ scheme: 'file', language })),
    initializationOptions: { verify: settings.get<string>('verify', 'save') },
  };
  client = new LanguageClient('abide', 'Abide', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showErrorMessage(`Abide: ${server.command} cannot be started: ${String(error)}`);
  }
}

async function restart(): Promise<void> {
  await client?.stop();
  await start();
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
  context.subscriptions.push(
    commands.registerCommand('abide.verifyFile', verifyFile),
    commands.registerCommand('abide.stop', () => ask('abide.cancel', [])),
    commands.registerCommand('abide.restart', restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('abide')) {
        void restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
