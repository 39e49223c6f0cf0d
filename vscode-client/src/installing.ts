// The command "Install Language Server".

import * as vscode from 'vscode';
import { SERVER, type Server } from './client';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { bundled, CANDIDATES, findPython, install } from './install';
import { NAME, program } from './server';

/** Install the bundled server where there is no other one, as on the first start. Without Python, the start that follows says what is missing. */
export async function provideServer(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const isThere = server.command !== NAME || isOnPath(NAME);
  if (isThere || (await bundled(wheelsOf(context))) === undefined || !(await hasPython())) return;
  await installed(context, server);
}

/** Install a server into the environment of the extension, and start it. */
export async function installServer(context: vscode.ExtensionContext, server: Server): Promise<void> {
  if (!(await installed(context, server))) return;
  const made = program(server.environment, NAME, process.platform);
  if (server.command !== made && !(await confirmUse(made, server.command))) return;
  await server.restart();
  if (server.running !== undefined) void vscode.window.showInformationMessage(`The Puppet language server ${server.running.initializeResult?.serverInfo?.version ?? ''} is installed and running.`);
}

/** Install a server, and report why that is not possible; returns whether it was. */
async function installed(context: vscode.ExtensionContext, server: Server): Promise<boolean> {
  const title = 'Installing the Puppet language server';
  try {
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, (progress) =>
      install(server.environment, { wheels: wheelsOf(context), unpack: context.asAbsolutePath('unpack.py') }, process.platform, (message) => {
        progress.report({ message });
        server.output.appendLine(message);
      }),
    );
  } catch (error) {
    server.output.appendLine(String(error));
    server.status.alert(error instanceof Error ? error.message : String(error));
    return false;
  }
  return true;
}

function wheelsOf(context: vscode.ExtensionContext): string {
  return context.asAbsolutePath('wheel');
}

function isOnPath(name: string): boolean {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => folder !== '' && existsSync(path.join(folder, file)));
}

async function hasPython(): Promise<boolean> {
  return findPython(CANDIDATES).then(() => true, () => false);
}

/** Tell the walkthrough whether a supported Python is installed. */
export async function notePython(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'puppetCheck.noPython', !(await hasPython()));
}

/** Ask whether to use the new server although another one takes precedence; if so, set `puppetCheck.server.path`. */
async function confirmUse(installed: string, used: string): Promise<boolean> {
  const use = 'Use New Server';
  const message = `The Puppet language server is installed, but ${used} takes precedence.`;
  if ((await vscode.window.showWarningMessage(message, use, 'Keep Current')) !== use) return false;
  const settings = vscode.workspace.getConfiguration(SERVER);
  const isOfWorkspace = settings.inspect('path')?.workspaceValue !== undefined;
  await settings.update('path', installed, isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  return true;
}
