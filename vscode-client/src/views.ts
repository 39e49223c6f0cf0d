// The views of facts and modules: what the server tells, as trees.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';

/** A row of a tree. */
export interface Row {
  label: string;
  description?: string;
  tooltip?: string;
  icon?: string;
  /** The address of a file that a click opens. */
  uri?: string;
  rows?: Row[];
}

/** A tree whose rows a request of the server gives. */
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
    if (row.uri !== undefined) item.command = { command: 'vscode.open', title: 'Open', arguments: [vscode.Uri.parse(row.uri)] };
    item.contextValue = row.uri === undefined ? 'text' : 'file';
    return item;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row !== undefined) return row.rows ?? [];
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    return (await this.server.look<Row[]>(this.method, { uri: uri?.toString() ?? null })) ?? [];
  }
}

/** Lets people choose the file of facts that code is checked for, or none. */
export async function chooseFacts(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Facts of a node, as facter prints them',
    filters: { Facts: ['json', 'yaml', 'yml'] },
    openLabel: 'Check for this node',
  });
  if (chosen?.[0] !== undefined) await setFacts(chosen[0].fsPath);
}

/** Sets the file of facts in the workspace's settings. */
export async function setFacts(path: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update('facts', path, vscode.ConfigurationTarget.Workspace);
}
