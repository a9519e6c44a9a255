// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Background,
  BackgroundVariant,
  type Connection,
  type EdgeChange,
  getViewportForBounds,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from "@xyflow/react";
import type { LegalTarget } from "@holon/protocol/messages";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { kDragType } from "../outline/palette";
import { toggleOpen } from "../outline/outline";
import { Icon } from "../shell/glyphs";
import { addPart, ask, edit, removeSelection } from "../state/actions";
import { type Positions, desk, say, select, setDesk, useDesk } from "../state/store";
import { LinkEdge, type LinkFlowEdge, Markers } from "./link_edge";
import { Legend } from "./legend";
import { absolute, isSameShape, makeDiagram, placeNodes, withDragged } from "./graph";
import { Kept, Made, useRoutes } from "./kept";
import { layOut } from "./layout";
import { Overview, kOverviewZoom, nodeAt } from "./overview";
import { type PartFlowNode, PartNodeView } from "./part_node";
import { Versions } from "./versions";
import { routeDragged, routeEdges } from "./route";

const kNodeTypes = { part: PartNodeView };
const kEdgeTypes = { link: LinkEdge };
/** Beyond so many parts only what is in sight is drawn, and all of them as an image. */
const kMany = 400;
const kNone: never[] = [];
const kLeastZoom = 0.02;

const makeKept = () => ({
  nodes: new Made<PartFlowNode>(),
  edges: new Kept<LinkFlowEdge>(["data", "edge", "links"]),
});

export default function DiagramView() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

