// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { useStore } from "@xyflow/react";
import { useEffect, useMemo, useRef } from "react";
import { useTheme } from "../shell/theme_state";
import type { Diagram, Rect } from "./graph";

/** Below this zoom names cannot be read, and large diagrams are drawn as an image. */
export const kOverviewZoom = 0.22;

interface Props {
  diagram: Diagram;
  /** In the diagram's own coordinates. */
  rects: Map<string, Rect>;
  selection: ReadonlySet<string>;
}

/** Thousands of parts from afar: boxes and lines of one image in place of elements of the page. */
export function Overview({ diagram, rects, selection }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore((s) => s.transform);
  const width = useStore((s) => s.width);
  const height = useStore((s) => s.height);
  const theme = useTheme();
  const paths = useMemo(() => {
    const boxes = new Map<string, Path2D>();
    for (const node of diagram.nodes) {
      const rect = rects.get(node.id);
      if (!rect) continue;
      const kind = node.part?.kind ?? node.other?.kind ?? "world";
      let path = boxes.get(kind);
      if (!path) boxes.set(kind, (path = new Path2D()));
      path.rect(rect.x, rect.y, rect.width, rect.height);
    }
    const lines = new Map<string, Path2D>();
    for (const { kind, from, to } of diagram.edges) {
      const [a, b] = [rects.get(from), rects.get(to)];
      if (!a || !b) continue;
      let path = lines.get(kind);
      if (!path) lines.set(kind, (path = new Path2D()));
      path.moveTo(a.x + a.width / 2, a.y + a.height / 2);
      path.lineTo(b.x + b.width / 2, b.y + b.height / 2);
    }
    return { boxes, lines };
  }, [diagram, rects]);
  useEffect(() => {
    const element = canvas.current!;
    const ratio = devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext("2d")!;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim() || "#59626c";
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    context.lineWidth = 0.8 / zoom;
    for (const [kind, path] of paths.lines) {
      context.strokeStyle = colour(`--link-${kind}`);
      context.stroke(path);
    }
    for (const [kind, path] of paths.boxes) {
      context.fillStyle = colour(`--kind-${kind}`);
      context.fill(path);
    }
    context.strokeStyle = colour("--accent");
    context.lineWidth = 3 / zoom;
    for (const id of selection) {
      const rect = rects.get(id);
      const room = 3 / zoom;
      if (rect) context.strokeRect(rect.x - room, rect.y - room, rect.width + 2 * room, rect.height + 2 * room);
    }
  }, [paths, rects, selection, x, y, zoom, width, height, theme]);
  return <canvas ref={canvas} className="diagram-overview" aria-hidden="true" />;
}

/** The innermost node at a point of the diagram. */
export function nodeAt(diagram: Diagram, rects: Map<string, Rect>, x: number, y: number): string | null {
  let found: string | null = null;
  // Those of open composite parts come after them.
  for (const { id, part } of diagram.nodes) {
    const r = rects.get(id);
    if (part && r && x >= r.x && x <= r.x + r.width && y >= r.y && y <= r.y + r.height) found = id;
  }
  return found;
}
