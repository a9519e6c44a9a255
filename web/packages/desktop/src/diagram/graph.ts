// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkKind, ModelState, PartKind, PartNode } from "@holon/protocol/messages";
import type { Positions } from "../state/store";

export const kNodeHeight = 44;
const kLeastWidth = 108;
const kMostWidth = 220;
/** Room around the parts of an open composite part. */
export const kInset = { side: 20, top: 40 };

export interface DiagramNode {
  id: string;
  part: PartNode | null;
  /** Of what is no part: the world, hydraulic nodes, cameras. */
  other?: { name: string; type: string; kind: PartKind | "world" };
  /** Id of the open composite part around it. */
  parent?: string;
  isOpen: boolean;
  width: number;
  height: number;
}

export interface DiagramEdge {
  id: string;
  kind: LinkKind;
  from: string;
  to: string;
  /** Links that it stands for: several where composite parts are closed. */
  links: Link[];
}

export interface Diagram {
  nodes: DiagramNode[];
  edges: DiagramEdge[];
}

/** [px] of names by their letters; widths are the same on every machine. */
export function nodeWidth(name: string, type: string): number {
  const text = Math.max(7.6 * name.length, 6.2 * type.length);
  return Math.min(kMostWidth, Math.max(kLeastWidth, Math.ceil((text + 64) / 4) * 4));
}

/** What ends of links are that are no parts. */
function otherNode(id: string): NonNullable<DiagramNode["other"]> {
  if (id === "world") return { name: "world", type: "", kind: "world" };
  if (id === "system") return { name: "machine", type: "as a whole", kind: "world" };
  if (id.startsWith("@")) return { name: id.slice(1), type: "node", kind: "hydraulic" };
  const [, name] = /^scene\.cameras\.(.+)$/.exec(id) ?? [];
  return name ? { name, type: "camera", kind: "other" } : { name: id, type: "", kind: "other" };
}

/**
 * What the diagram shows: parts at the top and those of open composite parts, the world where links
 * reach it, and links between what is shown, merged where they differ only inside closed parts.
 */
