// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ColumnSpec, RowsMessage } from "@holon/protocol/report";

export type Column = Float32Array | Float64Array;

export function fromBase64(text: string): Uint8Array {
  const native = (Uint8Array as unknown as { fromBase64?: (s: string) => Uint8Array }).fromBase64;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Byte k of number i stands at k * count + i; returns the numbers' own bytes, little-endian. */
export function unshuffle(shuffled: Uint8Array, count: number, width: number): Uint8Array {
  const bytes = new Uint8Array(count * width);
  for (let k = 0; k < width; ++k) {
    const from = k * count;
    for (let i = 0, to = k; i < count; ++i, to += width) bytes[to] = shuffled[from + i];
  }
  return bytes;
}

/** The columns of one message of rows; throws where the payload's length is not theirs. */
export async function decodeRows(message: RowsMessage, columns: ColumnSpec[]): Promise<Column[]> {
  const packed = fromBase64(message.payload);
  const plain = message.encoding === "columns" ? packed : await inflate(packed);
  const { count } = message;
  const expected = columns.reduce((sum, column) => sum + (count * column.bits) / 8, 0);
  if (plain.length !== expected) {
    throw new Error(
      `stream ${message.stream}: ${plain.length} bytes of rows where ${expected} were announced`,
    );
  }
  let offset = 0;
  return columns.map((column) => {
    const width = column.bits / 8;
    const part = plain.subarray(offset, offset + count * width);
    offset += count * width;
    const bytes = message.encoding === "columns" ? part.slice() : unshuffle(part, count, width);
    return width === 4
      ? new Float32Array(bytes.buffer, 0, count)
      : new Float64Array(bytes.buffer, 0, count);
  });
}
