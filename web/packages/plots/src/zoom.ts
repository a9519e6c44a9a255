// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type uPlot from "uplot";
import type { Extent } from "@holon/base/data/pyramid";
import type { Plot } from "./plot";

/** What a pointer and the keys do to a plot: zoom, pan, reset, point at a time, set the time. */
export function bindZoom(plot: Plot, u: uPlot): void {
  const { over } = u;
  const overTime = plot.spec.x.is_time;
  const range = (axis: "x" | "y"): Extent => ({
    min: u.scales[axis].min!,
    max: u.scales[axis].max!,
  });

  const zoomAt = (axis: "x" | "y", share: number, factor: number) => {
    const { min, max } = range(axis);
    const fixed = min + share * (max - min);
    plot.zoom({
      [axis]: { min: fixed + (min - fixed) * factor, max: fixed + (max - fixed) * factor },
    });
  };
  const pan = (axis: "x" | "y", share: number, from = range(axis)) => {
    const by = share * (from.max - from.min);
    plot.zoom({ [axis]: { min: from.min + by, max: from.max + by } });
  };

  // uPlot's own drag selects; what it selected becomes the range.
  u.hooks.setSelect = [
    () => {
      const { left, top, width, height } = u.select;
      if (width < 4 && height < 4) return;
      const view: { x?: Extent; y?: Extent } = {
        x: { min: u.posToVal(left, "x"), max: u.posToVal(left + width, "x") },
      };
      if (!overTime) view.y = { min: u.posToVal(top + height, "y"), max: u.posToVal(top, "y") };
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      plot.zoom(view);
    },
  ];

  let pressed = { x: 0, y: 0 };
  over.addEventListener(
    "mousedown",
    (event) => {
      pressed = { x: event.clientX, y: event.clientY };
      if (!event.shiftKey) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      const from = { x: range("x"), y: range("y") };
      const move = (to: MouseEvent) => {
        pan("x", (pressed.x - to.clientX) / over.clientWidth, from.x);
        if (!overTime) pan("y", (to.clientY - pressed.y) / over.clientHeight, from.y);
      };
      addEventListener("mousemove", move);
      addEventListener("mouseup", () => removeEventListener("mousemove", move), { once: true });
    },
    true,
  );
  over.addEventListener("click", (event) => {
    const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    const time = timeAt(plot, u, event);
    if (moved > 3 || event.shiftKey || time === null) return;
    plot.linked.clock.pause();
    plot.linked.clock.set(time);
  });
  over.addEventListener(
    "dblclick",
    (event) => {
      event.stopImmediatePropagation();
      plot.resetZoom();
    },
    true,
  );
  over.addEventListener("pointermove", (event) => plot.linked.hover.set(timeAt(plot, u, event)));
  over.addEventListener("pointerleave", () => plot.linked.hover.set(null));

  u.root.addEventListener(
    "wheel",
    (event) => {
      const box = over.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      const y = (box.bottom - event.clientY) / box.height;
      const onX = y < 0;
      const onY = x < 0;
      if (!event.ctrlKey && !event.metaKey && !onX && !onY) return;
      event.preventDefault();
      const factor = Math.exp(
        Math.sign(event.deltaY) * Math.min(0.4, Math.abs(event.deltaY) / 300),
      );
      if (!onY) zoomAt("x", Math.min(1, Math.max(0, x)), factor);
      if (onY || (!overTime && !onX)) zoomAt("y", Math.min(1, Math.max(0, y)), factor);
    },
    { passive: false },
  );

  over.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      "+": () => zoomAt("x", 0.5, 0.7),
      "=": () => zoomAt("x", 0.5, 0.7),
      "-": () => zoomAt("x", 0.5, 1 / 0.7),
      "0": () => plot.resetZoom(),
      a: () => pan("x", -0.15),
      d: () => pan("x", 0.15),
      ...(plot.linked.isPage || !overTime ? {} : cursorKeys(plot, u, event.shiftKey)),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}

/** The cursor of a plot that is not over the page's time, by parts of what is shown. */
function cursorKeys(plot: Plot, u: uPlot, large: boolean): Record<string, () => void> {
  const { clock } = plot.linked;
  const move = (direction: number) => () => {
    const step = ((u.scales.x.max! - u.scales.x.min!) / (large ? 20 : 200)) * direction;
    clock.set(plot.timeOf(plot.xOf(clock.time.value) + step));
  };
  return {
    ArrowLeft: move(-1),
    ArrowRight: move(1),
    Home: () => clock.set(clock.begin),
    End: () => clock.set(clock.end),
  };
}

/** The time under the pointer: of x, or of the nearest point of a curve. */
function timeAt(plot: Plot, u: uPlot, event: MouseEvent): number | null {
  const box = u.over.getBoundingClientRect();
  const left = event.clientX - box.left;
  const top = event.clientY - box.top;
  const { clock } = plot.linked;
  if (plot.spec.x.is_time) {
    const time = plot.timeOf(u.posToVal(left, "x"));
    return Math.min(clock.end, Math.max(clock.begin, time));
  }
  const kReach = 24;
  let best: number | null = null;
  let least = kReach * kReach;
  plot.curves.forEach((curve, index) => {
    if (!plot.visible[index]) return;
    const stride = Math.max(1, Math.floor(curve.table.rows / 20000));
    for (let row = 0; row < curve.table.rows; row += stride) {
      const dx = u.valToPos(curve.x(row), "x") - left;
      const dy = u.valToPos(curve.heightOf(row), "y") - top;
      const distance = dx * dx + dy * dy;
      if (distance < least) {
        least = distance;
        best = curve.table.times[row];
      }
    }
  });
  return best;
}
