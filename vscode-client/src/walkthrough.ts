// Tells the walkthrough which of its steps are already done.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';

/** Report what is done whenever the walkthrough may have been opened: it only sees what changes while it is open. */
export function registerWalkthrough(server: Server): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(async ({ opened }) => {
    // Pages of the editor itself have no input that extensions can see.
    if (opened.some((tab) => tab.input === undefined)) await reportDone(server);
  });
}

async function reportDone(server: Server): Promise<void> {
  const done = {
    installed: server.running !== undefined,
    opened: server.running !== undefined && vscode.workspace.workspaceFolders !== undefined,
    facts: vscode.workspace.getConfiguration(SECTION).get<string>('facts', '') !== '',
  };
  for (const [step, isDone] of Object.entries(done)) {
    await vscode.commands.executeCommand('setContext', `puppetCheck.done.${step}`, false);
    await vscode.commands.executeCommand('setContext', `puppetCheck.done.${step}`, isDone);
  }
}
