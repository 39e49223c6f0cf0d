// The page of a preview: a graph, drawn by cytoscape, a table, and the details of a resource.

import cytoscape from 'cytoscape';
import { boxes, byReference, lines, shown, uncertain } from './graph';
import { places, widthOf } from './layout';
import type { FromPage, Preview, Resource, ToPage } from './messages';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

/** The margin around the graph, in pixels. */
const PADDING = 16;
/** The smallest scale at which all is shown; larger catalogs are shown from their beginning, at a readable scale. */
const SMALLEST = 0.4;
const READABLE = 0.75;
/** The number of resources up to which all classes are expanded at first. */
const FEW = 30;
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
/** The size of the pane for which the graph is arranged. */
let sizeDrawn = '';
/** The classes that are expanded. */
const opened = new Set<string>();

/** Draw what the filter leaves; a filter expands all classes. */
function draw(found: Preview): void {
  const wanted = filter.value.trim().toLowerCase();
  const every = boxes(found, (id) => id.toLowerCase().includes(wanted), (id) => wanted !== '' || opened.has(id));
  const edges = lines(found, every);
  const { clientWidth, clientHeight } = byId('graph');
  sizeDrawn = `${String(clientWidth)} ${String(clientHeight)}`;
  const at = places(every, edges, { width: clientWidth - 2 * PADDING, height: clientHeight - 2 * PADDING });
  const elements: cytoscape.ElementDefinition[] = [];
  for (const box of every) {
    const { id, label, members, isOpen } = box;
    elements.push({ data: { id, label, width: widthOf(label) }, classes: box.classes + (isOpen ? ' open' : ''), ...(isOpen ? {} : { position: at.get(id) ?? { x: 0, y: 0 } }) });
    if (!isOpen) continue;
    for (const each of members) elements.push({ data: { id: each.id, parent: id, label: each.label, width: widthOf(each.label) }, classes: each.classes, position: at.get(each.id) ?? { x: 0, y: 0 } });
  }
  for (const { source, target, classes } of edges) elements.push({ data: { id: `${source} > ${target}`, source, target }, classes });
  byId('graph').ariaLabel = `${String(every.length)} classes, ${String(every.flatMap(({ isOpen, members }) => (isOpen ? members : [])).length)} resources`;
  graph?.destroy();
  graph = cytoscape({ container: byId('graph'), elements, layout: { name: 'preset' }, style: styles(), wheelSensitivity: 0.3, autoungrabify: true });
  fit();
  // The panel is often resized just after it was opened.
  graph.on('resize', arrange);
  graph.on('tap', 'node', (event: cytoscape.EventObject) => {
    choose((event.target as cytoscape.NodeSingular).id());
  });
}

/** Arrange all for the size of the pane, and show it. */
function arrange(): void {
  const { clientWidth, clientHeight } = byId('graph');
  if (catalog !== undefined && clientWidth > 0 && sizeDrawn !== `${String(clientWidth)} ${String(clientHeight)}`) draw(catalog);
}

/** Show all, or if that were too small, the beginning. */
function fit(): void {
  if (graph === undefined) return;
  graph.fit(undefined, PADDING);
  if (graph.zoom() > 1) {
    graph.zoom(1);
    graph.center();
  }
  if (graph.zoom() >= SMALLEST) return;
  graph.zoom(READABLE);
  const { x1, y1, y2 } = graph.elements().renderedBoundingBox();
  const height = byId('graph').clientHeight;
  graph.panBy({ x: PADDING - x1, y: y2 - y1 < height ? (height - y1 - y2) / 2 : PADDING - y1 });
}

/** Expand or collapse a class, or show a resource and its source. */
function choose(id: string): void {
  if (catalog === undefined) return;
  const resource = byReference(catalog).get(id)?.[0];
  if (resource !== undefined) describe(resource);
  if (!id.startsWith('Class[')) {
    open(resource, 'show');
  } else if (filter.value.trim() === '') {
    if (!opened.delete(id)) opened.add(id);
    redraw(id);
  }
}

