// The command that installs a server of the extension's own.

import * as vscode from 'vscode';
import { SERVER, type Server } from './client';
import { install } from './install';
import { NAME, program } from './server';

/** Installs a server into the extension's own environment and starts it. */
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
    server.telling.failure(error instanceof Error ? error.message : String(error));
    return;
  }
  const installed = program(server.environment, NAME, process.platform);
  if (server.command !== installed && !(await isWanted(installed, server.command))) return;
  await server.restart();
  if (server.running !== undefined) void vscode.window.showInformationMessage(`The Puppet language server ${server.running.initializeResult?.serverInfo?.version ?? ''} is installed and runs.`);
}

/** Whether the new server is to be used although another one comes first; then the setting names it. */
async function isWanted(installed: string, used: string): Promise<boolean> {
  const use = 'Use the new one';
  const message = `The Puppet language server is installed, but ${used} comes first.`;
  if ((await vscode.window.showWarningMessage(message, use, 'Leave it')) !== use) return false;
  const settings = vscode.workspace.getConfiguration(SERVER);
  const isOfWorkspace = settings.inspect('path')?.workspaceValue !== undefined;
  await settings.update('path', installed, isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global);
  return true;
}
