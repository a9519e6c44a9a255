// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { tickExponent } from "@holon/base/numbers";
import type { PlotSpec } from "@holon/protocol/report";
import type { Extent } from "@holon/base/data/pyramid";
import { type Curve, padded, united } from "./curve";

export interface View {
  x: Extent;
  y: Extent;
}

/** The drawing's size [CSS px or device px]. */
export interface Box {
  width: number;
  height: number;
}

/** The part of its plane that a plot shows, and the powers of ten of its ticks. */
export class PlotView {
  /** What the reader zoomed to; x only where the plot is not over time. */
  zoomed: Partial<View> = {};
  shown: View = { x: { min: 0, max: 1 }, y: { min: 0, max: 1 } };
  exponents = { x: 0, y: 0 };

  constructor(
    private readonly spec: PlotSpec,
    private readonly curves: Curve[],
  ) {}

  wholeX(): Extent {
    return united(this.curves.map((c) => c.xExtent())) ?? { min: 0, max: 1 };
  }

  wholeY(): Extent {
    const whole = united(this.curves.map((c) => c.yExtent(null))) ?? { min: 0, max: 1 };
    return this.spec.y.is_log ? { min: 10 ** whole.min, max: 10 ** whole.max } : whole;
  }

  /** After rows, range, size or choice of curves have changed. */
  update(shown: Curve[], time: Extent, xOf: (time: number) => number, box: Box): void {
    let x: Extent;
    if (this.spec.x.is_time) {
      const ends = [xOf(time.min), xOf(time.max)];
      x = { min: Math.min(...ends), max: Math.max(...ends) };
      if (x.min === x.max) x = padded(x, 0);
    } else {
      const whole = united(shown.map((c) => c.xExtent())) ?? { min: 0, max: 1 };
      x = this.zoomed.x ?? padded(whole, 0.04);
    }
    const inSight = united(shown.map((c) => c.yExtent(this.spec.x.is_time ? x : null)));
    // Above points there is room for the labels of guides.
    const room = shown.length > 0 && shown.every((c) => c.mark) ? 0.14 : 0.06;
    let y = this.zoomed.y ?? padded(inSight ?? { min: 0, max: 1 }, room);
    if (this.spec.view && !this.zoomed.x && !this.zoomed.y) {
      const [left, right, bottom, top] = this.spec.view;
      x = { min: left, max: right };
      y = { min: bottom, max: top };
    }
    this.shown = this.spec.equal_scales ? equalized({ x, y }, box) : { x, y };
    this.exponents = {
      x: this.spec.x.is_log ? 0 : tickExponent(Math.max(Math.abs(x.min), Math.abs(x.max))),
      y: this.spec.y.is_log ? 0 : tickExponent(Math.max(Math.abs(y.min), Math.abs(y.max))),
    };
  }
}

/** Widens one axis so that both have the same scale. */
function equalized({ x, y }: View, { width, height }: Box): View {
  const perPixel = Math.max((x.max - x.min) / width, (y.max - y.min) / height);
  const widen = ({ min, max }: Extent, pixels: number): Extent => {
    const middle = 0.5 * (min + max);
    return { min: middle - 0.5 * perPixel * pixels, max: middle + 0.5 * perPixel * pixels };
  };
  return { x: widen(x, width), y: widen(y, height) };
}
