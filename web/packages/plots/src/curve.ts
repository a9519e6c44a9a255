// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { interpolate, lowerBound, upperBound } from "@holon/base/data/interpolate";
import type { CurveSpec, Mark } from "@holon/protocol/report";
import type { Extent } from "@holon/base/data/pyramid";
import type { Table } from "@holon/base/data/table";

/** The share of the time in sight in which a band does not decide on the axis. */
const kUnsure = 0.05;
const kFarWider = 4;

/** A polyline in the units of the plot: x and y in turn; NaN lifts the pen. */
export type Polyline = number[];

/** Numbers of a stream as they are plotted: in the plot's units, thinned to its pixels. */
export class Curve {
  readonly label: string;
  readonly mark: Mark | null;
  /** An area, from the column `lower` to y. */
  readonly isBand: boolean;
  /** Its points are at rows that the stream's time finds. */
  private readonly hasCursor: boolean;
  private xScale: number;
  private readonly xOffset: number;
  private readonly scale: number;
  private readonly offset: number;

  constructor(
    readonly spec: CurveSpec,
    readonly table: Table,
    /** x is the stream's time, which never falls. */
    readonly overTime: boolean,
    readonly index: number,
    /** x is shown by its decimal logarithm. */
    private readonly isLog = false,
    /** And y. */
    private readonly yIsLog = false,
  ) {
    this.label = spec.label;
    this.mark = spec.mark ?? null;
    this.isBand = spec.lower !== undefined;
    this.hasCursor = !this.isBand && this.mark !== "outline" && table.columns[0].name !== "point";
    this.xScale = spec.x_scale ?? 1;
    this.xOffset = spec.x_offset ?? 0;
    this.scale = spec.scale ?? 1;
    this.offset = spec.offset ?? 0;
  }

  /** x in another unit: what one of the stream's is. */
  setScaleOfX(scale: number): void {
    this.xScale = scale;
  }

  x(row: number): number {
    return this.shown(this.table.column(this.spec.x)[row]);
  }

  /** A number of the stream's x as the axis has it. */
  private shown(x: number): number {
    const value = x * this.xScale + this.xOffset;
    return this.isLog ? Math.log10(value) : value;
  }

  y(row: number): number {
    return this.table.column(this.spec.y)[row] * this.scale + this.offset;
  }

  /** Where y stands on the axis. */
  heightOf(row: number, column = this.spec.y): number {
    return this.onAxis(this.table.column(column)[row] * this.scale + this.offset);
  }

  private onAxis(y: number): number {
    return !this.yIsLog ? y : y > 0 ? Math.log10(y) : NaN;
  }

  /** The number that stands at this height of the axis. */
  valueAt(height: number): number {
    return this.yIsLog ? 10 ** height : height;
  }

  /** The point of the curve at a time [s]; null outside its rows. */
  at(time: number): { x: number; y: number } | null {
    const { table, spec } = this;
    if (table.rows === 0 || !this.hasCursor) return null;
    const slack = 1e-9 * (table.times[table.rows - 1] - table.times[0]);
    if (time < table.times[0] - slack || time > table.times[table.rows - 1] + slack) return null;
    const position = table.locate(time);
    return {
      x: this.shown(interpolate(table.column(spec.x), position)),
      y: this.onAxis(interpolate(table.column(spec.y), position) * this.scale + this.offset),
    };
  }

  xExtent(): Extent {
    const { min, max } = this.table.pyramid(this.spec.x).extent(0, this.table.rows);
    if (this.isLog) return { min: this.shown(min), max: this.shown(max) };
    return mapped({ min, max }, this.xScale, this.xOffset);
  }

  /** Of y, where x lies in a range (all of it for curves that are not over time). */
  yExtent(range: Extent | null): Extent {
    const [from, to] = range && this.overTime ? this.rowsWithin(range) : [0, this.table.rows];
    if (!this.isBand) return this.extentOf(this.spec.y, from, to);
    return this.bandExtent(from, to);
  }