function Canvas() {
  const model = useDesk((s) => s.model)!;
  const opened = useDesk((s) => s.opened);
  const selection = useDesk((s) => s.selection);
  const link = useDesk((s) => s.link);
  const proposed = useDesk((s) => s.proposed);
  const compared = useDesk((s) => s.compared?.parts);
  const [dragged, setDragged] = useState<Positions>({});
  const [legal, setLegal] = useState<Map<string, LegalTarget> | null>(null);
  const flow = useReactFlow();

  const diagram = useMemo(
    () => makeDiagram(model, opened),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [model.parts, model.links, opened],
  );
  // A changed value moves nothing.
  const known = useRef(diagram);
  if (!isSameShape(known.current, diagram)) known.current = diagram;
  const shape = known.current;
  const placed = useMemo(
    () => placeNodes(shape, model.layout, proposed),
    [shape, model.layout, proposed],
  );
  const rects = useMemo(
    () => withDragged(shape, placed, dragged, (moved) => placeNodes(shape, moved, model.layout, proposed)),
    [shape, placed, dragged, model.layout, proposed],
  );
  const whole = useMemo(() => absolute(shape, rects), [shape, rects]);
  const shapes = useMemo(
    () => shape.edges.map((e) => ({ ...e, isFeedback: /^(signal|filter)/.test(e.kind) })),
    [shape],
  );
  const isLarge = diagram.nodes.length > kMany;
  useLayoutEffect(() => {
    const moved = Object.keys(dragged);
    useRoutes.setState(({ routes }) => ({
      routes: isLarge && moved.length > 0 ? routeDragged(routes, shapes, whole, moved) : routeEdges(shapes, whole),
    }));
  }, [shapes, whole, dragged, isLarge]);
  const chosen = useMemo(() => new Set(selection), [selection]);
  const isFar = useStore((s) => s.transform[2] < kOverviewZoom) && isLarge;
  const store = useStoreApi();
  const showAll = useCallback(() => {
    const { width, height } = store.getState();
    const all = [...wholeNow.current.values()];
    if (all.length === 0 || width === 0) return;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const r of all) {
      left = Math.min(left, r.x);
      top = Math.min(top, r.y);
      right = Math.max(right, r.x + r.width);
      bottom = Math.max(bottom, r.y + r.height);
    }
    const bounds = { x: left, y: top, width: right - left, height: bottom - top };
    void flow.setViewport(getViewportForBounds(bounds, width, height, kLeastZoom, 1, 0.08));
  }, [flow, store]);
  const wholeNow = useRef(whole);
  wholeNow.current = whole;
  // React Flow shows all of what it has; of a large diagram it has nothing from afar.
  const hasSize = useStore((s) => s.width > 0);
  useEffect(() => {
    if (hasSize && isLarge) showAll();
  }, [hasSize, isLarge, showAll]);
  useAutomaticLayout(shape, model.layout, proposed, showAll);

  // A drag is over when the server has the position.
  useEffect(() => setDragged({}), [model.layout]);

  const findings = useMemo(() => {
    const worst = new Map<string, "error" | "warning">();
    for (const { part, severity } of model.findings) {
      if (!part || severity === "note") continue;
      const id = part.replace(/\[\d+\]/g, "");
      if (worst.get(id) !== "error") worst.set(id, severity);
    }
    return worst;
  }, [model.findings]);
  const mainOutputs = useMemo(() => {
    const main = new Map<string, string>();
    for (const o of model.outputs) {
      if (o.isMain && o.components.length === 0 && !main.has(o.part)) main.set(o.part, o.name);
    }
    return main;
  }, [model.outputs]);

  const kept = useMemo(makeKept, []);
  const nodes = useMemo(() => {
    const list = diagram.nodes.map(({ id, part, other, parent, isOpen }) => {
      const rect = rects.get(id)!;
      const from = [part, other?.name, parent, isOpen, rect.x, rect.y, rect.width, rect.height];
      const marks = [chosen.has(id), findings.get(id), mainOutputs.get(id), legal?.get(id), compared?.[id]];
      return kept.nodes.get(id, [...from, ...marks], (): PartFlowNode => {
        const target = legal?.get(id);
        return {
          id,
          type: "part",
          position: { x: rect.x, y: rect.y },
          parentId: parent,
          extent: undefined,
          width: rect.width,
          height: rect.height,
          selected: chosen.has(id),
          selectable: part !== null,
          deletable: false,
          zIndex: isOpen ? 0 : 1,
          ariaLabel: part ? `${part.name}, ${part.type}` : `${other?.name} ${other?.type}`,
          data: {
            part,
            other,
            isOpen,
            finding: findings.get(id),
            output: mainOutputs.get(id),
            legality: target ? (target.legal ? "legal" : "refused") : undefined,
            reason: target?.reason,
            change: compared?.[id],
          },
        };
      });
    });
    kept.nodes.turn();
    return list;
  }, [kept, diagram, rects, chosen, findings, mainOutputs, legal, compared]);
  const edges = useMemo(
    () =>
      kept.edges.take(shape.edges.map((edge): LinkFlowEdge => {
        const isOwn = chosen.has(edge.from) || chosen.has(edge.to);
        const isChosen = link !== null && edge.links.some((l) => l.id === link);
        return {
          id: edge.id,
          type: "link",
          source: edge.from,
          target: edge.to,
          selected: isChosen,
          deletable: false,
          focusable: false,
          zIndex: isChosen || isOwn ? 2 : 1,
          data: { edge, isNear: isOwn, isChosen },
        };
      })),
    [kept, shape, chosen, link],
  );

  const onNodesChange = useCallback((changes: NodeChange<PartFlowNode>[]) => {
    const moves: Positions = {};
    let isDone = false;
    let marked: string[] | null = null;
    for (const change of changes) {
      if (change.type === "position" && change.position) {
        moves[change.id] = change.position;
        isDone ||= change.dragging === false;
      } else if (change.type === "select") {
        const now: string[] = marked ?? desk().selection;
        marked = change.selected
          ? [...now.filter((id) => id !== change.id), change.id]
          : now.filter((id) => id !== change.id);
      }
    }
    if (marked) select(marked);
    if (Object.keys(moves).length === 0) return;
    setDragged((before) => ({ ...before, ...moves }));
    if (isDone) movedTo(moves);
  }, []);
  const onEdgesChange = useCallback((changes: EdgeChange<LinkFlowEdge>[]) => {
    for (const change of changes) {
      if (change.type !== "select" || !change.selected) continue;
      const edge = flow.getEdge(change.id) as LinkFlowEdge | undefined;
      const first = edge?.data?.edge.links[0];
      if (first) setDesk({ link: first.id, selection: [] });
    }
  }, [flow]);

  const onConnectStart = useCallback((_: unknown, { nodeId }: { nodeId: string | null }) => {
    if (!nodeId) return;
    void ask("links.legal", { part: nodeId }).then((answer) => {
      if (!answer) return;
      const best = new Map<string, LegalTarget>();
      for (const target of answer.targets) {
        if (!best.get(target.part)?.legal) best.set(target.part, target);
      }
      setLegal(best);
    });
  }, []);
  const onConnect = useCallback(({ source, target }: Connection) => {
    // Several values of a part may take it: the dialog lists them.
    void ask("links.legal", { part: source }).then((answer) => {
      const fitting = answer?.targets.filter((t) => t.part === target && t.legal && t.edits) ?? [];
      const refused = answer?.targets.find((t) => t.part === target && !t.legal);
      if (fitting.length === 1) void edit(`Link ${source} and ${target}`, fitting[0].edits!);
      else if (fitting.length > 1) setDesk({ overlay: { kind: "link", part: source, label: undefined } });
      else say("error", `No link from ${source} to ${target}: ${refused?.reason ?? "no value there takes it"}.`);
    });
  }, []);

  const onDrop = (event: React.DragEvent) => {
    const type = event.dataTransfer.getData(kDragType);
    if (!type) return;
    event.preventDefault();
    void addPart(type, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };

  const under = (event: React.MouseEvent) => {
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
    return nodeAt(diagram, whole, x, y);
  };

  return (
    <div
      className="diagram-view"
      data-far={isFar || undefined}
      onDoubleClick={(e) => {
        if (!isFar || !(e.target as Element).classList.contains("react-flow__pane")) return;
        const { x, y } = flow.screenToFlowPosition({ x: e.clientX, y: e.clientY }, { snapToGrid: false });
        void flow.setCenter(x, y, { zoom: 1 });
      }}
      onDragOver={(e) => e.dataTransfer.types.includes(kDragType) && e.preventDefault()}
      onDrop={onDrop}
    >
      <Markers />
      <ReactFlow<PartFlowNode, LinkFlowEdge>
        nodes={isFar ? kNone : nodes}
        edges={isFar ? kNone : edges}
        nodeTypes={kNodeTypes}
        edgeTypes={kEdgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnectStart={onConnectStart}
        onConnectEnd={() => setLegal(null)}
        onConnect={onConnect}
        onNodeDoubleClick={(_, node) => node.data.part?.parts && toggleOpen(node.id)}
        onPaneClick={(e) => {
          const id = isFar ? under(e) : null;
          select(id ? [id] : []);
        }}
        onlyRenderVisibleElements={isLarge}
        snapToGrid
        snapGrid={[4, 4]}
        minZoom={kLeastZoom}
        maxZoom={2.5}
        fitView
        fitViewOptions={{ padding: 0.08, maxZoom: 1 }}
        deleteKeyCode={null}
        multiSelectionKeyCode={["Control", "Meta", "Shift"]}
        selectionKeyCode="Shift"
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
        onKeyDown={(e) => {
          if (e.key !== "Delete" && e.key !== "Backspace") return;
          e.stopPropagation();
          void removeSelection();
        }}
      >
        {!isFar && <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />}
      </ReactFlow>
      {isFar && <Overview diagram={shape} rects={whole} selection={chosen} />}
      {model.parts.length === 0 && (
        <div className="diagram-empty">
          <p>No parts yet.</p>
          <button className="primary-button" onClick={() => setDesk({ overlay: { kind: "add" } })}>
            <Icon name="plus" /> Add a part <kbd>A</kbd>
          </button>
        </div>
      )}
      <div className="diagram-tools">
        <button className="square-small" title="Show all (F)" aria-label="Show all" onClick={showAll}>
          <Icon name="fit" />
        </button>
        <button
          className="square-small"
          title="Lay out automatically: discards the saved positions"
          aria-label="Lay out automatically"
          onClick={() => void layOutAnew(diagram).then(() => setTimeout(showAll, 50))}
        >
          <Icon name="layout" />
        </button>
        <button className="square-small" title="Add a part (A)" aria-label="Add a part" onClick={() => setDesk({ overlay: { kind: "add" } })}>
          <Icon name="plus" />
        </button>
      </div>
      <Versions />
      <Legend kinds={[...new Set(diagram.edges.map((e) => e.kind))]} />
    </div>
  );
}

/** Positions for what has none: a first look at a model, a composite part that was opened. */
function useAutomaticLayout(
  diagram: ReturnType<typeof makeDiagram>,
  layout: Positions,
  proposed: Positions,
  showAll: () => void,
): void {
  const asked = useRef("");
  useEffect(() => {
    const lost = diagram.nodes.filter((n) => !layout[n.id] && !proposed[n.id]);
    const key = lost.map((n) => n.id).join(" ");
    const isNew = Object.keys(proposed).length === 0;
    if (lost.length === 0 || key === asked.current) return;
    asked.current = key;
    // Links come with the first check: a layout without them would be of no use.
    if (isNew && diagram.edges.length === 0 && desk().model!.checked < desk().model!.revision) {
      asked.current = "";
      return;
    }
    void layOut(diagram).then((positions) => {
      // What was there stays where it was, unless it is an open part's room.
      const lostIds = new Set(lost.map((n) => n.id));
      const onlyNew = Object.fromEntries(
        Object.entries(positions).filter(([id]) => isNew || lostIds.has(id)),
      );
      const anyKnown = diagram.nodes.some((n) => layout[n.id] || proposed[n.id]);
      const inner = new Set(diagram.nodes.filter((n) => n.parent).map((n) => n.id));
      const taken = anyKnown && !isNew
        ? Object.fromEntries(Object.entries(onlyNew).filter(([id]) => inner.has(id)))
        : onlyNew;
      setDesk((s) => ({ proposed: { ...s.proposed, ...taken } }));
      if (isNew) setTimeout(showAll, 60);
    }, (error: unknown) => say("error", `No automatic layout: ${String(error)}`));
  }, [diagram, layout, proposed, showAll]);
}

/** A fresh layout; saved positions are removed from the model's `layout:`. */
async function layOutAnew(diagram: ReturnType<typeof makeDiagram>): Promise<void> {
  const positions = await layOut(diagram);
  const saved = Object.keys(desk().model?.layout ?? {});
  setDesk({ proposed: positions });
  if (saved.length > 0) {
    await edit("Lay out automatically", [
      { layout: Object.fromEntries(saved.map((id) => [id, null])) },
    ]);
  }
}

/** Saves positions in the model, those of an example for this page only. */
function movedTo(moves: Positions): void {
  const { model } = desk();
  const rounded = Object.fromEntries(
    Object.entries(moves).map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]),
  );
  setDesk((s) => ({ proposed: { ...s.proposed, ...rounded } }));
  if (!model || model.readOnly) return;
  const names = Object.keys(rounded);
  void edit(`Move ${names.length > 3 ? `${names.length} parts` : names.join(", ")}`, [
    { layout: rounded },
  ]);
}
