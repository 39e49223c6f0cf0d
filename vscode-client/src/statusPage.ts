// The text of the page with the state of the server, as HTML. Independent of the editor.

/** The answer to `puppetCheck/status`. */
export interface State {
  version: string;
  folders: Folder[];
  files: number;
  unknown: { file: string; message: string }[];
  cache: { path: string; bytes: number | null };
  problems: string[];
  running: string[];
}

interface Folder {
  folder: string;
  isEnvironment: boolean;
  modulepath: string[];
  modules: string[];
  /** Those that are not installed, but known from an interface; older servers list them as missing. */
  bundled?: string[];
  missing: string[];
  settings: string | null;
  diagnostics: string;
}

/** The body of the page; without a state, the server is not running, and `message` says why. */
export function statusPage(state: State | undefined, command: string, message: string): string {
  const actions = [link('Restart', 'restart'), link('Show Output', 'showOutput'), link('Install', 'install')].join(' · ');
  if (state === undefined) return `<h1>Puppet language server</h1><p>${escaped(message)}</p>${table([['Program', code(command)]])}<p>${actions}</p>`;
  const { cache } = state;
  const size = cache.bytes === null ? 'none' : `${code(cache.path)}, ${(cache.bytes / 1024).toFixed(0)} KB`;
  const server = [
    ['Version', escaped(state.version)],
    ['Program', code(command)],
    ['Activity', escaped(state.running.join(', ') || 'none')],
    ['Checked files', String(state.files)],
    ['Cache', size],
  ];
  const problems = [...state.problems.map(marked), ...state.unknown.map(({ file, message }) => `${opened(file)}: ${marked(message)}`)];
  return [
    `<h1>Puppet language server</h1>${table(server)}<p>${actions}</p>`,
    problems.length === 0 ? '' : `<h2>Problems</h2>${list(problems)}`,
    ...state.folders.map(folder),
  ].join('\n');
}

function folder(each: Folder): string {
  return `<h2>${escaped(each.folder)}</h2>${table([
    ['Kind', each.isEnvironment ? 'control repository' : 'modules'],
    ['Modules', each.modules.map(code).join(', ') || 'none'],
    ['Modules known from interfaces', each.bundled?.map(code).join(', ') ?? ''],
    ['Missing modules', each.missing.map(code).join(', ') || 'none'],
    ['Module path', each.modulepath.map(code).join('<br>') || 'none'],
    ['Settings', each.settings === null ? 'those of the editor' : opened(each.settings)],
    ['Findings', each.diagnostics === 'open' ? 'in open files' : 'in all files'],
  ])}`;
}

function table(rows: string[][]): string {
  return `<table>${rows.filter(([, value]) => value !== '').map(([name, value]) => `<tr><th scope="row">${name ?? ''}</th><td>${value ?? ''}</td></tr>`).join('')}</table>`;
}

function list(items: string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function link(title: string, name: string): string {
  return `<a href="command:puppetCheck.${name}">${title}</a>`;
}

/** A link that opens a file. */
function opened(file: string): string {
  const given = encodeURIComponent(JSON.stringify([{ scheme: 'file', path: file }]));
  return `<a href="command:vscode.open?${escaped(given)}">${escaped(file)}</a>`;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** A message, with code for what it has in backquotes. */
function marked(message: string): string {
  return escaped(message).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${String(mark.charCodeAt(0))};`);
}
