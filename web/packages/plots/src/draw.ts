// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type uPlot from "uplot";
import { curveDash, themeColor } from "@holon/base/theme";
import type { Extent } from "@holon/base/data/pyramid";
import type { GuideSpec } from "@holon/protocol/report";
import type { Curve, Polyline } from "./curve";

/** Rows so far apart [CSS px] are marked by points. */
const kSparse = 12;

/** Of bands, and of their edges. */
const kBandOpacity = 0.16;
const kEdgeOpacity = 0.45;

/** Half of a cross or circle [CSS px]. */
const kMark = 5.5;

/** Draws curves into uPlot's canvas, thinned to what its pixels can show. */
export function drawCurves(
  u: uPlot,
  curves: Curve[],
  view: { x: Extent; y: Extent },
  color: (index: number) => string,
  guides: GuideSpec[] = [],
): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio || 1;
  const toX = (x: number) =>
    bbox.left + ((x - view.x.min) / (view.x.max - view.x.min)) * bbox.width;
  const toY = (y: number) =>
    bbox.top + ((view.y.max - y) / (view.y.max - view.y.min)) * bbox.height;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineCap = "round";
  ctx.lineWidth = ratio;
  ctx.strokeStyle = themeColor("--muted");
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  const labels: Box[] = [];
  for (const guide of guides) {
    ctx.stroke(
      trace(
        guide.x.flatMap((x, k) => [x, guide.y[k]]),
        toX,
        toY,
      ),
    );
  }
  // Above all guides, none of which crosses a label.
  for (const guide of guides) {
    if (guide.label) writeLabel(ctx, guide, view, toX, toY, ratio, labels);
  }
  ctx.setLineDash([]);
  const columns = Math.max(1, Math.round(bbox.width));
  for (const curve of curves.filter((c) => c.isBand)) {
    const [upper, lower] = curve.edges(view.x, columns);
    ctx.fillStyle = color(curve.spec.hue ?? 0);
    ctx.globalAlpha = kBandOpacity;
    ctx.fill(area(upper, lower, toX, toY));
    ctx.strokeStyle = ctx.fillStyle;
    ctx.globalAlpha = kEdgeOpacity;
    ctx.lineWidth = ratio;
    for (const edge of [upper, lower]) ctx.stroke(trace(edge, toX, toY));
    ctx.globalAlpha = 1;
  }
  for (const curve of curves) {
    if (curve.isBand) continue;
    if (curve.mark && curve.mark !== "outline") {
      const points = curve.points(view.x);
      ctx.setLineDash([]);
      if (curve.mark === "dot") {
        const isDense = points.length / 2 > bbox.width / (3 * ratio);
        ctx.fillStyle = color(curve.index);
        ctx.fill(dots(points, toX, toY, (isDense ? 1.3 : 2.2) * ratio));
        continue;
      }
      ctx.lineWidth = 2 * ratio;
      ctx.strokeStyle =
        curve.spec.rejected === undefined ? color(curve.index) : themeColor("--bad");
      ctx.stroke(shapes(curve.mark, points, toX, toY, kMark * ratio));
      continue;
    }
    if (curve.mark === "outline") {
      ctx.setLineDash([]);
      ctx.lineWidth = ratio;
      ctx.strokeStyle = color(curve.spec.hue ?? curve.index);
      ctx.stroke(trace(curve.thinned(null), toX, toY));
      continue;
    }
    const line = curve.overTime
      ? curve.thinnedOverTime(view.x, columns)
      : curve.thinned(view);
    ctx.lineWidth = 1.6 * ratio;
    ctx.lineJoin = line.length > 4000 ? "bevel" : "round";
    ctx.setLineDash(curveDash(curve.index).map((length) => length * ratio));
    ctx.strokeStyle = ctx.fillStyle = color(curve.index);
    ctx.stroke(trace(line, toX, toY));
    const points = line.length / 2;
    if (points > 0 && bbox.width / points > kSparse * ratio) {
      ctx.fill(dots(line, toX, toY, 2.4 * ratio));
    }
  }
  ctx.restore();
}

/** left, top, right, bottom */
type Box = [number, number, number, number];