/** Draw again, with a box where it was. */
function redraw(id: string): void {
  if (catalog === undefined || graph === undefined) return;
  const before = graph.getElementById(id).renderedBoundingBox();
  const zoom = graph.zoom();
  draw(catalog);
  graph.zoom(zoom);
  const after = graph.getElementById(id).renderedBoundingBox();
  graph.panBy({ x: before.x1 - after.x1, y: before.y1 - after.y1 });
  const { x1, y1, x2, y2 } = graph.elements().renderedBoundingBox();
  const { clientWidth, clientHeight } = byId('graph');
  if (x1 < 0 || y1 < 0 || x2 > clientWidth || y2 > clientHeight) fit();
}

function styles(): cytoscape.StylesheetStyle[] {
  const [ink, paper, line] = [colour('editor-foreground'), colour('editor-background'), colour('charts-lines')];
  const node = { label: 'data(label)', shape: 'round-rectangle', width: 'data(width)', height: 24, 'text-valign': 'center', 'font-size': 11 };
  const parent = { 'text-valign': 'top', 'text-margin-y': 15, padding: '18px', 'background-opacity': 0.06, 'background-color': ink };
  return [
    { selector: 'node', style: { ...node, color: ink, 'background-color': paper, 'border-width': 1, 'border-color': ink } as never },
    { selector: '.class', style: { 'border-width': 2, 'border-color': colour('charts-blue'), 'font-weight': 'bold' } },
    { selector: '.open', style: parent as never },
    { selector: '.outside', style: { 'border-width': 0 } },
    { selector: '.possible', style: { 'border-style': 'dashed', 'text-opacity': 0.75 } },
    { selector: '.unknown', style: { 'border-style': 'dotted', 'border-color': colour('charts-orange') } },
    { selector: '.virtual', style: { 'border-color': colour('charts-purple') } },
    { selector: '.cyclic', style: { 'border-color': colour('charts-red'), 'border-width': 3 } },
    { selector: 'edge', style: { width: 1, 'line-color': line, 'target-arrow-color': line, 'curve-style': 'bezier' } },
    { selector: '.contains', style: { 'line-style': 'dashed', 'target-arrow-shape': 'none' } },
    // Dots that are as short as the line is wide melt into a thin line where it is level.
    { selector: '.automatic', style: { width: 1.5, 'line-style': 'dashed', 'line-dash-pattern': [2, 4], 'target-arrow-shape': 'triangle' } },
    { selector: '.unmet', style: { width: 2, 'line-style': 'dashed', 'target-arrow-shape': 'triangle', 'line-color': colour('charts-red'), 'target-arrow-color': colour('charts-red') } },
    { selector: '.before', style: { 'target-arrow-shape': 'triangle', 'line-color': ink, 'target-arrow-color': ink } },
    { selector: '.notifies', style: { 'target-arrow-shape': 'vee', 'line-color': colour('charts-green'), 'target-arrow-color': colour('charts-green') } },
  ];
}

function fill(found: Preview): void {
  byId('rows').replaceChildren(...found.resources.map(row));
}

function row(resource: Resource): HTMLTableRowElement {
  const made = document.createElement('tr');
  const parameters = Object.entries(resource.parameters).map(([key, value]) => `${key} => ${shown(value)}`);
  // What may not be declared takes one line.
  const cells = [`${titled(resource)}${remark(resource)}`, parameters.join(resource.possible ? ', ' : '\n'), ''].map((text) => {
    const cell = document.createElement('td');
    cell.textContent = text;
    return cell;
  });
  made.className = resource.possible ? 'possible' : '';
  cells[2]?.append(...place(resource));
  cells[0]?.addEventListener('click', () => {
    describe(resource);
  });
  made.append(...cells);
  return made;
}

function titled({ type, title }: Resource): string {
  return `${type}[${title ?? '?'}]`;
}

