// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Rect } from "./graph";

export interface Route {
  path: string;
  /** Where its label stands. */
  label: { x: number; y: number };
}

type Side = "left" | "right" | "top" | "bottom";

interface End {
  edge: string;
  isFrom: boolean;
  /** Where the other end lies, along the side. */
  toward: number;
}

interface Shape {
  id: string;
  from: string;
  to: string;
  /** Where it leads back to the left, it passes below, as feedback does. */
  isFeedback?: boolean;
}

const kOutward: Record<Side, [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
};

const centre = (r: Rect) => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

/** Between rectangles side by side, for a line to bend [px]. */
const kRoom = 20;

/**
 * The sides by which an edge leaves and arrives: left and right where there is room, since layers
 * stand from left to right, else those that face each other across the wider gap.
 */
function sidesOf(a: Rect, b: Rect, isFeedback: boolean): [Side, Side] {
  const right = b.x - (a.x + a.width);
  const left = a.x - (b.x + b.width);
  const below = b.y - (a.y + a.height);
  const above = a.y - (b.y + b.height);
  if (right >= kRoom) return ["right", "left"];
  if (left >= kRoom) return isFeedback ? ["bottom", "bottom"] : ["left", "right"];
  const widest = Math.max(right, left, below, above);
  if (widest === right) return ["right", "left"];
  if (widest === left) return ["left", "right"];
  return widest === below ? ["bottom", "top"] : ["top", "bottom"];
}

/**
 * Curves between rectangles. Ends at one side of a rectangle are spread along it in the order of
 * their other ends, so that they do not cross there.
 */
export function routeEdges(edges: Shape[], rects: Map<string, Rect>): Map<string, Route> {
  const sides = new Map<string, [Side, Side]>();
  const ends = new Map<string, End[]>();
  const add = (node: string, side: Side, end: End) => {
    const key = `${node} ${side}`;
    const list = ends.get(key);
    if (list) list.push(end);
    else ends.set(key, [end]);
  };
  for (const { id, from, to, isFeedback = false } of edges) {
    const [a, b] = [rects.get(from), rects.get(to)];
    if (!a || !b) continue;
    const pair = sidesOf(a, b, isFeedback);
    sides.set(id, pair);
    const along = (side: Side, r: Rect) =>
      side === "left" || side === "right" ? centre(r).y : centre(r).x;
    add(from, pair[0], { edge: id, isFrom: true, toward: along(pair[0], b) });
    add(to, pair[1], { edge: id, isFrom: false, toward: along(pair[1], a) });
  }
  const points = new Map<string, { x: number; y: number }>();
  for (const [key, list] of ends) {
    const split = key.lastIndexOf(" ");
    const rect = rects.get(key.slice(0, split))!;
    const side = key.slice(split + 1) as Side;
    list.sort((p, q) => p.toward - q.toward || (p.edge < q.edge ? -1 : 1));
    const isUpright = side === "left" || side === "right";
    const length = isUpright ? rect.height : rect.width;
    const gap = Math.min(14, (length - 12) / Math.max(1, list.length - 1));
    list.forEach((end, k) => {
      const shift = (k - (list.length - 1) / 2) * gap;
      const { x, y } = centre(rect);
      points.set(`${end.edge} ${end.isFrom}`, {
        x: isUpright ? (side === "left" ? rect.x : rect.x + rect.width) : x + shift,
        y: isUpright ? y + shift : side === "top" ? rect.y : rect.y + rect.height,
      });
    });
  }
  const routes = new Map<string, Route>();
  for (const { id } of edges) {
    const pair = sides.get(id);
    if (!pair) continue;
    const a = points.get(`${id} true`)!;
    const b = points.get(`${id} false`)!;
    const distance = Math.hypot(b.x - a.x, b.y - a.y);
    const isBelow = pair[0] === "bottom" && pair[1] === "bottom";
    const reach = isBelow
      ? Math.min(110, 24 + 0.14 * distance + 0.5 * Math.abs(b.y - a.y))
      : Math.min(120, Math.max(18, 0.42 * distance));
    const [ua, ub] = [kOutward[pair[0]], kOutward[pair[1]]];
    const p = { x: a.x + reach * ua[0], y: a.y + reach * ua[1] };
    const q = { x: b.x + reach * ub[0], y: b.y + reach * ub[1] };
    const n = (v: number) => v.toFixed(1);
    routes.set(id, {
      path: `M${n(a.x)} ${n(a.y)}C${n(p.x)} ${n(p.y)} ${n(q.x)} ${n(q.y)} ${n(b.x)} ${n(b.y)}`,
      label: {
        x: (a.x + 3 * p.x + 3 * q.x + b.x) / 8,
        y: (a.y + 3 * p.y + 3 * q.y + b.y) / 8,
      },
    });
  }
  return routes;
}

/**
 * While nodes of a large diagram are dragged: their own edges anew, all others as they were. What
 * moves apart at the sides of their neighbours follows at the end of the drag.
 */
export function routeDragged(
  routes: Map<string, Route>,
  edges: Shape[],
  rects: Map<string, Rect>,
  moved: string[],
): Map<string, Route> {
  const isMoved = (id: string) => moved.some((m) => id === m || id.startsWith(`${m}.`));
  const own = edges.filter((e) => isMoved(e.from) || isMoved(e.to) || !routes.has(e.id));
  return new Map([...routes, ...routeEdges(own, rects)]);
}
