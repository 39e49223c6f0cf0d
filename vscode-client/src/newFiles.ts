// Commands that create a file of a module. The server decides its place and content.

import * as vscode from 'vscode';
import type { WorkspaceEdit } from 'vscode-languageclient/node';
import type { Server } from './client';
import { here } from './views';

/** The kinds of files that can be created, each with an example of a name. */
export const KINDS: Record<string, string> = {
  class: 'apache::vhosts',
  define: 'apache::site',
  function: 'apache::port_of',
  type: 'Apache::Port',
  plan: 'apache::restart',
  fact: 'apache_version',
  task: 'reload',
};

interface NewFile {
  edit: WorkspaceEdit;
  open: string;
}

/** Ask for the kind and name of a new file, and create it. `at` is a folder or file of the module. */
export async function newFile(server: Server, at: vscode.Uri | undefined, wanted?: string): Promise<void> {
  const uri = at ?? here();
  if (uri === undefined) {
    void vscode.window.showWarningMessage('Open a folder with a module first.');
    return;
  }
  const kind = wanted ?? (await vscode.window.showQuickPick(Object.keys(KINDS), { title: 'New Puppet file' }));
  if (kind === undefined) return;
  const name = await vscode.window.showInputBox({ title: `Name of the ${kind}`, placeHolder: KINDS[kind] });
  if (name === undefined || name.trim() === '') return;
  const made = await server.ask<NewFile>('puppetCheck/newFile', { uri: uri.toString(), kind, name: name.trim() });
  const client = server.running;
  if (made === undefined || client === undefined) return;
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(made.edit);
  await vscode.workspace.applyEdit(edit);
  for (const [file] of edit.entries()) await (await vscode.workspace.openTextDocument(file)).save();
  await vscode.window.showTextDocument(vscode.Uri.parse(made.open));
}
