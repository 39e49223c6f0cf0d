// The places of boxes and their members. Independent of the browser.

import dagre from 'dagre';
import type { Box, Line } from './graph';

/** The height of a node, and the distance between two, in pixels. */
const HEIGHT = 24;
const GAP = 10;
/** The width of a character of a label, and the margin on its sides. */
const CHARACTER = 6.4;
const MARGIN = 8;
/** The most members without relationships in a column. */
const ROWS = 8;

export interface Place {
  x: number;
  y: number;
}

/** The width of a node with a label. */
export function widthOf(label: string): number {
  return label.length * CHARACTER + 2 * MARGIN;
}

/** The pane in which all is to be seen, in pixels. */
export interface Pane {
  width: number;
  height: number;
}

/** The direction of relationships: to the right, or down. */
type Direction = 'LR' | 'TB';
const DIRECTIONS = ['LR', 'TB'] as const;

/** The centre of each collapsed box and of each member of an open one, in the arrangement that is seen largest in a pane. */
export function places(boxes: Box[], lines: Line[], pane: Pane): Map<string, Place> {
  const tried = DIRECTIONS.flatMap((outer) => DIRECTIONS.map((inner) => arranged(boxes, lines, pane, outer, inner)));
  const best = tried.reduce((found, each) => (scale(each, pane) > scale(found, pane) * 1.05 ? each : found));
  return best.at;
}

/** How large an area is seen in a pane that shows all of it. */
function scale({ width, height }: Area, pane: Pane): number {
  return Math.min(pane.width / Math.max(width, 1), pane.height / Math.max(height, 1), 1);
}

function arranged(boxes: Box[], lines: Line[], pane: Pane, outer: Direction, direction: Direction): Area {
  const found = new Map<string, Place>();
  const owner = new Map(boxes.flatMap((box) => [[box.id, box.id], ...box.members.map((each) => [each.id, box.id])] as [string, string][]));
  const inner = new Map(boxes.filter((box) => box.isOpen).map((box) => [box.id, inside(box, lines, direction)]));
  const between = lines.map(({ source, target }) => [owner.get(source) ?? '', owner.get(target) ?? ''] as const).filter(([from, to]) => from !== to);
  const sizes = boxes.map((box) => ({ id: box.id, width: inner.get(box.id)?.width ?? widthOf(box.label), height: inner.get(box.id)?.height ?? HEIGHT }));
  const whole = packed(components(sizes, between).map((nodes) => ranked(nodes, between, 3 * GAP, outer)), pane);
  for (const [id, { x, y }] of whole.at) {
    const box = inner.get(id);
    if (box === undefined) found.set(id, { x, y });
    else for (const [member, place] of box.at) found.set(member, { x: x - box.width / 2 + place.x, y: y - box.height / 2 + place.y });
  }
  return { ...whole, at: found };
}

interface Node {
  id: string;
  width: number;
  height: number;
}

/** Nodes that are connected with each other, in the order of their first ones. */
function components(nodes: Node[], edges: (readonly [string, string])[]): Node[][] {
  const group = new Map(nodes.map(({ id }) => [id, id]));
  const root = (id: string): string => {
    let found = id;
    while (group.get(found) !== found) found = group.get(found) ?? found;
    return found;
  };
  for (const [from, to] of edges) if (group.has(from) && group.has(to)) group.set(root(to), root(from));
  const found = new Map<string, Node[]>();
  for (const node of nodes) found.set(root(node.id), [...(found.get(root(node.id)) ?? []), node]);
  return [...found.values()];
}

/** Areas in rows that are about as wide, in proportion to their height, as a pane. */
function packed(areas: Area[], pane: Pane): Area {
  const gap = 2 * GAP;
  const size = areas.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const most = Math.max(Math.sqrt((size * pane.width) / Math.max(pane.height, 1)), ...areas.map(({ width }) => width));
  const at = new Map<string, Place>();
  let [left, top, row, width] = [0, 0, 0, 0];
  for (const area of areas) {
    if (left > 0 && left + area.width > most) [left, top, row] = [0, top + row + gap, 0];
    for (const [id, { x, y }] of area.at) at.set(id, { x: left + x, y: top + y });
    width = Math.max(width, left + area.width);
    row = Math.max(row, area.height);
    left += area.width + gap;
  }
  return { width, height: top + row, at };
}

interface Area {
  width: number;
  height: number;
  at: Map<string, Place>;
}

/** The members of a box: those with relationships in their direction, the others in columns below. */
function inside(box: Box, lines: Line[], direction: Direction): Area {
  const ids = new Set(box.members.map((each) => each.id));
  const own = lines.filter(({ source, target }) => ids.has(source) && ids.has(target)).map(({ source, target }) => [source, target] as const);
  const related = new Set(own.flat());
  const [first, rest] = [box.members.filter((each) => related.has(each.id)), box.members.filter((each) => !related.has(each.id))];
  const upper = ranked(first.map((each) => ({ id: each.id, width: widthOf(each.label), height: HEIGHT })), own, 2 * GAP, direction);
  const padding = 2 * GAP;
  const at = new Map([...upper.at].map(([id, { x, y }]) => [id, { x: x + padding, y: y + padding }]));
  const top = upper.height === 0 ? padding : upper.height + padding + GAP;
  let [left, bottom] = [padding, top];
  for (let column = 0; column < rest.length; column += ROWS) {
    const these = rest.slice(column, column + ROWS);
    const width = Math.max(...these.map((each) => widthOf(each.label)));
    these.forEach((each, row) => at.set(each.id, { x: left + width / 2, y: top + row * (HEIGHT + GAP) + HEIGHT / 2 }));
    left += width + GAP;
    bottom = Math.max(bottom, top + these.length * (HEIGHT + GAP));
  }
  return { width: Math.max(upper.width + 2 * padding, left + padding, widthOf(box.label)), height: bottom + padding, at };
}

/** Nodes in ranks. */
function ranked(nodes: Node[], edges: (readonly [string, string])[], distance: number, rankdir: Direction): Area {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir, nodesep: GAP, ranksep: distance });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  const own = new Set(nodes.map(({ id }) => id));
  for (const [from, to] of edges) if (own.has(from) && own.has(to)) graph.setEdge(from, to);
  if (nodes.length === 0) return { width: 0, height: 0, at: new Map() };
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, at: new Map(nodes.map(({ id }) => [id, { x: graph.node(id).x, y: graph.node(id).y }])) };
}
