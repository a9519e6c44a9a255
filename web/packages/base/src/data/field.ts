// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { FieldSpec, HeightScale } from "@holon/protocol/report";
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
  }

  /** Of a cell's height against its reference [m]. */
  error(cell: number): number {
    return this.heights[cell] - this.reference[cell];
  }

  /** What was filled in a cell since the start, or cut from it (negative) [m]. */
  change(cell: number): number {
    return this.heights[cell] - this.start[cell];
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
}

/** From −1 to 1: logarithmic beyond `fine`, so that small differences are seen beside large ones. */
export function shareOf(difference: number, { fine, span }: HeightScale): number {
  const share = Math.log1p(Math.abs(difference) / fine) / Math.log1p(span / fine);
  return Math.sign(difference) * Math.min(1, share);
}

/** Round differences that stand so far from each other on the scale, the largest first. */
export function scaleTicks(scale: HeightScale, distance: number): number[] {
  const ticks = [scale.span];
  let last = 1;
  for (let x = niceBelowOf(scale.span); x > 1e-3 * scale.fine; x = niceBelowOf(x)) {
    const share = shareOf(x, scale);
    if (share < distance) break;
    if (last - share < distance) continue;
    ticks.push(x);
    last = share;
  }
  return ticks;
}

/** The next smaller of 1, 2 and 5 times a power of ten. */
function niceBelowOf(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x) + 1e-9);
  const next = [5, 2, 1].find((m) => m * power < x * (1 - 1e-9));
  return next === undefined ? 0.5 * power : next * power;
}

/** From right to far too low or too high, by share; distinguishable with any kind of colour vision. */
const kLow = [0xe6, 0xe0, 0xd2, 0x8f, 0xbf, 0xdc, 0x2b, 0x73, 0xb5, 0x1a, 0x42, 0x80];
const kHigh = [0xe6, 0xe0, 0xd2, 0xf2, 0xb6, 0x6b, 0xcb, 0x55, 0x1f, 0x92, 0x33, 0x1a];
const kNothing = [0x9a, 0x9a, 0x9a];

/** Red, green and blue from 0 to 255 of a share from −1 to 1. */
export function errorColor(share: number, to: number[]): void {
  if (Number.isNaN(share)) {
    for (let k = 0; k < 3; ++k) to[k] = kNothing[k];
    return;
  }
  const colors = share < 0 ? kLow : kHigh;
  const at = 3 * Math.min(1, Math.abs(share));
  const from = Math.min(2, Math.floor(at));
  for (let k = 0; k < 3; ++k) {
    const low = colors[3 * from + k];
    to[k] = low + (at - from) * (colors[3 * from + 3 + k] - low);
  }
}

/** A CSS gradient from −1 to 1. */
export function errorGradient(): string {
  const color = [0, 0, 0];
  const stops = Array.from({ length: 13 }, (_, k) => {
    errorColor(k / 6 - 1, color);
    return `rgb(${color.map(Math.round).join(" ")})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