/** At the last point of a guide that is in sight, inwards of it; not over another label. */
function writeLabel(
  ctx: CanvasRenderingContext2D,
  { x, y, label = "" }: GuideSpec,
  view: { x: Extent; y: Extent },
  toX: (x: number) => number,
  toY: (y: number) => number,
  ratio: number,
  labels: Box[],
): void {
  let last = -1;
  x.forEach((value, k) => {
    const inside =
      value >= view.x.min && value <= view.x.max && y[k] >= view.y.min && y[k] <= view.y.max;
    if (inside) last = k;
  });
  if (last < 0) return;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  const [px, py] = [toX(x[last]), toY(y[last])];
  const isLeft = px < toX(0.5 * (view.x.min + view.x.max));
  const isTop = py < toY(0.5 * (view.y.min + view.y.max));
  ctx.textAlign = isLeft ? "left" : "right";
  ctx.textBaseline = isTop ? "top" : "bottom";
  const gap = 4 * ratio;
  const [tx, ty] = [px + (isLeft ? gap : -gap), py + (isTop ? gap : -gap)];
  const [width, height] = [ctx.measureText(label).width, 11 * ratio];
  const left = isLeft ? tx : tx - width;
  const top = isTop ? ty : ty - height;
  const box: Box = [left, top, left + width, top + height];
  const isFree = labels.every(
    (b) => b[2] < box[0] || b[0] > box[2] || b[3] < box[1] || b[1] > box[3],
  );
  if (isFree) {
    labels.push(box);
    ctx.fillStyle = themeColor("--paper");
    ctx.fillRect(left - ratio, top, width + 2 * ratio, height);
    ctx.fillStyle = themeColor("--muted");
    ctx.fillText(label, tx, ty);
  }
  ctx.restore();
}

function trace(line: Polyline, toX: (x: number) => number, toY: (y: number) => number): Path2D {
  const path = new Path2D();
  let down = false;
  for (let i = 0; i < line.length; i += 2) {
    const x = toX(line[i]);
    const y = toY(line[i + 1]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) down = false;
    else if (down) path.lineTo(x, y);
    else {
      path.moveTo(x, y);
      down = true;
    }
  }
  return path;
}

/** Between two edges, in pieces where both have values. */
function area(
  upper: Polyline,
  lower: Polyline,
  toX: (x: number) => number,
  toY: (y: number) => number,
): Path2D {
  const path = new Path2D();
  const [above, below] = [pieces(upper), pieces(lower)];
  for (let k = 0; k < Math.min(above.length, below.length); ++k) {
    above[k].forEach(([x, y], i) =>
      i === 0 ? path.moveTo(toX(x), toY(y)) : path.lineTo(toX(x), toY(y)),
    );
    for (const [x, y] of below[k].reverse()) path.lineTo(toX(x), toY(y));
    path.closePath();
  }
  return path;
}

/** A line between its gaps. */
function pieces(line: Polyline): [number, number][][] {
  const list: [number, number][][] = [];
  let isDown = false;
  for (let i = 0; i < line.length; i += 2) {
    const hasValue = Number.isFinite(line[i]) && Number.isFinite(line[i + 1]);
    if (hasValue && !isDown) list.push([]);
    if (hasValue) list[list.length - 1].push([line[i], line[i + 1]]);
    isDown = hasValue;
  }
  return list;
}

function dots(
  line: Polyline,
  toX: (x: number) => number,
  toY: (y: number) => number,
  radius: number,
): Path2D {
  const path = new Path2D();
  for (let i = 0; i < line.length; i += 2) {
    const x = toX(line[i]);
    const y = toY(line[i + 1]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return path;
}

function shapes(
  mark: "cross" | "circle",
  points: Polyline,
  toX: (x: number) => number,
  toY: (y: number) => number,
  half: number,
): Path2D {
  const path = new Path2D();
  for (let i = 0; i < points.length; i += 2) {
    const x = toX(points[i]);
    const y = toY(points[i + 1]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (mark === "circle") {
      path.moveTo(x + half, y);
      path.arc(x, y, half, 0, 2 * Math.PI);
      continue;
    }
    path.moveTo(x - half, y - half);
    path.lineTo(x + half, y + half);
    path.moveTo(x - half, y + half);
    path.lineTo(x + half, y - half);
  }
  return path;
}
