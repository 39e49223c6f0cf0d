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

/** A configuration with what is missing, with the facts that the checker uses. */
async function completed(folder: vscode.WorkspaceFolder | undefined, given: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration> {
  const facts = vscode.workspace.getConfiguration(SECTION, folder).get<string>('facts', '');
  // Without a launch.json, the configuration is empty.
  const configuration = !given.type ? await unconfigured(folder) : given;
  return { cwd: folder?.uri.fsPath, ...(facts === '' ? {} : { facts }), ...configuration };
}

/** What to debug without a `launch.json`: the main manifest of a control repository, else the open manifest. */
async function unconfigured(folder: vscode.WorkspaceFolder | undefined): Promise<vscode.DebugConfiguration> {
  const launch = { type: TYPE, request: 'launch', stopOnEntry: vscode.debug.breakpoints.length === 0 };
  const program = vscode.window.activeTextEditor?.document;
  if (program?.languageId !== 'puppet' || (await hasMainManifest(folder))) return { ...launch, name: 'Puppet: Debug Catalog' };
  return { ...launch, name: 'Puppet: Debug Manifest', program: program.uri.fsPath };
}

async function hasMainManifest(folder: vscode.WorkspaceFolder | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  const exists = (...names: string[]): Thenable<boolean> => vscode.workspace.fs.stat(vscode.Uri.joinPath(folder.uri, ...names)).then(() => true, () => false);
  return (await exists('manifests', 'site.pp')) || ((await exists('environment.conf')) && (await exists('manifests')));
}
