// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type uPlot from "uplot";
import { curveDash, themeColor } from "@holon/base/theme";
import type { Extent } from "@holon/base/data/pyramid";
import type { GuideSpec } from "@holon/protocol/report";
import type { Curve, Polyline } from "./curve";

/** Rows so far apart [CSS px] are marked by points. */
const kSparse = 12;

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
  for (const guide of guides) {
    ctx.stroke(
      trace(
        guide.x.flatMap((x, k) => [x, guide.y[k]]),
        toX,
        toY,
      ),
    );
    if (guide.label) writeLabel(ctx, guide, view, toX, toY, ratio);
  }
  for (const curve of curves) {
    if (curve.mark) {
      ctx.lineWidth = 2 * ratio;
      ctx.setLineDash([]);
      ctx.strokeStyle = color(curve.index);
      ctx.stroke(shapes(curve.mark, curve.thinned(null), toX, toY, kMark * ratio));
      continue;
    }
    const line = curve.overTime
      ? curve.thinnedOverTime(view.x, Math.max(1, Math.round(bbox.width)))
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

/** At the last point of a guide that is in sight, inwards of it. */
function writeLabel(
  ctx: CanvasRenderingContext2D,
  { x, y, label = "" }: GuideSpec,
  view: { x: Extent; y: Extent },
  toX: (x: number) => number,
  toY: (y: number) => number,
  ratio: number,
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
  ctx.fillStyle = themeColor("--muted");
  const [px, py] = [toX(x[last]), toY(y[last])];
  const isLeft = px < toX(0.5 * (view.x.min + view.x.max));
  const isTop = py < toY(0.5 * (view.y.min + view.y.max));
  ctx.textAlign = isLeft ? "left" : "right";
  ctx.textBaseline = isTop ? "top" : "bottom";
  const gap = 4 * ratio;
  ctx.fillText(label, px + (isLeft ? gap : -gap), py + (isTop ? gap : -gap));
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
