// Starts `puppet-eval --dap` for debug sessions of the type `puppet`.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';
import { beside } from './server';

export const TYPE = 'puppet';

/** Register the debugger of catalogs. */
export function registerDebugger(server: Server): vscode.Disposable {
  const adapters: vscode.DebugAdapterDescriptorFactory = {
    createDebugAdapterDescriptor: ({ workspaceFolder }) =>
      new vscode.DebugAdapterExecutable(beside(server.command, 'puppet-eval'), ['--dap'], { cwd: workspaceFolder?.uri.fsPath }),
  };
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, adapters),
    vscode.debug.registerDebugConfigurationProvider(TYPE, { resolveDebugConfiguration: completed }),
  );
}

/** A configuration with what is missing: without any, the catalog of the main manifest, with the facts that the checker uses. */
function completed(folder: vscode.WorkspaceFolder | undefined, given: vscode.DebugConfiguration): vscode.DebugConfiguration {
  const configuration = given.type === '' ? { type: TYPE, request: 'launch', name: 'Puppet: Debug Catalog', stopOnEntry: true } : given;
  const facts = vscode.workspace.getConfiguration(SECTION, folder).get<string>('facts', '');
  return { cwd: folder?.uri.fsPath, ...(facts === '' ? {} : { facts }), ...configuration };
}
