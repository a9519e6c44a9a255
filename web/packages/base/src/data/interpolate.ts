// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Column } from "./decode";

/** The first index in [0, count) whose value is greater than `value`; `count` if there is none. */
export function upperBound(sorted: ArrayLike<number>, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first index in [0, count) whose value is not less than `value`; `count` if there is none. */
export function lowerBound(sorted: ArrayLike<number>, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Row `row` and the way to the next one, from 0 to 1. */
export interface RowPosition {
  row: number;
  fraction: number;
}

/**
 * Where `time` lies among rows in order of time. Of several rows of the same time the last counts
 * (the state after an event); before the first and after the last row the nearest one does.
 */
export function locate(times: Column, rows: number, time: number): RowPosition {
  const after = upperBound(times, rows, time);
  if (after === 0) return { row: 0, fraction: 0 };
  const row = after - 1;
  if (after === rows) return { row, fraction: 0 };
  const step = times[after] - times[row];
  return { row, fraction: step > 0 ? (time - times[row]) / step : 0 };
}

/** Linear between the two rows; a gap on either side shows as NaN unless the row is hit. */
export function interpolate(column: Column, at: RowPosition): number {
  const here = column[at.row];
  return at.fraction === 0 ? here : here + at.fraction * (column[at.row + 1] - here);
}

/**
 * Spherical interpolation of unit quaternions (w, x, y, z at `from` and `to` of `q`) along the
 * shorter way.
 */
export function slerp(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  fraction: number,
  out: Float64Array,
  at = 0,
): void {
  let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let wa = 1 - fraction;
  let wb = fraction;
  if (cosine < 0.9995) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin(wa * angle) / sine;
    wb = Math.sin(wb * angle) / sine;
  }
  wb *= sign;
  let norm = 0;
  for (let k = 0; k < 4; ++k) {
    out[at + k] = wa * a[k] + wb * b[k];
    norm += out[at + k] * out[at + k];
  }
  norm = Math.sqrt(norm);
  if (norm > 0) for (let k = 0; k < 4; ++k) out[at + k] /= norm;
}
