// The views of modules, the Puppetfile and facts: trees of data from the server.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';

/** A row of a tree. */
export interface Row {
  label: string;
  description?: string;
  tooltip?: string;
  icon?: string;
  /** The URI of a file that a click opens. */
  uri?: string;
  /** The line that it shows, from 1. */
  line?: number | null;
  rows?: Row[];
}

/** A tree whose rows are the answer of the server to a request. */
export class Tree implements vscode.TreeDataProvider<Row> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly method: string,
  ) {}

  refresh(): void {
    this.changed.fire();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const state = row.rows === undefined ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
    const item = new vscode.TreeItem(row.label, state);
    item.description = row.description ?? '';
    item.tooltip = row.tooltip ?? row.description ?? row.label;
    if (row.icon !== undefined) item.iconPath = new vscode.ThemeIcon(row.icon);
    if (row.uri !== undefined) item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(row.uri), { selection: lineOf(row) }] };
    item.contextValue = row.uri === undefined ? 'text' : 'file';
    return item;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row !== undefined) return row.rows ?? [];
    return (await this.server.look<Row[]>(this.method, { uri: here()?.toString() ?? null })) ?? [];
  }
}

function lineOf({ line }: Row): vscode.Range | undefined {
  return line == null ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
}

/** The file that the user works on: that of the active editor, else of a visible one, else the first folder. Output and settings are no files. */
export function here(): vscode.Uri | undefined {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].map((editor) => editor?.document.uri);
  return editors.find((uri) => uri?.scheme === 'file') ?? vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** Let the user choose the facts file that code is checked with. */
export async function chooseFacts(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Facts of a Node (Output of facter --json)',
    filters: { Facts: ['json', 'yaml', 'yml'] },
    openLabel: 'Use These Facts',
  });
  if (chosen?.[0] !== undefined) await setFacts(chosen[0].fsPath);
}

/** Set or clear the facts file in the settings of the workspace. */
export async function setFacts(path: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update('facts', path, vscode.ConfigurationTarget.Workspace);
}