  /**
   * Without what a band over time is at first, if that is far wider: a filter is unsure before it
   * has measured, and the rest would be a line.
   */
  private bandExtent(first: number, to: number): Extent {
    const { times, rows } = this.table;
    const whole = this.areaExtent(first, to);
    if (!this.overTime || this.isLog || to - first < 2) return whole;
    const start = times[first] + kUnsure * (times[to - 1] - times[first]);
    const later = this.areaExtent(Math.min(to - 1, lowerBound(times, rows, start)), to);
    const isFarWider = whole.max - whole.min > kFarWider * (later.max - later.min);
    return isFarWider ? later : whole;
  }

  private areaExtent(from: number, to: number): Extent {
    const upper = this.extentOf(this.spec.y, from, to);
    const lower = this.extentOf(this.spec.lower!, from, to);
    return { min: Math.min(lower.min, upper.min), max: Math.max(lower.max, upper.max) };
  }

  private extentOf(column: number, from: number, to: number): Extent {
    const values = this.table.column(column);
    const extent = mapped(this.table.pyramid(column).extent(from, to), this.scale, this.offset);
    if (!this.yIsLog) return extent;
    let { min } = extent;
    if (!(min > 0)) {
      min = Infinity;
      for (let row = from; row < to; ++row) {
        const y = values[row] * this.scale + this.offset;
        if (y > 0 && y < min) min = y;
      }
    }
    return { min: Math.log10(min), max: extent.max > 0 ? Math.log10(extent.max) : -Infinity };
  }

  /** The rows that have a point: all, those where y changes, or those of them that are rejected. */
  points(view: Extent): Polyline {
    const { changes, rejected, received, dropped } = this.spec;
    const [from, to] = this.overTime ? this.rowsWithin(view) : [0, this.table.rows];
    const ys = this.table.column(this.spec.y);
    const flags = rejected === undefined ? null : this.table.column(rejected);
    const counts = received === undefined ? null : this.table.column(received);
    const losses = dropped === undefined ? null : this.table.column(dropped);
    const arrived = (row: number) => (row < 0 ? 0 : counts![row] - (losses ? losses[row] : 0));
    const line: Polyline = [];
    for (let row = from; row < to; ++row) {
      if (counts) {
        const isNew = arrived(row) !== arrived(row - 1) && !(flags && flags[row] !== 0);
        if (isNew) line.push(this.x(row), this.heightOf(row));
        continue;
      }
      // What is 0 in the first row has not been measured yet.
      let shown = !changes || (row === 0 ? ys[0] !== 0 : ys[row] !== ys[row - 1]);
      if (flags) shown = flags[row] === 0 && (shown || (row > 0 && flags[row - 1] !== 0));
      if (shown) line.push(this.x(row), this.heightOf(row));
    }
    return line;
  }

  /** The edges of a band, upper and lower. */
  edges(view: Extent, columns: number): [Polyline, Polyline] {
    return [this.spec.y, this.spec.lower!].map((column) =>
      this.overTime ? this.thinnedOverTime(view, columns, column) : this.allRows(column),
    ) as [Polyline, Polyline];
  }

  private allRows(column: number): Polyline {
    const line: Polyline = [];
    for (let row = 0; row < this.table.rows; ++row) line.push(this.x(row), this.heightOf(row, column));
    return line;
  }

  private raw(x: number): number {
    return ((this.isLog ? 10 ** x : x) - this.xOffset) / this.xScale;
  }

  /** The rows that a range of x shows, with one more on either side. */
  private rowsWithin({ min, max }: Extent): [number, number] {
    const { table } = this;
    const raw = [this.raw(min), this.raw(max)];
    const from = lowerBound(table.times, table.rows, Math.min(...raw)) - 1;
    const to = upperBound(table.times, table.rows, Math.max(...raw)) + 1;
    return [Math.max(0, from), Math.min(table.rows, to)];
  }

