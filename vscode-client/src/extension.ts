// Activates the extension: starts the language server and registers commands and views. Everything about Puppet is in the server.

import * as vscode from 'vscode';
import { SECTION, Server } from './client';
import { registerDebugger } from './debugger';
import { evaluateSelection } from './evaluate';
import { installServer } from './installing';
import { KINDS, newFile } from './newFiles';
import { preview } from './preview';
import { chooseFacts, setFacts, Tree } from './views';

const STATUS = vscode.Uri.parse('puppet-check:/status.json');
const statusChanged = new vscode.EventEmitter<vscode.Uri>();
let statusText = '';
let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const made = (server = new Server(context));
  const values = vscode.window.createOutputChannel('Puppet evaluation', 'puppet');
  const facts = new Tree(made, 'puppetCheck/facts');
  const modules = new Tree(made, 'puppetCheck/modules');
  const refresh = (): void => {
    facts.refresh();
    modules.refresh();
  };
  const commands: Record<string, (...given: never[]) => unknown> = {
    restart: () => made.restart(),
    showOutput: () => {
      made.show();
    },
    showStatus: () => showStatus(made),
    install: () => installServer(context, made),
    evaluate: () => evaluateSelection(made, values),
    preview: () => preview(context, made),
    chooseFacts,
    clearFacts: () => setFacts(undefined),
    refresh,
    new: (at?: vscode.Uri) => newFile(made, at),
  };
  for (const kind of Object.keys(KINDS)) commands[`new.${kind}`] = (at?: vscode.Uri) => newFile(made, at, kind);
  context.subscriptions.push(
    made,
    values,
    statusChanged,
    registerDebugger(made),
    vscode.workspace.registerTextDocumentContentProvider(STATUS.scheme, { onDidChange: statusChanged.event, provideTextDocumentContent: () => statusText }),
    made.onChange(refresh),
    vscode.window.registerTreeDataProvider('puppetCheck.facts', facts),
    vscode.window.registerTreeDataProvider('puppetCheck.modules', modules),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.server`)) return made.restart();
      if (change.affectsConfiguration(SECTION)) setTimeout(refresh, 500);
    }),
// The server may now come from the workspace.
    vscode.workspace.onDidGrantWorkspaceTrust(() => made.restart()),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`${SECTION}.${name}`, run)),
  );
  await made.restart();
}

export async function deactivate(): Promise<void> {
  await server?.end();
}

/** Show the status of the server as a read-only document. */
async function showStatus(running: Server): Promise<void> {
  const status = await running.ask<unknown>('puppetCheck/status', {});
  if (status === undefined) return;
  statusText = JSON.stringify(status, undefined, 2);
  statusChanged.fire(STATUS);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(STATUS), { preview: true });
}
