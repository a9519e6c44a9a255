// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { StudyColumn } from "@holon/protocol/messages";

/** Ranges of axes by name: samples outside of any of them are left out. */
export type Brushes = { [axis: string]: [low: number, high: number] };

const ranges = new WeakMap<StudyColumn, [number, number]>();

/** Least and greatest value of a column. */
export function rangeOf(column: StudyColumn): [number, number] {
  let range = ranges.get(column);
  if (!range) {
    range = [Infinity, -Infinity];
    for (const v of column.values) {
      if (v === null) continue;
      range[0] = Math.min(range[0], v);
      range[1] = Math.max(range[1], v);
    }
    if (range[0] > range[1]) range = [0, 0];
    ranges.set(column, range);
  }
  return range;
}

/** Where a sample lies between them; null where it failed. */
export function shareOf(column: StudyColumn, sample: number): number | null {
  const value = column.values[sample];
  if (value === null || value === undefined) return null;
  const [low, high] = rangeOf(column);
  return high > low ? (value - low) / (high - low) : 0.5;
}

/** Whether a sample is within all ranges. One that failed is within none. */
export function isWithin(columns: StudyColumn[], brushes: Brushes, sample: number): boolean {
  return columns.every((column) => {
    const range = brushes[column.name];
    if (!range) return true;
    const value = column.values[sample];
    return value !== null && value >= range[0] && value <= range[1];
  });
}

/** Samples in the order of a column's values, failures last. */
export function sortedBy(samples: number[], column: StudyColumn | undefined, isDown: boolean): number[] {
  if (!column) return samples;
  const value = (s: number) => column.values[s];
  return [...samples].sort((a, b) => {
    const [p, q] = [value(a), value(b)];
    if (p === null || q === null) return Number(p === null) - Number(q === null) || a - b;
    return (isDown ? q - p : p - q) || a - b;
  });
}
