// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Column } from "./decode";
import type { ColumnSpec, StreamMessage } from "@holon/protocol/report";
import { type RowPosition, locate } from "./interpolate";
import { Pyramid } from "./pyramid";

/** The rows of a stream that have come so far; column 0 is time, or a frequency, and never falls. */
export class Table {
  readonly name: string;
  readonly columns: ColumnSpec[];
  readonly reduced: NonNullable<StreamMessage["reduced"]> | null;
  rows = 0;
  private data: Column[];
  private pyramids: (Pyramid | undefined)[] = [];

  constructor(message: StreamMessage) {
    this.name = message.stream;
    this.columns = message.columns;
    this.reduced = message.reduced ?? null;
    this.data = this.columns.map((column) => makeColumn(column, 0));
  }

  /** The page's time; other streams have a cursor of their own. */
  get isOverTime(): boolean {
    return this.columns[0].name === "time";
  }

  get times(): Column {
    return this.data[0];
  }

  column(index: number): Column {
    return this.data[index];
  }

  append(chunk: Column[]): void {
    const count = chunk[0].length;
    if (this.rows === 0) {
      this.data = chunk;
    } else {
      this.data.forEach((old, index) => {
        if (old.length < this.rows + count) {
          const grown = makeColumn(this.columns[index], 2 * (this.rows + count));
          grown.set(old.subarray(0, this.rows));
          this.data[index] = grown;
        }
        this.data[index].set(chunk[index], this.rows);
      });
    }
    this.rows += count;
  }

  /** Other rows in place of all that have come: a part of a run at another scale. */
  replace(columns: Column[]): void {
    this.rows = 0;
    this.pyramids = [];
    this.append(columns);
  }

  locate(time: number): RowPosition {
    return locate(this.times, this.rows, time);
  }

  /** Least and greatest values of a column by blocks; made when first asked for. */
  pyramid(index: number): Pyramid {
    const pyramid = (this.pyramids[index] ??= new Pyramid());
    pyramid.update(this.data[index], this.rows);
    return pyramid;
  }
}

function makeColumn(spec: ColumnSpec, length: number): Column {
  return spec.bits === 32 ? new Float32Array(length) : new Float64Array(length);
}
