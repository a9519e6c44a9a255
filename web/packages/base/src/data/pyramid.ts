// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Column } from "./decode";

/** Least and greatest value; min > max where there is none (only gaps). */
export interface Extent {
  min: number;
  max: number;
}

const kFirstBlock = 32;

interface Level {
  size: number;
  min: Float64Array;
  max: Float64Array;
}

/**
 * Least and greatest values of a column in blocks of 32, 64, 128 … rows, so that the extent of any
 * range costs a logarithm of its length. NaN marks a gap and counts for nothing.
 */
export class Pyramid {
  private column: Column = new Float64Array(0);
  private rows = 0;
  private levels: Level[] = [];

  /** Takes in rows that have come since; rows that were there must not have changed. */
  update(column: Column, rows: number): void {
    if (column === this.column && rows === this.rows) return;
    const before = this.rows;
    this.column = column;
    this.rows = rows;
    for (let size = kFirstBlock, k = 0; size <= rows; size *= 2, ++k) {
      const blocks = Math.floor(rows / size);
      const level = (this.levels[k] ??= {
        size,
        min: new Float64Array(0),
        max: new Float64Array(0),
      });
      level.min = grown(level.min, blocks);
      level.max = grown(level.max, blocks);
      for (let block = Math.floor(before / size); block < blocks; ++block) {
        const extent =
          k === 0
            ? scan(column, block * size, (block + 1) * size)
            : join(this.levels[k - 1], 2 * block);
        level.min[block] = extent.min;
        level.max[block] = extent.max;
      }
    }
  }

  /** The extent of rows [from, to). */
  extent(from: number, to: number): Extent {
    const result: Extent = { min: Infinity, max: -Infinity };
    let row = Math.max(0, from);
    const end = Math.min(to, this.rows);
    while (row < end) {
      let best: Level | undefined;
      for (const level of this.levels) {
        if (row % level.size !== 0 || row + level.size > end) break;
        best = level;
      }
      if (best) {
        const block = row / best.size;
        if (best.min[block] < result.min) result.min = best.min[block];
        if (best.max[block] > result.max) result.max = best.max[block];
        row += best.size;
      } else {
        const value = this.column[row++];
        if (value < result.min) result.min = value;
        if (value > result.max) result.max = value;
      }
    }
    return result;
  }
}

function grown(old: Float64Array, length: number): Float64Array {
  if (old.length >= length) return old;
  const result = new Float64Array(old.length === 0 ? length : 2 * length);
  result.set(old);
  return result;
}

function scan(column: Column, from: number, to: number): Extent {
  let min = Infinity;
  let max = -Infinity;
  for (let i = from; i < to; ++i) {
    const value = column[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

function join(level: Level, block: number): Extent {
  return {
    min: Math.min(level.min[block], level.min[block + 1]),
    max: Math.max(level.max[block], level.max[block + 1]),
  };
}
