// The Testing view of specs: files are found at once, their groups and examples when they are needed, and the server runs them.

import * as vscode from 'vscode';
import { SECTION, type Server } from './client';
import { TYPE } from './debugger';
import { coveredLines, shown, targets, type Answer, type CoverageRow, type FileResults, type Item, type Listing, type Location, type Node, type Result } from './specResults';

const RUN = 'puppetCheck.runSpecs';
const FILES = '**/spec/**/*_spec.rb';
const IS_FILE = /\/spec\/(?:.*\/)?[^/]+_spec\.rb$/;
/** The files of these folders belong to other modules, and those of acceptance tests need machines. */
const OTHERS = /\/(?:node_modules|\.git|vendor|spec\/fixtures|spec\/acceptance)\//;
/** Milliseconds after the last key until the examples of a file are listed again. */
const PAUSE = 500;
/** Groups and examples with catalogs, which can be debugged. */
const DEBUGGABLE = new vscode.TestTag('catalog');
const OF_CATALOGS = /\/spec\/(?:classes|defines|hosts)\//;

/** Registers the Testing view, and the command of the lenses of the server. */
export function registerSpecs(server: Server): { dispose: () => void } {
  return new Specs(server);
}

/** A file, group or example of the view. */
class SpecNode implements Node {
  readonly children: SpecNode[] = [];

  constructor(
    readonly item: vscode.TestItem,
    readonly uri: string,
    readonly id: string | undefined,
  ) {}

  /** The examples in a group or file; of an example, itself. */
  *examples(): Generator<SpecNode> {
    if (this.id !== undefined && this.children.length === 0) yield this;
    for (const child of this.children) yield* child.examples();
  }
}

/** The files of spec folders with what is known of their examples. */
class Specs {
  private readonly controller = vscode.tests.createTestController(`${SECTION}.specs`, 'Puppet Specs');
  private readonly nodes = new WeakMap<vscode.TestItem, SpecNode>();
  private readonly files = new Map<string, SpecNode>();
  /** The listings that are awaited, by file. */
  private readonly listings = new Map<string, Promise<void>>();
  private readonly due = new Map<string, NodeJS.Timeout>();
  private readonly disposables: { dispose: () => unknown }[] = [];
  private runs = 0;
  /** Whether the files have been asked for, as the view does when it is opened. */
  private isFound = false;

  constructor(private readonly server: Server) {
    const { controller } = this;
    controller.resolveHandler = async (item) => {
      if (item === undefined) await this.find();
      else if (this.files.has(item.id)) await this.list(item.id);
    };
    controller.refreshHandler = () => this.find();
    const profile = (label: string, kind: vscode.TestRunProfileKind, run: (request: vscode.TestRunRequest, token: vscode.CancellationToken) => Promise<void>, tag?: vscode.TestTag): vscode.TestRunProfile =>
      controller.createRunProfile(label, kind, run, true, tag);
    profile('Run', vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token));
    profile('Debug', vscode.TestRunProfileKind.Debug, (request) => this.debug(request), DEBUGGABLE);
    const coverage = profile('Coverage', vscode.TestRunProfileKind.Coverage, (request, token) => this.run(request, token, true));
    coverage.loadDetailedCoverage = (_, file) => Promise.resolve(file instanceof ManifestCoverage ? file.details : []);
    const watcher = vscode.workspace.createFileSystemWatcher(FILES);
    this.disposables.push(
      controller,
      watcher,
      watcher.onDidCreate((uri) => {
        this.add(uri);
      }),
      watcher.onDidChange((uri) => {
        this.listSoon(uri);
      }),
      watcher.onDidDelete((uri) => {
        this.remove(uri);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.open(document.uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.listSoon(document.uri);
      }),
      server.onChange(() => {
        if (this.isFound) void this.find();
        else this.openAll();
      }),
      vscode.commands.registerCommand(`${SECTION}.debugExample`, (...choices: vscode.DebugConfiguration[]) => start(choices)),
    );
  }

  dispose(): void {
    for (const each of this.due.values()) clearTimeout(each);
    for (const each of this.disposables) each.dispose();
  }

  /** Find all spec files, and list the examples of those that are open. */
  private async find(): Promise<void> {
    this.isFound = true;
    const found = (await this.server.look<string[]>('puppetCheck/specFiles', {}))?.map((uri) => vscode.Uri.parse(uri));
    if (found === undefined) return;
    const uris = new Set(found.map((uri) => uri.toString()));
    for (const [key, { item }] of this.files) if (!uris.has(key) && item.uri !== undefined) this.remove(item.uri);
    for (const uri of found) this.add(uri);
    this.openAll();
  }

  private openAll(): void {
    for (const { uri } of vscode.workspace.textDocuments) this.open(uri);
  }

  /** List the examples of a document, whose editor shows icons beside them, if it is a spec. */
  private open(uri: vscode.Uri): void {
    if (uri.scheme !== 'file' || !IS_FILE.test(uri.path)) return;
    this.add(uri);
    this.listSoon(uri, 0);
  }

