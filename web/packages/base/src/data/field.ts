// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { FieldSpec } from "@holon/protocol/report";
import { fromBase64 } from "./decode";

const kNoHeight = 65535;

function shorts(text: string): Uint16Array {
  const bytes = fromBase64(text);
  return new Uint16Array(bytes.slice().buffer);
}

/** Heights over cells at a time that may be set; the cells that this changes are reported. */
export class HeightField {
  readonly columns: number;
  readonly rows: number;
  /** [m] now; NaN where there is none. */
  readonly heights: Float32Array;
  /** [m] what each cell is compared with: the design, else the start. */
  readonly reference: Float32Array;
  readonly hasDesign: boolean;
  /** [m] the largest difference from the reference that is worth a colour of its own. */
  readonly span: number;
  private readonly start: Float32Array;
  private readonly cells: Uint32Array;
  private readonly levels: Uint16Array;
  private readonly ends: number[] = [];
  /** How many frames `heights` has taken in. */
  private taken = 0;

  constructor(readonly spec: FieldSpec) {
    this.columns = spec.columns;
    this.rows = spec.rows;
    this.start = this.decode(shorts(spec.start));
    this.heights = this.start.slice();
    this.hasDesign = spec.design !== undefined;
    this.reference = spec.design === undefined ? this.start : this.decode(shorts(spec.design));
    this.cells = new Uint32Array(fromBase64(spec.cells).slice().buffer);
    this.levels = shorts(spec.heights);
    let end = 0;
    for (const count of spec.counts) this.ends.push((end += count));
    this.span = this.findSpan();
  }

  /** Of a cell's height against its reference [m]. */
  error(cell: number): number {
    return this.heights[cell] - this.reference[cell];
  }

  /** Takes in what has changed until then; null where all may have changed. */
  setTime(time: number): number[] | null {
    const { times } = this.spec;
    let frames = 0;
    while (frames < times.length && times[frames] <= time + 1e-9) ++frames;
    if (frames === this.taken) return [];
    const goesBack = frames < this.taken;
    if (goesBack) this.heights.set(this.start);
    const from = goesBack ? 0 : this.endOf(this.taken);
    const to = this.endOf(frames);
    const { lowest, step } = this.spec;
    const changed: number[] = [];
    for (let k = from; k < to; ++k) {
      this.heights[this.cells[k]] = lowest + step * this.levels[k];
      if (!goesBack) changed.push(this.cells[k]);
    }
    this.taken = frames;
    return goesBack ? null : changed;
  }

  private endOf(frames: number): number {
    return frames === 0 ? 0 : this.ends[frames - 1];
  }

  private decode(levels: Uint16Array): Float32Array {
    const { lowest, step } = this.spec;
    return Float32Array.from(levels, (n) => (n === kNoHeight ? NaN : lowest + step * n));
  }

  /**
   * With a design, half of the cells that change were no farther from it at the start; else nine in
   * ten change by no more until the end.
   */
  private findSpan(): number {
    const { lowest, step } = this.spec;
    const end = this.start.slice();
    this.cells.forEach((cell, k) => (end[cell] = lowest + step * this.levels[k]));
    const shown = this.hasDesign ? this.start : end;
    const sizes = [...new Set(this.cells)]
      .map((cell) => Math.abs(shown[cell] - this.reference[cell]))
      .filter((size) => size > 0)
      .sort((a, b) => a - b);
    if (sizes.length === 0) return Math.max(1e-3, 100 * step);
    return niceAbove(sizes[Math.floor((this.hasDesign ? 0.5 : 0.9) * sizes.length)]);
  }
}

/** 1, 2 or 5 times a power of ten, at least `x`. */
function niceAbove(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  return ([1, 2, 5, 10].find((m) => m * power >= x * (1 - 1e-9)) ?? 10) * power;
}

/** Too low, right, too high; distinguishable with any kind of colour vision. */
const kLow = [0x21, 0x66, 0xac];
const kRight = [0xd9, 0xd2, 0xc3];
const kHigh = [0xb2, 0x41, 0x1a];
const kNothing = [0x9a, 0x9a, 0x9a];

/** Red, green and blue from 0 to 255 of a share from −1 to 1. */
export function errorColor(share: number, to: number[]): void {
  if (Number.isNaN(share)) {
    for (let k = 0; k < 3; ++k) to[k] = kNothing[k];
    return;
  }
  const end = share < 0 ? kLow : kHigh;
  // Small errors are seen as well.
  const strength = Math.min(1, Math.abs(share)) ** 0.7;
  for (let k = 0; k < 3; ++k) to[k] = kRight[k] + strength * (end[k] - kRight[k]);
}

/** A CSS gradient from −1 to 1. */
export function errorGradient(): string {
  const color = [0, 0, 0];
  const stops = Array.from({ length: 17 }, (_, k) => {
    errorColor(k / 8 - 1, color);
    return `rgb(${color.map(Math.round).join(" ")})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