  /** The curve over `columns` pixels of a range of time: first, least, greatest, last of each. */
  thinnedOverTime(range: Extent, columns: number, of = this.spec.y): Polyline {
    const [from, to] = this.rowsWithin(range);
    const line: Polyline = [];
    if (to - from <= 3 * columns) {
      for (let row = from; row < to; ++row) line.push(this.x(row), this.heightOf(row, of));
      return line;
    }
    const { table } = this;
    const width = (range.max - range.min) / columns;
    let row = from;
    for (let c = 0; c <= columns && row < to; ++c) {
      const edge = this.raw(range.min + (c + 1) * width);
      const end = c === columns ? to : Math.min(to, lowerBound(table.times, table.rows, edge));
      if (end <= row) continue;
      if (end - row > 3) {
        const extent = this.extentOf(of, row, end);
        const first = this.x(row);
        const last = this.x(end - 1);
        line.push(first, this.heightOf(row, of));
        if (extent.min <= extent.max) {
          const middle = 0.5 * (first + last);
          const rising = this.heightOf(row, of) <= this.heightOf(end - 1, of);
          line.push(middle, rising ? extent.min : extent.max);
          line.push(middle, rising ? extent.max : extent.min);
        }
        line.push(last, this.heightOf(end - 1, of));
      } else {
        for (let r = row; r < end; ++r) line.push(this.x(r), this.heightOf(r, of));
      }
      row = end;
    }
    return line;
  }

  /**
   * A curve of any shape: per block of rows the first, those with the extreme x and y, and the last,
   * in order, so that no corner is lost. Blocks out of sight give their first row only.
   */
  thinned(view: { x: Extent; y: Extent } | null, blocks = 4000): Polyline {
    const { rows } = this.table;
    const line: Polyline = [];
    const size = Math.ceil(rows / blocks);
    if (size <= 6) return this.allRows(this.spec.y);
    const xs = this.table.pyramid(this.spec.x);
    for (let from = 0; from < rows; from += size) {
      const to = Math.min(rows, from + size);
      if (view) {
        const x = mapped(xs.extent(from, Math.min(rows, to + 1)), this.xScale, this.xOffset);
        const y = this.extentOf(this.spec.y, from, Math.min(rows, to + 1));
        const seen = overlap(x, view.x) && overlap(y, view.y);
        if (!seen) {
          line.push(this.x(from), this.heightOf(from), this.x(to - 1), this.heightOf(to - 1));
          continue;
        }
      }
      for (const row of this.cornerRows(from, to)) line.push(this.x(row), this.heightOf(row));
    }
    return line;
  }

  private cornerRows(from: number, to: number): number[] {
    const xs = this.table.column(this.spec.x);
    const ys = this.table.column(this.spec.y);
    const find = (values: ArrayLike<number>, sign: number): number => {
      let best = from;
      let extreme = Infinity;
      for (let row = from; row < to; ++row) {
        if (sign * values[row] >= extreme) continue;
        if (Number.isNaN(values[row])) continue;
        extreme = sign * values[row];
        best = row;
      }
      return best;
    };
    const rows = [from, find(xs, 1), find(xs, -1), find(ys, 1), find(ys, -1), to - 1];
    for (let row = from; row < to; ++row) {
      if (!Number.isNaN(ys[row])) continue;
      rows.push(row);
      break;
    }
    return [...new Set(rows)].sort((a, b) => a - b);
  }
}

function mapped({ min, max }: Extent, scale: number, offset: number): Extent {
  if (min > max) return { min, max };
  return scale < 0
    ? { min: max * scale + offset, max: min * scale + offset }
    : { min: min * scale + offset, max: max * scale + offset };
}

function overlap(a: Extent, b: Extent): boolean {
  return a.min <= b.max && b.min <= a.max;
}

/** The extent of several; null where none has a value. */
export function united(extents: Extent[]): Extent | null {
  const min = Math.min(...extents.map((e) => e.min));
  const max = Math.max(...extents.map((e) => e.max));
  return min <= max ? { min, max } : null;
}

/** With room around it, and never empty. */
export function padded({ min, max }: Extent, share: number): Extent {
  const span = max - min;
  const size = Math.max(Math.abs(min), Math.abs(max));
  // What is constant but for rounding is drawn as constant.
  const room = span > 1e-12 * size ? share * span : size > 0 ? 0.5 * size : 1;
  return { min: min - room, max: max + room };
}
