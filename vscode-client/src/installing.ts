// The command "Install Language Server".

import * as vscode from 'vscode';
import { SERVER, type Server } from './client';
import { CANDIDATES, findPython, install } from './install';
import { NAME, program } from './server';

/** Install a server into the environment of the extension, and start it. */
export async function installServer(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const wheels = context.asAbsolutePath('wheel');
  const title = 'Installing the Puppet language server';
  try {
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, (progress) =>
      install(server.environment, wheels, process.platform, (message) => {
        progress.report({ message });
        server.output.appendLine(message);
      }),
    );
  } catch (error) {
    server.output.appendLine(String(error));
    server.status.alert(error instanceof Error ? error.message : String(error));
    return;
  }
  const installed = program(server.environment, NAME, process.platform);
  if (server.command !== installed && !(await confirmUse(installed, server.command))) return;
  await server.restart();
  if (server.running !== undefined) void vscode.window.showInformationMessage(`The Puppet language server ${server.running.initializeResult?.serverInfo?.version ?? ''} is installed and running.`);
}

/** Tell the walkthrough whether a supported Python is installed. */
export async function notePython(): Promise<void> {
  const isFound = await findPython(CANDIDATES).then(() => true, () => false);
  await vscode.commands.executeCommand('setContext', 'puppetCheck.noPython', !isFound);
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
