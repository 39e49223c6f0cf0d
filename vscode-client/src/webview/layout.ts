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

/** The centre of each collapsed box and of each member of an open one. */
export function places(boxes: Box[], lines: Line[]): Map<string, Place> {
  const found = new Map<string, Place>();
  const owner = new Map(boxes.flatMap((box) => [[box.id, box.id], ...box.members.map((each) => [each.id, box.id])] as [string, string][]));
  const inner = new Map(boxes.filter((box) => box.isOpen).map((box) => [box.id, inside(box, lines)]));
  const between = lines.map(({ source, target }) => [owner.get(source) ?? '', owner.get(target) ?? ''] as const).filter(([from, to]) => from !== to);
  const sizes = boxes.map((box) => ({ id: box.id, width: inner.get(box.id)?.width ?? widthOf(box.label), height: inner.get(box.id)?.height ?? HEIGHT }));
  const whole = ranked(sizes, between, 3 * GAP);
  for (const [id, { x, y }] of whole.at) {
    const box = inner.get(id);
    if (box === undefined) found.set(id, { x, y });
    else for (const [member, place] of box.at) found.set(member, { x: x - box.width / 2 + place.x, y: y - box.height / 2 + place.y });
  }
  return found;
}

interface Area {
  width: number;
  height: number;
  at: Map<string, Place>;
}

/** The members of a box: those with relationships from left to right, the others in columns below. */
function inside(box: Box, lines: Line[]): Area {
  const ids = new Set(box.members.map((each) => each.id));
  const own = lines.filter(({ source, target }) => ids.has(source) && ids.has(target)).map(({ source, target }) => [source, target] as const);
  const related = new Set(own.flat());
  const [first, rest] = [box.members.filter((each) => related.has(each.id)), box.members.filter((each) => !related.has(each.id))];
  const upper = ranked(first.map((each) => ({ id: each.id, width: widthOf(each.label), height: HEIGHT })), own, 2 * GAP);
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

/** Nodes in ranks from left to right. */
function ranked(nodes: { id: string; width: number; height: number }[], edges: (readonly [string, string])[], distance: number): Area {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: distance });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const [from, to] of edges) graph.setEdge(from, to);
  if (nodes.length === 0) return { width: 0, height: 0, at: new Map() };
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, at: new Map(nodes.map(({ id }) => [id, { x: graph.node(id).x, y: graph.node(id).y }])) };
}
