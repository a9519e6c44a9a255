// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { RowsHeader } from "@holon/protocol/messages";

export interface Frame {
  header: RowsHeader;
  /** Time first (in the form "blocks": of the first and of the last row), then the signals. */
  columns: (Float64Array | Float32Array)[];
}

const kUtf8 = new TextDecoder();

/** A binary frame of the socket: length of the header, header, columns. Throws where it is none. */
export function readFrame(data: ArrayBuffer): Frame {
  if (data.byteLength < 4) throw new Error("a frame without a header");
  const length = new DataView(data).getUint32(0, true);
  if (4 + length > data.byteLength) throw new Error("a frame shorter than its header");
  const header = JSON.parse(kUtf8.decode(new Uint8Array(data, 4, length))) as RowsHeader;
  const { count, signals, form, bits } = header;
  const times = form === "blocks" ? 2 : 1;
  const perSignal = form === "blocks" ? 4 : 1;
  const width = bits / 8;
  const expected = 8 * count * times + width * count * perSignal * signals.length;
  if (data.byteLength - 4 - length !== expected) {
    throw new Error(
      `rows of ${header.stream}: ${data.byteLength - 4 - length} bytes where ${expected} were announced`,
    );
  }
  // A copy: a view must begin at a multiple of its width.
  const payload = data.slice(4 + length);
  const columns: (Float64Array | Float32Array)[] = [];
  let offset = 0;
  for (let k = 0; k < times; ++k, offset += 8 * count) {
    columns.push(new Float64Array(payload, offset, count));
  }
  for (let k = 0; k < perSignal * signals.length; ++k, offset += width * count) {
    columns.push(
      bits === 64
        ? new Float64Array(payload, offset, count)
        : new Float32Array(payload, offset, count),
    );
  }
  return { header, columns };
}

/** Four values of a block at equal distances: a line, unless an extreme lies beyond its ends. */
export function blockValues(first: number, least: number, greatest: number, last: number): number[] {
  const dips = least < Math.min(first, last);
  const peaks = greatest > Math.max(first, last);
  if (dips && peaks) {
    return first <= last ? [first, least, greatest, last] : [first, greatest, least, last];
  }
  if (!dips && !peaks) return [first, (2 * first + last) / 3, (first + 2 * last) / 3, last];
  const extreme = dips ? least : greatest;
  return [first, extreme, (extreme + last) / 2, last];
}

/**
 * Rows to draw from blocks: first, least, greatest and last value at four times of the block, least
 * and greatest in the order that makes the shorter way. Exact rows stay what they are.
 */
export function drawableColumns({ header, columns }: Frame): Float64Array[] {
  if (header.form === "exact") return columns.map((c) => Float64Array.from(c));
  const { count, signals } = header;
  const [begins, ends] = columns;
  const time = new Float64Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const step = (ends[i] - begins[i]) / 3;
    for (let k = 0; k < 4; ++k) time[4 * i + k] = k === 3 ? ends[i] : begins[i] + k * step;
  }
  const drawn = signals.map((_, s) => {
    const [first, least, greatest, last] = [0, 1, 2, 3].map((k) => columns[2 + 4 * s + k]);
    const values = new Float64Array(4 * count);
    for (let i = 0; i < count; ++i) {
      values.set(blockValues(first[i], least[i], greatest[i], last[i]), 4 * i);
    }
    return values;
  });
  return [time, ...drawn];
}

/** The first row of each block: what can be interpolated, as poses are. */
export function firstRows({ header, columns }: Frame): (Float64Array | Float32Array)[] {
  if (header.form === "exact") return columns;
  return [columns[0], ...header.signals.map((_, s) => columns[2 + 4 * s])];
}