export function makeDiagram(model: ModelState, opened: Set<string>): Diagram {
  const nodes: DiagramNode[] = [];
  // Every part, to the node that shows it.
  const shownAs = new Map<string, string>();
  const hide = (part: PartNode, as: string) => {
    shownAs.set(part.id, as);
    for (const inner of part.parts ?? []) hide(inner, as);
  };
  const visit = (part: PartNode, parent?: string) => {
    const isOpen = opened.has(part.id) && (part.parts?.length ?? 0) > 0;
    const count = part.count === undefined ? "" : ` ×${part.count}`;
    nodes.push({
      id: part.id,
      part,
      parent,
      isOpen,
      width: nodeWidth(part.name + count, part.type),
      height: kNodeHeight,
    });
    shownAs.set(part.id, part.id);
    for (const inner of part.parts ?? []) {
      if (isOpen) visit(inner, part.id);
      else hide(inner, part.id);
    }
  };
  for (const part of model.parts) visit(part);

  const edges = new Map<string, DiagramEdge>();
  const others = new Set<string>();
  const shown = (id: string) => {
    const node = shownAs.get(id);
    if (node === undefined) others.add(id);
    return node ?? id;
  };
  for (const link of model.links) {
    const from = shown(link.from.part);
    const to = shown(link.to.part);
    if (from === to) continue;
    const id = `${link.kind}:${from}>${to}`;
    const edge = edges.get(id);
    if (edge) edge.links.push(link);
    else edges.set(id, { id, kind: link.kind, from, to, links: [link] });
  }
  const ends = [...others].reverse().map((id): DiagramNode => {
    const other = otherNode(id);
    const width = nodeWidth(other.name, other.type);
    return { id, part: null, other, isOpen: false, width, height: kNodeHeight };
  });
  return { nodes: [...ends, ...nodes], edges: [...edges.values()] };
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Where everything is: given positions, else proposed ones, else a grid below. Positions of parts in
 * an open composite part are relative to it, as React Flow has them; open parts enclose theirs.
 */
export function placeNodes(diagram: Diagram, ...positions: Positions[]): Map<string, Rect> {
  const rects = new Map<string, Rect>();
  const known = (id: string) => {
    for (const p of positions) if (p[id]) return p[id];
    return undefined;
  };
  const children = new Map<string | undefined, DiagramNode[]>();
  for (const node of diagram.nodes) {
    const group = children.get(node.parent);
    if (group) group.push(node);
    else children.set(node.parent, [node]);
  }
  const place = (parent: string | undefined) => {
    const own = children.get(parent) ?? [];
    for (const node of own) {
      rects.set(node.id, { x: 0, y: 0, width: node.width, height: node.height });
      if (!node.isOpen) continue;
      place(node.id);
      const rect = rects.get(node.id)!;
      for (const { id } of children.get(node.id) ?? []) {
        const inner = rects.get(id)!;
        rect.width = Math.max(rect.width, inner.x + inner.width + kInset.side);
        rect.height = Math.max(rect.height, inner.y + inner.height + kInset.side);
      }
    }
    const lost: Rect[] = [];
    let bottom = parent === undefined ? 0 : kInset.top;
    for (const node of own) {
      const rect = rects.get(node.id)!;
      const at = known(node.id);
      if (!at) {
        lost.push(rect);
        continue;
      }
      Object.assign(rect, { x: at.x, y: at.y });
      bottom = Math.max(bottom, rect.y + rect.height + 32);
    }
    const columns = Math.max(1, Math.ceil(Math.sqrt(1.5 * lost.length)));
    let [x, y, tallest] = [parent === undefined ? 0 : kInset.side, bottom, 0];
    lost.forEach((rect, k) => {
      if (k > 0 && k % columns === 0) {
        x = parent === undefined ? 0 : kInset.side;
        y += tallest + 32;
        tallest = 0;
      }
      Object.assign(rect, { x, y });
      x += rect.width + 40;
      tallest = Math.max(tallest, rect.height);
    });
  };
  place(undefined);
  return rects;
}

/** Rectangles in the diagram's own coordinates. */
export function absolute(diagram: Diagram, rects: Map<string, Rect>): Map<string, Rect> {
  const result = new Map<string, Rect>();
  // Parents stand before their parts.
  for (const { id, parent } of diagram.nodes) {
    const rect = rects.get(id)!;
    const origin = parent === undefined ? { x: 0, y: 0 } : result.get(parent)!;
    result.set(id, { ...rect, x: rect.x + origin.x, y: rect.y + origin.y });
  }
  return result;
}

/** Whether both have the same nodes, in size and nesting, and the same links: then places and lines are the same. */
export function isSameShape(a: Diagram, b: Diagram): boolean {
  return (
    a.nodes.length === b.nodes.length &&
    a.edges.length === b.edges.length &&
    a.nodes.every((n, k) => {
      const m = b.nodes[k];
      return n.id === m.id && n.width === m.width && n.parent === m.parent && n.isOpen === m.isOpen;
    }) &&
    a.edges.every(({ id, links }, k) => {
      const other = b.edges[k];
      return id === other.id && links.length === other.links.length && links.every((l, i) => l === other.links[i]);
    })
  );
}

/** The same places with some nodes at others, while they are dragged. */
export function withDragged(
  diagram: Diagram,
  rects: Map<string, Rect>,
  dragged: Positions,
  place: (moved: Positions) => Map<string, Rect>,
): Map<string, Rect> {
  const ids = Object.keys(dragged);
  if (ids.length === 0) return rects;
  // An open composite part grows with its parts.
  const inner = new Set(diagram.nodes.filter((n) => n.parent !== undefined).map((n) => n.id));
  if (ids.some((id) => inner.has(id))) return place(dragged);
  const moved = new Map(rects);
  for (const id of ids) {
    const rect = rects.get(id);
    if (rect) moved.set(id, { ...rect, ...dragged[id] });
  }
  return moved;
}
