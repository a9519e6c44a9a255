// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from "vitest";
import { drawableColumns, firstRows, readFrame } from "../../src/connection/frames";

function frame(header: object, ...columns: (Float64Array | Float32Array)[]): ArrayBuffer {
  let text = JSON.stringify(header);
  while ((4 + text.length) % 8) text += " ";
  const head = new TextEncoder().encode(text);
  const size = columns.reduce((sum, c) => sum + c.byteLength, 0);
  const bytes = new Uint8Array(4 + head.length + size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  let offset = 4 + head.length;
  for (const c of columns) {
    bytes.set(new Uint8Array(c.buffer), offset);
    offset += c.byteLength;
  }
  return bytes.buffer;
}

const head = { type: "rows", run: "r1", stream: "curves", first: 0, last: 3, total: 3 };

describe("frames of rows", () => {
  test("exact rows come back bit by bit", () => {
    const data = frame(
      { ...head, form: "exact", signals: ["a"], count: 3, bits: 64 },
      Float64Array.of(0, 0.1, 0.2),
      Float64Array.of(1, NaN, -1e-300),
    );
    const { columns } = readFrame(data);
    expect([...columns[0]]).toEqual([0, 0.1, 0.2]);
    expect([...columns[1]]).toEqual([1, NaN, -1e-300]);
  });

  test("poses are 32 bits wide beside a time of 64", () => {
    const data = frame(
      { ...head, stream: "poses", form: "exact", signals: ["x"], count: 3, bits: 32 },
      Float64Array.of(0, 1, 2),
      Float32Array.of(1, 2, 3),
    );
    const { columns } = readFrame(data);
    expect(columns[1]).toBeInstanceOf(Float32Array);
    expect([...columns[1]]).toEqual([1, 2, 3]);
  });

  test("blocks are drawn with their extremes, in the order of the curve", () => {
    const data = frame(
      { ...head, form: "blocks", signals: ["a"], count: 2, bits: 64 },
      Float64Array.of(0, 3),
      Float64Array.of(3, 6),
      Float64Array.of(0, 5), // first
      Float64Array.of(-1, 1), // least
      Float64Array.of(9, 6), // greatest
      Float64Array.of(5, 2), // last
    );
    const frame_ = readFrame(data);
    const [time, values] = drawableColumns(frame_);
    expect([...time]).toEqual([0, 1, 2, 3, 3, 4, 5, 6]);
    expect([...values]).toEqual([0, -1, 9, 5, 5, 6, 1, 2]);
    // A block without extremes of its own is a line, and no stair.
    const plain = frame(
      { ...head, form: "blocks", signals: ["a"], count: 1, bits: 64 },
      ...[0, 3, 3, 0, 3, 0].map((v) => Float64Array.of(v)),
    );
    expect([...drawableColumns(readFrame(plain))[1]]).toEqual([3, 2, 1, 0]);
    expect(firstRows(frame_).map((c) => [...c])).toEqual([
      [0, 3],
      [0, 5],
    ]);
  });

  test("a frame of another length than its header announces is refused", () => {
    const data = frame({ ...head, form: "exact", signals: ["a", "b"], count: 3, bits: 64 }, Float64Array.of(0, 1, 2));
    expect(() => readFrame(data)).toThrow(/bytes where/);
    expect(() => readFrame(new ArrayBuffer(2))).toThrow();
    expect(() => readFrame(Uint8Array.of(255, 255, 255, 255, 1).buffer)).toThrow(/shorter/);
  });
});