  private add(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.files.has(key) || OTHERS.test(uri.path)) return;
    const item = this.controller.createTestItem(key, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    item.tags = OF_CATALOGS.test(uri.path) ? [DEBUGGABLE] : [];
    const node = new SpecNode(item, key, undefined);
    this.files.set(key, node);
    this.nodes.set(item, node);
    this.controller.items.add(item);
  }

  private remove(uri: vscode.Uri): void {
    this.files.delete(uri.toString());
    this.controller.items.delete(uri.toString());
  }

  /** List the examples of a file once nothing has changed for a while. */
  private listSoon(uri: vscode.Uri, wait = PAUSE): void {
    const key = uri.toString();
    if (!this.files.has(key)) return;
    clearTimeout(this.due.get(key));
    this.due.set(key, setTimeout(() => void this.list(key), wait));
  }

  /** List the groups and examples of a file. */
  private list(key: string): Promise<void> {
    const listing = this.listed(key).finally(() => {
      if (this.listings.get(key) === listing) this.listings.delete(key);
    });
    this.listings.set(key, listing);
    return listing;
  }

  private async listed(key: string): Promise<void> {
    const file = this.files.get(key);
    const found = await this.server.look<Listing>('puppetCheck/specs', { uri: key });
    if (file === undefined || found === undefined) return;
    if (found.module === null) {
      this.remove(vscode.Uri.parse(key));
      return;
    }
    file.item.error = found.problem === '' ? undefined : `Not all examples are known: ${found.problem}`;
    file.children.length = 0;
    file.item.children.replace(found.items.map((each) => this.made(each, file)));
  }

  /** The item of a group or example, which becomes a child of its parent. */
  private made(data: Item, parent: SpecNode): vscode.TestItem {
    const item = this.controller.createTestItem(`${parent.uri}${data.id}`, data.label, vscode.Uri.parse(data.uri));
    item.range = rangeOf(data);
    item.tags = data.hasCatalog ? [DEBUGGABLE] : [];
    const node = new SpecNode(item, parent.uri, data.id);
    parent.children.push(node);
    this.nodes.set(item, node);
    item.children.replace((data.children ?? []).map((each) => this.made(each, node)));
    return item;
  }

  private nodesOf(items: readonly vscode.TestItem[] | undefined): SpecNode[] {
    if (items === undefined) return [...this.files.values()];
    return items.map((item) => this.nodes.get(item)).filter((node) => node !== undefined);
  }

  /** Run what is asked for, and show the results of each file as they come. */
  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, hasCoverage = false): Promise<void> {
    const chosen = this.nodesOf(request.include);
    const excluded = new Set<Node>(this.nodesOf(request.exclude ?? []));
    const run = this.controller.createTestRun(request);
    const waiting = new Map<string, vscode.TestItem>();
    for (const node of chosen) {
      for (const { item } of node.examples()) {
        if (isExcludedItem(item, this.nodes, excluded)) continue;
        waiting.set(item.id, item);
        run.enqueued(item);
      }
    }
    const progress = `${RUN} ${String(this.runs++)}`;
    const params = { command: RUN, arguments: [{ targets: targets(chosen, excluded), token: progress }] };
    const versions = openVersions();
    let taken: Promise<void> = Promise.resolve();
    const take = (part: unknown): void => {
      taken = taken.then(() => this.take(run, part as FileResults, waiting, versions));
    };
    try {
      const answer = await this.server.stream<Answer>('workspace/executeCommand', params, progress, take, token);
      await taken;
      for (const [uri, rows] of hasCoverage ? Object.entries(answer?.coverage ?? {}) : []) run.addCoverage(new ManifestCoverage(vscode.Uri.parse(uri), rows));
      const why = answer === undefined ? 'The specs were not run: the Puppet language server has not answered.' : 'The example was not run: it is not in the spec any more, or the spec could not be loaded up to it.';
      for (const item of token.isCancellationRequested ? [] : waiting.values()) run.errored(item, new vscode.TestMessage(why));
    } finally {
      run.end();
    }
  }

  /** Show the results of a file, after its examples have been listed. */
  private async take(run: vscode.TestRun, part: FileResults, waiting: Map<string, vscode.TestItem>, versions: ReadonlyMap<string, number>): Promise<void> {
    const { results } = part;
    // Editors and servers escape different characters.
    const uri = vscode.Uri.parse(part.uri).toString();
    const file = this.files.get(uri);
    if (file === undefined) return;
    await (this.listings.get(uri) ?? (file.children.length === 0 ? this.list(uri) : undefined));
    const items = new Map(everyNode(file).map((node) => [node.id, node.item]));
    const isOutdated = openVersions().get(uri) !== versions.get(uri);
    for (const result of results) {
      // What is about the whole file has no number.
      const item = items.get(result.id) ?? (result.id.endsWith(']') ? undefined : file.item);
      if (item === undefined) continue;
      waiting.delete(item.id);
      if (isOutdated) run.errored(item, new vscode.TestMessage('The spec was edited while it ran.'));
      else show(run, item, result);
    }
  }

  /** Debug the catalog of an example. */
  private async debug(request: vscode.TestRunRequest): Promise<void> {
    const chosen = this.nodesOf(request.include);
    await Promise.all(chosen.filter((node) => node.id === undefined && node.children.length === 0).map((node) => this.list(node.uri)));
    const examples = new Map(chosen.flatMap((node) => [...node.examples()]).map((node) => [node.item.id, node]));
    const debuggable = [...examples.values()].filter(({ item }) => item.tags.includes(DEBUGGABLE));
    await start(debuggable.map(({ item, uri, id }) => ({ type: TYPE, request: 'launch', name: pathOf(item), spec: vscode.Uri.parse(uri).fsPath, example: id })));
  }
}

