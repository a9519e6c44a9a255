// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { blockValues } from "../connection/frames";

type Columns = (Float64Array | Float32Array)[];

/** Rows of a block, of which four are left. */
const kBlock = 8;

/**
 * Half of the rows of curves, drawn alike: of every eight rows the first, least, greatest and last
 * value at four of their times. What is left over at the end stays.
 */
export function thinCurves([times, ...values]: Columns): Columns {
  const blocks = Math.floor(times.length / kBlock);
  const rest = times.length - blocks * kBlock;
  const make = (column: Float64Array | Float32Array, reduce: (begin: number) => ArrayLike<number>) => {
    const result = new (column.constructor as Float64ArrayConstructor)(4 * blocks + rest);
    for (let b = 0; b < blocks; ++b) result.set(reduce(b * kBlock), 4 * b);
    result.set(column.subarray(blocks * kBlock), 4 * blocks);
    return result;
  };
  const at = [0, 2, 5, 7];
  return [
    make(times, (begin) => at.map((k) => times[begin + k])),
    ...values.map((column) =>
      make(column, (begin) => {
        let least = Infinity;
        let greatest = -Infinity;
        for (let k = begin; k < begin + kBlock; ++k) {
          const value = column[k];
          // A gap stays one.
          if (Number.isNaN(value)) return at.map((i) => column[begin + i]);
          least = Math.min(least, value);
          greatest = Math.max(greatest, value);
        }
        return blockValues(column[begin], least, greatest, column[begin + kBlock - 1]);
      }),
    ),
  ];
}

/** Every second row, and the last: what is interpolated, as poses are. */
export function thinPoses(columns: Columns): Columns {
  const { length } = columns[0];
  const rows = Math.ceil(length / 2) + (length % 2 === 0 && length > 0 ? 1 : 0);
  return columns.map((column) => {
    const result = new (column.constructor as Float64ArrayConstructor)(rows);
    for (let k = 0; k < rows; ++k) result[k] = column[Math.min(2 * k, length - 1)];
    return result;
  });
}
