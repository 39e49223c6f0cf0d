// Debugging of catalogs: `puppet-eval --dap`, and what F5 starts without a `launch.json`.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';
import { beside } from './server';

export const TYPE = 'puppet';
/** The key of what the user has chosen to debug with. */
const CHOSEN = 'debugWith';

/** What the server can start at a place. */
interface Launch {
  kind: 'class' | 'manifest' | 'nothing';
  /** The name of the class, or the reason why nothing can be started. */
  name: string;
  root: string;
  systems: string[];
}

/** What a catalog is compiled for: a facts file, a system such as `Debian 12`, or neither, so that facts are unknown. */
interface With {
  facts?: string;
  system?: string;
}

/** Registers the debugger of catalogs. */
export function registerDebugger(server: Server, memory: vscode.Memento): vscode.Disposable {
  const adapters: vscode.DebugAdapterDescriptorFactory = {
    createDebugAdapterDescriptor: ({ workspaceFolder }) =>
      new vscode.DebugAdapterExecutable(beside(server.command, 'puppet-eval'), ['--dap'], { cwd: workspaceFolder?.uri.fsPath }),
  };
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, adapters),
    vscode.debug.registerDebugConfigurationProvider(TYPE, { resolveDebugConfiguration: (folder, given) => completed(folder, given, server, memory) }),
  );
}

/** Let the user choose anew what classes are debugged with. */
export async function chooseDebugFacts(server: Server, memory: vscode.Memento): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const found = uri === undefined ? undefined : await server.ask<Launch>('puppetCheck/launch', { uri: uri.toString(), line: 0 });
  await choose(found?.systems ?? [], memory);
}

/** A configuration with what is missing, with the facts that the checker uses; undefined after a message if nothing can be started. */
async function completed(
  folder: vscode.WorkspaceFolder | undefined,
  given: vscode.DebugConfiguration,
  server: Server,
  memory: vscode.Memento,
): Promise<vscode.DebugConfiguration | undefined> {
  const facts = vscode.workspace.getConfiguration(SECTION, folder).get<string>('facts', '');
  const known = facts === '' ? {} : { facts };
  // Without a launch.json, the configuration is empty.
  const configuration = given.type ? given : await unconfigured(folder, known, server, memory);
  // The editor opens its console at the first session only, and what a later one prints would go unnoticed.
  const shown = { cwd: folder?.uri.fsPath, internalConsoleOptions: 'openOnSessionStart' };
  return configuration === undefined ? undefined : { ...shown, ...known, ...configuration };
}

/** What to debug without a `launch.json`: the class at the cursor, else the main manifest of a control repository, else the open manifest. */
async function unconfigured(folder: vscode.WorkspaceFolder | undefined, known: With, server: Server, memory: vscode.Memento): Promise<vscode.DebugConfiguration | undefined> {
  const launch = { type: TYPE, request: 'launch', stopOnEntry: vscode.debug.breakpoints.length === 0 };
  const editor = vscode.window.activeTextEditor;
  const isMain = await hasMainManifest(folder);
  if (editor === undefined && !isMain) explain('no file is open');
  if (editor === undefined) return isMain ? { ...launch, name: 'Puppet: Debug Catalog' } : undefined;
  const { uri } = editor.document;
  const found = await server.ask<Launch>('puppetCheck/launch', { uri: uri.toString(), line: editor.selection.active.line });
  if (found === undefined) return undefined;
  if (found.kind === 'class') {
    const used = await usedFor(found, known, memory);
    if (used === undefined) return undefined;
    const name = `Class ${found.name}${used.system === undefined ? '' : ` on ${used.system}`}`;
    return { ...launch, name, program: uri.fsPath, class: found.name, environment: found.root, ...used };
  }
  if (isMain) return { ...launch, name: 'Puppet: Debug Catalog' };
  if (found.kind === 'manifest') return { ...launch, name: 'Puppet: Debug Manifest', program: uri.fsPath };
  explain(found.name);
  return undefined;
}

function explain(reason: string): void {
  void vscode.window.showInformationMessage(`Nothing to debug: ${reason}.`);
}

/** The facts or the system for a class: those of the settings, else the ones chosen before, else what the user chooses now. */
async function usedFor({ systems }: Launch, known: With, memory: vscode.Memento): Promise<With | undefined> {
  if (known.facts !== undefined) return known;
  return memory.get<With>(CHOSEN) ?? (await choose(systems, memory));
}

/** Let the user choose what to debug with, and remember it for the workspace. */
async function choose(systems: string[], memory: vscode.Memento): Promise<With | undefined> {
  const file = { label: '$(file) Facts of a node…', description: 'a file printed by facter --json', used: undefined };
  const none = { label: '$(question) Any system', description: 'without facts; branches that depend on them are all evaluated', used: {} };
  const rows = [file, none, ...systems.map((system) => ({ label: `$(server) ${system}`, used: { system } }))];
  const placeHolder = 'Facts to debug with; Puppet: Choose Facts for Debugging changes them later';
  const chosen = await vscode.window.showQuickPick(rows, { title: 'Facts for Debugging', placeHolder });
  if (chosen === undefined) return undefined;
  const used: With | undefined = chosen.used ?? (await factsFile());
  if (used !== undefined) await memory.update(CHOSEN, used);
  return used;
}

async function factsFile(): Promise<With | undefined> {
  const chosen = await vscode.window.showOpenDialog({ title: 'Facts of a Node', filters: { Facts: ['json', 'yaml', 'yml'] } });
  return chosen?.[0] === undefined ? undefined : { facts: chosen[0].fsPath };
}

async function hasMainManifest(folder: vscode.WorkspaceFolder | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  const exists = (...names: string[]): Thenable<boolean> => vscode.workspace.fs.stat(vscode.Uri.joinPath(folder.uri, ...names)).then(() => true, () => false);
  return (await exists('manifests', 'site.pp')) || ((await exists('environment.conf')) && (await exists('manifests')));
}