/** The coverage of a manifest by the examples of a run. */
class ManifestCoverage extends vscode.FileCoverage {
  readonly details: vscode.FileCoverageDetail[];

  constructor(uri: vscode.Uri, rows: readonly CoverageRow[]) {
    const details = detailsOf(rows);
    super(uri, new vscode.TestCoverageCount(details.filter((each) => each.executed === true).length, details.length));
    this.details = details;
  }
}

/** What can be covered in a manifest: its resources by the line of their declaration, and its branches. */
function detailsOf(rows: readonly CoverageRow[]): vscode.StatementCoverage[] {
  return [...coveredLines(rows)].map(([line, { isCovered, branches }]) => {
    const place = new vscode.Position(line, 0);
    const each = branches.map((branch) => new vscode.BranchCoverage(branch.isCovered, place, branch.name));
    return new vscode.StatementCoverage(isCovered, place, each);
  });
}

function show(run: vscode.TestRun, item: vscode.TestItem, result: Result): void {
  const found = shown(result);
  const milliseconds = result.seconds * 1000;
  switch (found.state) {
    case 'passed':
      run.passed(item, milliseconds);
      break;
    case 'skipped':
      run.skipped(item);
      if (found.text !== '') run.appendOutput(`${item.label}: skipped: ${found.text}\r\n`, locationOf(result.place), item);
      break;
    case 'errored':
      run.errored(item, at(new vscode.TestMessage(found.text), result.place), milliseconds);
      break;
    case 'failed': {
      const message = found.difference === undefined ? new vscode.TestMessage(found.text) : vscode.TestMessage.diff(found.text, ...found.difference);
      run.failed(item, declaredAt(at(message, result.place), result), milliseconds);
    }
  }
}

function at(message: vscode.TestMessage, place: Location): vscode.TestMessage {
  message.location = locationOf(place);
  return message;
}

/** A message with the place of the resource that it is about; editors before 1.93 have nothing to show it with. */
function declaredAt(message: vscode.TestMessage, { place, declared }: Result): vscode.TestMessage {
  const { TestMessageStackFrame: Frame } = vscode as typeof vscode & { TestMessageStackFrame?: new (label: string, uri: vscode.Uri, position: vscode.Position) => unknown };
  if (declared === null || Frame === undefined) return message;
  const frames = [['expectation', place], ['declaration of the resource', declared]] as const;
  const stackTrace = frames.map(([label, where]) => new Frame(label, vscode.Uri.parse(where.uri), rangeOf(where).start));
  return Object.assign(message, { stackTrace });
}

function locationOf(place: Location): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(place.uri), rangeOf(place));
}

function rangeOf({ range: { start, end } }: Location): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** A node with everything in it. */
function everyNode(node: SpecNode): SpecNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}

/** The versions of the documents that are open, by URI. */
function openVersions(): Map<string, number> {
  return new Map(vscode.workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
}

function isExcludedItem(item: vscode.TestItem, nodes: WeakMap<vscode.TestItem, SpecNode>, excluded: ReadonlySet<Node>): boolean {
  for (let each: vscode.TestItem | undefined = item; each !== undefined; each = each.parent) {
    const node = nodes.get(each);
    if (node !== undefined && excluded.has(node)) return true;
  }
  return false;
}

/** The labels of an example and the groups around it. */
function pathOf(item: vscode.TestItem): string {
  return item.parent?.parent === undefined ? item.label : `${pathOf(item.parent)} ${item.label}`;
}

/** Start the debugger for one of several examples, which the user chooses. */
async function start(choices: readonly vscode.DebugConfiguration[]): Promise<void> {
  const [first] = choices;
  if (first === undefined) {
    void vscode.window.showInformationMessage('Nothing to debug: no example here compiles a catalog.');
    return;
  }
  const rows = choices.map((choice) => ({ label: choice.name, choice }));
  const chosen = choices.length === 1 ? first : (await vscode.window.showQuickPick(rows, { title: 'Example to Debug' }))?.choice;
  if (chosen === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(String(chosen.spec)));
  await vscode.debug.startDebugging(folder, { ...chosen, stopOnEntry: vscode.debug.breakpoints.length === 0 });
}
