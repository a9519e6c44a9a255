// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api";
import type { Positions } from "../state/store";
import { type Diagram, type DiagramNode, kInset, placeNodes } from "./graph";
import { layOutQuickly } from "./quick_layout";

const kOptions = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.layered.spacing.nodeNodeBetweenLayers": "56",
  "elk.spacing.nodeNode": "24",
  "elk.spacing.componentComponent": "36",
  "elk.layered.nodePlacement.strategy": "BRANDES_KOEPF",
  "elk.layered.thoroughness": "3",
  "elk.layered.crossingMinimization.semiInteractive": "true",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.randomSeed": "1",
};

/** Wider diagrams [px] are cut and stacked: a chain of twenty parts fits no window. */
const kWidest = { ratio: 3, width: 1700 };
const kWrapped = {
  "elk.hierarchyHandling": "SEPARATE_CHILDREN",
  "elk.layered.wrapping.strategy": "MULTI_EDGE",
  "elk.aspectRatio": "2.2",
};

let engine: Promise<{ layout: (graph: ElkNode) => Promise<ElkNode> }> | null = null;

/** Of more nodes elk takes minutes. */
export const kMostForElk = 600;

/** elk, in a worker of its own: large diagrams do not hold up the page. */
function loadElk() {
  engine ??= Promise.all([
    import("elkjs/lib/elk-api"),
    import("elkjs/lib/elk-worker.min.js?url"),
  ]).then(([{ default: Elk }, { default: url }]) => {
    const worker = () => new Worker(new URL(url, location.href));
    return new Elk({ workerFactory: worker });
  });
  return engine;
}

/** Which way an edge leads through the machine: from the world outwards, signals as they flow. */
function directed(edge: Diagram["edges"][number]): [string, string] {
  if (edge.to === "world") return [edge.to, edge.from];
  // The part that holds the value is `from`: a joint's first frame is nearer to the world.
  const isFirst = edge.links[0].path?.endsWith("[0]");
  const isMechanical = edge.kind === "joint" || edge.kind === "force";
  return isMechanical && isFirst ? [edge.to, edge.from] : [edge.from, edge.to];
}

/** Positions for all nodes, layered from the world outwards. */
export async function layOut(diagram: Diagram): Promise<Positions> {
  if (diagram.nodes.length > kMostForElk) return layOutMany(diagram);
  const elk = await loadElk();
  const children = new Map<string | undefined, DiagramNode[]>();
  for (const node of diagram.nodes) {
    const group = children.get(node.parent);
    if (group) group.push(node);
    else children.set(node.parent, [node]);
  }
  const elkNode = (node: DiagramNode): ElkNode => {
    const inner = node.isOpen ? (children.get(node.id) ?? []) : [];
    if (inner.length === 0) return { id: node.id, width: node.width, height: node.height };
    return {
      id: node.id,
      children: inner.map(elkNode),
      layoutOptions: {
        "elk.padding": `[top=${kInset.top},left=${kInset.side},bottom=${kInset.side},right=${kInset.side}]`,
      },
    };
  };
  const edges: ElkExtendedEdge[] = diagram.edges.map((edge) => {
    const [from, to] = directed(edge);
    return { id: edge.id, sources: [from], targets: [to] };
  });
  const arrange = (more: { [option: string]: string }) =>
    elk.layout({
      id: "@root",
      layoutOptions: { ...kOptions, ...more },
      children: (children.get(undefined) ?? []).map(elkNode),
      edges,
    });
  let laidOut = await arrange({});
  const { width = 0, height = 0 } = laidOut;
  const isWide = width > kWidest.width && width > kWidest.ratio * height;
  if (isWide && diagram.nodes.every((n) => !n.isOpen)) laidOut = await arrange(kWrapped);
  const positions: Positions = {};
  const collect = (node: ElkNode) => {
    for (const child of node.children ?? []) {
      // The 4 px grid of everything else.
      positions[child.id] = {
        x: 4 * Math.round((child.x ?? 0) / 4),
        y: 4 * Math.round((child.y ?? 0) / 4),
      };
      collect(child);
    }
  };
  collect(laidOut);
  return positions;
}

/** Twice, since an open composite part has its size from the positions of its parts. */
function layOutMany(diagram: Diagram): Positions {
  const own = new Map(diagram.nodes.map((n): [string, [number, number]] => [n.id, [n.width, n.height]]));
  const first = layOutQuickly(diagram, (id) => own.get(id)!);
  if (diagram.nodes.every((n) => !n.isOpen)) return first;
  const rects = placeNodes(diagram, first);
  return layOutQuickly(diagram, (id) => [rects.get(id)!.width, rects.get(id)!.height]);
}
