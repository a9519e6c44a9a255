// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Positions } from "../state/store";
import { type Diagram, type DiagramNode, kInset } from "./graph";

/** Between columns, between nodes of a column, and between rows of columns [px]. */
const kGap = { column: 56, node: 24, row: 64 };
/** Width over height that the whole should have. */
const kAspect = 1.8;

/** Ids from the world outwards, by their number of links from it; what is apart comes after. */
function layersOf(nodes: DiagramNode[], next: Map<string, string[]>): string[][] {
  const seen = new Set<string>();
  const layers: string[][] = [];
  const starts = [...nodes].sort((a, b) => Number(b.part === null) - Number(a.part === null));
  for (const start of starts) {
    if (seen.has(start.id)) continue;
    seen.add(start.id);
    for (let layer = [start.id]; layer.length > 0; ) {
      layers.push(layer);
      const after: string[] = [];
      for (const id of layer) {
        for (const other of next.get(id) ?? []) {
          if (seen.has(other)) continue;
          seen.add(other);
          after.push(other);
        }
      }
      layer = after;
    }
  }
  return layers;
}

interface Column {
  ids: string[];
  width: number;
  height: number;
}

/** Layers as columns no higher than `most`; layers of one component that are low share none. */
function columnsOf(layers: string[][], nodes: Map<string, DiagramNode>, most: number, sizes: (n: DiagramNode) => [number, number]): Column[] {
  const columns: Column[] = [];
  for (const layer of layers) {
    let column: Column | null = null;
    for (const id of layer) {
      const [width, height] = sizes(nodes.get(id)!);
      if (!column || column.height + height > most) columns.push((column = { ids: [], width: 0, height: 0 }));
      column.ids.push(id);
      column.width = Math.max(column.width, width);
      column.height += height + kGap.node;
    }
  }
  return columns;
}

/**
 * Positions for thousands of nodes in time that grows with their number: columns by the distance
 * from the world, stacked in rows so that the whole has the shape of a window.
 */
export function layOutQuickly(diagram: Diagram, sizes: (id: string) => [number, number]): Positions {
  const positions: Positions = {};
  const groups = new Map<string | undefined, DiagramNode[]>();
  const parents = new Map<string, string | undefined>();
  for (const node of diagram.nodes) {
    parents.set(node.id, node.parent);
    const group = groups.get(node.parent);
    if (group) group.push(node);
    else groups.set(node.parent, [node]);
  }
  const next = new Map<string, string[]>();
  const join = (a: string, b: string) => {
    const list = next.get(a);
    if (list) list.push(b);
    else next.set(a, [b]);
  };
  for (const { from, to } of diagram.edges) {
    // Links between parts of different composite parts arrange neither of them.
    if (parents.get(from) !== parents.get(to)) continue;
    join(from, to);
    join(to, from);
  }
  for (const [parent, nodes] of groups) {
    const byId = new Map(nodes.map((n) => [n.id, n]));
    const size = (n: DiagramNode) => sizes(n.id);
    const area = nodes.reduce((sum, n) => sum + (size(n)[0] + kGap.column) * (size(n)[1] + kGap.node), 0);
    const most = Math.sqrt(area / kAspect);
    const columns = columnsOf(layersOf(nodes, next), byId, most, size);
    const inset = parent === undefined ? { x: 0, y: 0 } : { x: kInset.side, y: kInset.top };
    let [x, y, highest] = [inset.x, inset.y, 0];
    const widest = rowWidth(columns, area);
    for (const column of columns) {
      if (x > inset.x && x + column.width > inset.x + widest) {
        x = inset.x;
        y += highest + kGap.row - kGap.node;
        highest = 0;
      }
      let top = y;
      for (const id of column.ids) {
        positions[id] = { x: 4 * Math.round(x / 4), y: 4 * Math.round(top / 4) };
        top += size(byId.get(id)!)[1] + kGap.node;
      }
      highest = Math.max(highest, column.height);
      x += column.width + kGap.column;
    }
  }
  return positions;
}

/** How wide rows may be, for the shape of a window. */
function rowWidth(columns: Column[], area: number): number {
  let best = Infinity;
  let found = 0;
  for (let width = Math.sqrt(area) / 4; width < 16 * Math.sqrt(area); width *= 1.15) {
    let [x, height, highest, widest] = [0, 0, 0, 0];
    for (const column of columns) {
      if (x > 0 && x + column.width > width) {
        height += highest + kGap.row;
        x = highest = 0;
      }
      x += column.width + kGap.column;
      widest = Math.max(widest, x);
      highest = Math.max(highest, column.height);
    }
    const off = Math.abs(Math.log(widest / (height + highest) / kAspect));
    if (off < best) [best, found] = [off, width];
  }
  return found;
}
