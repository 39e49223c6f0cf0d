// Activates the extension: starts the language server and registers commands and views. Everything about Puppet is in the server.

import * as vscode from 'vscode';
import { SECTION, Server } from './client';
import { chooseDebugFacts, registerDebugger } from './debugger';
import { evaluateSelection } from './evaluate';
import { installServer, notePython, provideServer } from './installing';
import { KINDS, newFile } from './newFiles';
import { preview } from './preview';
import { refreshStatus, showStatus } from './statusPanel';
import { chooseFacts, setFacts, Tree } from './views';
import { registerSpecs } from './specs';
import { registerWalkthrough } from './walkthrough';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const made = (server = new Server(context));
  const values = vscode.window.createOutputChannel('Puppet evaluation', 'puppet');
  const trees = ['modules', 'puppetfile', 'facts'].map((name) => [`puppetCheck.${name}`, new Tree(made, `puppetCheck/${name}`)] as const);
  const refresh = (): void => {
    for (const [, tree] of trees) tree.refresh();
    void refreshStatus(made);
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
    chooseDebugFacts: () => chooseDebugFacts(made, context.workspaceState),
    refresh,
    new: (at?: vscode.Uri) => newFile(made, at),
  };
  for (const kind of Object.keys(KINDS)) commands[`new.${kind}`] = (at?: vscode.Uri) => newFile(made, at, kind);
  context.subscriptions.push(
    made,
    values,
    registerDebugger(made, context.workspaceState),
    made.onChange(refresh),
    made.onChange(() => (made.running === undefined ? notePython() : undefined)),
    made.status.onIdle(() => refreshStatus(made)),
    registerWalkthrough(made),
    registerSpecs(made),
    vscode.window.onDidChangeActiveTextEditor(refresh),
    ...trees.map(([view, tree]) => vscode.window.registerTreeDataProvider(view, tree)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.server`)) return made.restart();
      if (change.affectsConfiguration(SECTION)) setTimeout(refresh, 500);
    }),
    // The server may now come from the workspace.
    vscode.workspace.onDidGrantWorkspaceTrust(() => made.restart()),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`${SECTION}.${name}`, run)),
  );
  await provideServer(context, made);
  await made.restart();
}

export async function deactivate(): Promise<void> {
  await server?.end();
}