function remark({ possible, exported, virtual }: Resource): string {
  return possible ? ' (possible)' : exported ? ' (exported)' : virtual ? ' (virtual)' : '';
}

/** A link to the declaration of a resource. */
function place(resource: Resource): HTMLElement[] {
  if (resource.path === null || resource.line === null) return [];
  const link = document.createElement('a');
  link.href = '#';
  link.textContent = `${resource.path.split(/[\\/]/).at(-1) ?? ''}:${String(resource.line)}`;
  link.onclick = () => {
    open(resource);
  };
  return [link];
}

/** Show the parameters of a resource beside the graph. */
function describe(resource: Resource): void {
  const heading = document.createElement('h2');
  heading.textContent = titled(resource) + remark(resource);
  const table = document.createElement('table');
  for (const [key, value] of Object.entries(resource.parameters)) {
    const made = table.insertRow();
    made.insertCell().textContent = key;
    made.insertCell().textContent = shown(value);
  }
  const close = document.createElement('button');
  close.textContent = '×';
  close.title = 'Close';
  close.onclick = () => {
    byId('details').hidden = true;
  };
  byId('details').replaceChildren(close, heading, ...place(resource), table);
  byId('details').hidden = false;
}

function open(resource: Resource | undefined, kind: 'open' | 'show' = 'open'): void {
  if (resource?.path != null && resource.line !== null) editor.postMessage({ kind, path: resource.path, line: resource.line });
}

/** Count the resources, and those that the filter leaves. */
function summarize(found: Preview, left: number): void {
  const possible = found.resources.filter((each) => each.possible).length;
  const all = found.resources.length;
  const parts = [left === all ? `${String(all)} resources` : `${String(left)} of ${String(all)} resources`, possible > 0 ? `${String(possible)} of them possible` : '', found.partial ? 'more may be declared' : ''];
  byId('summary').textContent = parts.filter((each) => each !== '').join(', ');
}

/** List what is not certain, and the errors. */
function report(found: Preview): void {
  const doubtful = uncertain(found);
  byId('uncertain').hidden = doubtful === '';
  byId('uncertain').textContent = `Possible or with unknown titles: ${doubtful}`;
  byId('uncertain').title = doubtful;
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
  if (catalog === undefined) return;
  const wanted = filter.value.trim().toLowerCase();
  draw(catalog);
  summarize(catalog, catalog.resources.filter((each) => titled(each).toLowerCase().includes(wanted)).length);
  for (const each of byId('rows').children) (each as HTMLElement).hidden = !each.textContent.toLowerCase().includes(wanted);
}

/** Expand or collapse all classes. */
function toggle(isOpen: boolean): void {
  opened.clear();
  if (isOpen) for (const id of byReference(catalog ?? { resources: [] } as never).keys()) opened.add(id);
  narrow();
}

window.addEventListener('message', (event: MessageEvent<ToPage>) => {
  const isFirst = catalog === undefined;
  catalog = event.data.catalog;
  byId('title').textContent = event.data.title + (event.data.facts === null ? '' : ` for ${event.data.facts.split(/[\\/]/).at(-1) ?? ''}`);
  report(catalog);
  fill(catalog);
  if (isFirst && catalog.resources.length <= FEW) toggle(true);
  else narrow();
});
filter.oninput = narrow;
byId('show').onclick = () => {
  const isTable = byId('table').hidden;
  byId('table').hidden = !isTable;
  byId('graph').hidden = isTable;
  byId('legend').hidden = isTable;
  byId('show').textContent = isTable ? 'Graph' : 'Table';
  if (!isTable) graph?.resize();
};
byId('expand').onclick = () => {
  toggle(true);
};
byId('collapse').onclick = () => {
  toggle(false);
};
byId('facts').onclick = () => {
  editor.postMessage({ kind: 'facts' });
};
byId('refresh').onclick = () => {
  editor.postMessage({ kind: 'refresh' });
};
editor.postMessage({ kind: 'ready' });
