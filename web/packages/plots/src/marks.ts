// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { curveColor } from "@holon/base/theme";
import type { Plot } from "./plot";

/** More dots than these say nothing. */
const kMostDots = 16;

/** What moves over a plot: lines at the page's time and at the pointer's, dots on the curves. */
export class Marks {
  private readonly now = h("div", { class: "mark-now" });
  private readonly hover = h("div", { class: "mark-hover" });
  private readonly dots: HTMLElement[];
  private readonly rings: HTMLElement[];

  constructor(private readonly plot: Plot) {
    const few = plot.curves.length <= kMostDots ? plot.curves : [];
    this.dots = few.map(() => h("div", { class: "mark-dot" }));
    this.rings = few.map(() => h("div", { class: "mark-dot mark-ring" }));
    this.recolor();
  }

  attach(over: HTMLElement): void {
    if (this.plot.spec.x.is_time) over.append(this.now, this.hover);
    over.append(...this.dots, ...this.rings);
  }

  recolor(): void {
    for (const marks of [this.dots, this.rings]) {
      marks.forEach((mark, index) => {
        mark.style.setProperty("--curve", curveColor(this.plot.curves[index].index));
      });
    }
  }

  place(): void {
    const { u, linked, spec } = this.plot;
    if (!u) return;
    const hover = linked.hover.value;
    if (spec.x.is_time) {
      this.line(this.now, linked.clock.time.value);
      this.line(this.hover, hover);
      this.points(this.dots, hover === null ? linked.clock.time.value : null);
    } else {
      // Points have a ring where the pointer is; there is no time to show in a map of them.
      const isMap = this.plot.curves.every((c) => c.mark);
      this.points(this.dots, isMap ? null : linked.clock.time.value);
    }
    this.points(this.rings, hover);
  }

  private line(mark: HTMLElement, time: number | null): void {
    const u = this.plot.u!;
    const left = time === null ? NaN : u.valToPos(this.plot.xOf(time), "x");
    move(mark, left, 0, left >= -0.5 && left <= u.over.clientWidth + 0.5);
  }

  private points(marks: HTMLElement[], time: number | null): void {
    const u = this.plot.u!;
    marks.forEach((mark, index) => {
      const shown = time !== null && this.plot.visible[index];
      const curve = this.plot.curves[index];
      // Points over time are measurements, between which there is nothing.
      const hasPoint = shown && !(this.plot.spec.x.is_time && curve.mark);
      const point = hasPoint ? curve.at(time) : null;
      const x = point ? u.valToPos(point.x, "x") : NaN;
      const y = point ? u.valToPos(point.y, "y") : NaN;
      const inside =
        x >= -1 && y >= -1 && x <= u.over.clientWidth + 1 && y <= u.over.clientHeight + 1;
      move(mark, x, y, inside);
    });
  }
}

function move(mark: HTMLElement, x: number, y: number, shown: boolean): void {
  mark.style.visibility = shown ? "visible" : "hidden";
  if (shown) mark.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
}
