// The page of a preview: a graph, drawn by cytoscape, and a table.

import cytoscape from 'cytoscape';
import dagre from 'cytoscape-dagre';
import { elements, reference, shown } from './graph';
import type { FromPage, Preview, Resource, ToPage } from './messages';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

cytoscape.use(dagre);
/** The margin around the graph, in pixels. */
const PADDING = 12;
const editor = acquireVsCodeApi();
const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
};
const filter = byId('filter') as HTMLInputElement;
const colour = (name: string): string => getComputedStyle(document.body).getPropertyValue(`--vscode-${name}`).trim() || '#888888';
let graph: cytoscape.Core | undefined;
let catalog: Preview | undefined;

function draw(found: Preview): void {
  graph?.destroy();
  graph = cytoscape({
    container: byId('graph'),
    elements: elements(found) as cytoscape.ElementDefinition[],
    layout: { name: 'dagre', rankDir: 'LR', nodeSep: 12, rankSep: 36, padding: PADDING } as cytoscape.LayoutOptions,
    style: styles(),
    wheelSensitivity: 0.3,
  });
  // The panel is often resized just after it was opened.
  graph.on('resize', () => graph?.fit(undefined, PADDING));
  graph.on('tap', 'node', (event: cytoscape.EventObject) => {
    const target = event.target as cytoscape.NodeSingular;
    open(found.resources.find((each) => reference(each) === target.id()));
  });
}

function styles(): cytoscape.StylesheetStyle[] {
  const [ink, paper, line] = [colour('editor-foreground'), colour('editor-background'), colour('charts-lines')];
  const node = { label: 'data(label)', shape: 'round-rectangle', width: 'label', height: 22, padding: '6px', 'text-valign': 'center' };
  return [
    { selector: 'node', style: { ...node, 'font-size': 11, color: ink, 'background-color': paper, 'border-width': 1, 'border-color': ink } as never },
    { selector: '.class', style: { 'border-width': 2, 'border-color': colour('charts-blue'), 'font-weight': 'bold' } },
    { selector: '.possible', style: { 'border-style': 'dashed', opacity: 0.75 } },
    { selector: '.unknown', style: { 'border-style': 'dotted', 'border-color': colour('charts-orange') } },
    { selector: '.virtual', style: { 'border-color': colour('charts-purple') } },
    { selector: '.cyclic', style: { 'border-color': colour('charts-red'), 'border-width': 3 } },
    { selector: '.faded', style: { opacity: 0.12 } },
    { selector: 'edge', style: { width: 1, 'line-color': line, 'target-arrow-color': line, 'curve-style': 'bezier' } },
    { selector: '.contains', style: { 'line-style': 'dotted', 'target-arrow-shape': 'none' } },
    { selector: '.before', style: { 'target-arrow-shape': 'triangle', 'line-color': ink, 'target-arrow-color': ink } },
    { selector: '.notifies', style: { 'target-arrow-shape': 'vee', 'line-color': colour('charts-green'), 'target-arrow-color': colour('charts-green') } },
  ];
}

function fill(found: Preview): void {
  const body = byId('table').querySelector('tbody') as HTMLElement;
  body.replaceChildren(...found.resources.map(row));
}

function row(resource: Resource): HTMLTableRowElement {
  const made = document.createElement('tr');
  const name = document.createElement('td');
  name.textContent = reference(resource) + (resource.possible ? ' (possible)' : resource.exported ? ' (exported)' : resource.virtual ? ' (virtual)' : '');
  const parameters = document.createElement('td');
  parameters.textContent = Object.entries(resource.parameters)
    .map(([key, value]) => `${key} => ${shown(value)}`)
    .join('\n');
  const place = document.createElement('td');
  if (resource.path !== null && resource.line !== null) {
    const link = document.createElement('a');
    link.href = '#';
    link.textContent = `${resource.path.split(/[\\/]/).at(-1) ?? ''}:${String(resource.line)}`;
    link.onclick = () => {
      open(resource);
    };
    place.append(link);
  }
  made.append(name, parameters, place);
  return made;
}

function open(resource: Resource | undefined): void {
  if (resource?.path != null && resource.line !== null) editor.postMessage({ kind: 'open', path: resource.path, line: resource.line });
}

function summarize(found: Preview): void {
  const possible = found.resources.filter((each) => each.possible).length;
  const parts = [`${String(found.resources.length)} resources`, possible > 0 ? `${String(possible)} of them possible` : '', found.partial ? 'more may be declared' : ''];
  byId('summary').textContent = parts.filter((each) => each !== '').join(', ');
  byId('problems').replaceChildren(
    ...found.problems
      .filter((each) => each.severity === 'error')
      .map((each) => {
        const item = document.createElement('li');
        item.textContent = `${each.path.split(/[\\/]/).at(-1) ?? ''}:${String(each.line)}: ${each.message}`;
        item.onclick = () => {
          editor.postMessage({ kind: 'open', path: each.path, line: each.line });
        };
        return item;
      }),
  );
}

function narrow(): void {
  const wanted = filter.value.toLowerCase();
  graph?.nodes().forEach((node) => {
    node.toggleClass('faded', !node.id().toLowerCase().includes(wanted));
  });
  byId('table')
    .querySelectorAll('tbody tr')
    .forEach((each) => {
      (each as HTMLElement).hidden = !each.textContent.toLowerCase().includes(wanted);
    });
}

window.addEventListener('message', (event: MessageEvent<ToPage>) => {
  catalog = event.data.catalog;
  byId('title').textContent = event.data.title + (event.data.facts === null ? '' : ` for ${event.data.facts.split(/[\\/]/).at(-1) ?? ''}`);
  summarize(catalog);
  fill(catalog);
  draw(catalog);
  narrow();
});
filter.oninput = narrow;
byId('show').onclick = () => {
  const table = byId('table');
  table.hidden = !table.hidden;
  byId('graph').hidden = !table.hidden;
  byId('show').textContent = table.hidden ? 'Table' : 'Graph';
  if (table.hidden) graph?.resize();
};
byId('facts').onclick = () => {
  editor.postMessage({ kind: 'facts' });
};
byId('refresh').onclick = () => {
  editor.postMessage({ kind: 'refresh' });
};
editor.postMessage({ kind: 'ready' });
