// Starts the language server and hands it to the editor. All that is known of Puppet is in the server.

import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { NAME, serverCommand } from './server';

const SETTINGS = 'puppet-check.server';

let output: vscode.OutputChannel | undefined;
let client: LanguageClient | undefined;
/** The last start or stop. Each waits for the one before it, so that two servers never run. */
let turn: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel('puppet-check');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('puppet-check.restart', restart),
    vscode.commands.registerCommand('puppet-check.showOutput', () => output?.show()),
    vscode.workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration(SETTINGS) ? restart() : undefined)),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  turn = turn.then(stop);
  await turn;
}

async function restart(): Promise<void> {
  turn = turn.then(stop).then(start);
  await turn;
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (!running?.isRunning()) return;
  try {
    await running.stop();
  } catch (error) {
    output?.appendLine(`The server did not end as asked: ${String(error)}`);
  }
}

async function start(): Promise<void> {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    explain(error);
  }
}

/** A client of the server that the settings name now. */
function newClient(): LanguageClient {
  const settings = vscode.workspace.getConfiguration(SETTINGS);
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const command = serverCommand(settings.get('path', NAME), { folders, platform: process.platform, exists: existsSync });
  const args = settings.get<string[]>('arguments', []);
  output?.appendLine(`Starting ${[command, ...args].join(' ')}`);
  const documentSelector = ['puppet', 'epp'].map((language) => ({ scheme: 'file', language }));
  return new LanguageClient('puppet-check', 'puppet-check', { command, args }, { documentSelector, outputChannel: output });
}

/** Says why nothing works, without making the commands wait for an answer. */
function explain(error: unknown): void {
  const show = 'Show output';
  const message = `${NAME} does not start: ${String(error)}. Install puppet-check, or set ${SETTINGS}.path`;
  void vscode.window.showErrorMessage(message, show).then((answer) => {
    if (answer === show) output?.show();
  });
}
