// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Clock } from "@holon/base/clock";
import { Store } from "@holon/base/data/store";
import { Table } from "@holon/base/data/table";
import { Signal } from "@holon/base/signal";
import type { Extent } from "@holon/base/data/pyramid";
import type { ColumnSpec } from "@holon/protocol/report";
import { thinCurves, thinPoses } from "./thin";

type Columns = (Float64Array | Float32Array)[];

/** More rows of a stream are thinned to half as many: runs may go on for hours. */
const kMostRows = { curves: 64_000, poses: 24_000 };

/** Rows of a run or, without one, the machine at the start: the one time of plots, 3D and values. */
export class Playback {
  readonly store = new Store();
  readonly clock = new Clock([0, 0]);
  readonly hover = new Signal<number | null>(null);
  readonly range = new Signal<Extent | null>(null);
  /** Signals of the table "curves", in the order of its columns after the time. */
  signals: string[] = [];
  /** Rows of each stream that have come, as the server counts them. */
  readonly taken = { rows: 0, curves: 0, poses: 0 };
  /** Signals of each stream that the server sends, joined; null: none is asked for. */
  readonly followed: { curves: string | null; poses: string | null } = { curves: null, poses: null };
  /** Curves were thinned: a closer look has more to show. */
  isThinned = false;
  /** Called once for all rows that come between two images. */
  readonly watchers = new Set<(last: boolean) => void>();
  /** The curves over the whole run, while the table holds a part of it in more detail. */
  private overview: Columns | null = null;
  private pending = false;
  private last = false;

  constructor(
    readonly run: string | null,
    /** [s] of the whole run, of which the first rows are a small part. */
    private duration = 0,
  ) {}

  /** The whole run is so long [s]: known when it has begun. */
  expect(duration: number): void {
    if (this.duration > 0 || !(duration > 0)) return;
    this.duration = duration;
    if (this.clock.end > this.clock.begin) this.clock.suit(duration);
  }

  begin(stream: "curves" | "poses", columns: ColumnSpec[]): Table {
    const table = new Table({ type: "stream", stream, columns });
    this.store.tables.set(stream, table);
    this.taken[stream] = 0;
    this.followed[stream] = null;
    if (stream === "curves") {
      this.overview = null;
      this.isThinned = false;
    }
    return table;
  }

  append(stream: "curves" | "poses", columns: Columns): void {
    const table = this.store.tables.get(stream);
    if (!table || columns[0].length === 0) return;
    if (stream === "curves" && this.overview) {
      this.overview = this.overview.map((c, k) => joined(c, columns[k]));
      if (this.overview[0].length > kMostRows.curves) this.overview = thinCurves(this.overview);
    }
    table.append(columns);
    while (table.rows > kMostRows[stream]) {
      const all = table.columns.map((_, k) => table.column(k).subarray(0, table.rows));
      table.replace(stream === "curves" ? thinCurves(all) : thinPoses(all));
      this.isThinned ||= stream === "curves";
    }
    this.store.rows.set(this.store.rows.value + columns[0].length);
    this.drawSoon(false);
  }

  /** Puts a part of the run in more detail between what the overview has before and after it. */
  detail(columns: Columns): void {
    const table = this.store.tables.get("curves");
    if (!table || columns[0].length === 0) return;
    this.overview ??= table.columns.map((_, k) => table.column(k).slice(0, table.rows));
    const times = this.overview[0];
    const from = columns[0][0];
    const to = columns[0][columns[0].length - 1];
    let before = 0;
    while (before < times.length && times[before] < from) ++before;
    let after = before;
    while (after < times.length && times[after] <= to) ++after;
    table.replace(
      this.overview.map((c, k) =>
        joined(joined(c.subarray(0, before), columns[k]), c.subarray(after)),
      ),
    );
    this.drawSoon(false);
  }

  /** Back to the overview. */
  whole(): void {
    if (!this.overview) return;
    this.store.tables.get("curves")?.replace(this.overview);
    this.overview = null;
    this.drawSoon(false);
  }

  end(): void {
    this.drawSoon(true);
  }

  private drawSoon(last: boolean): void {
    this.last ||= last;
    if (this.pending) return;
    this.pending = true;
    const draw = () => {
      if (!this.pending) return;
      this.pending = false;
      const ended = this.last;
      this.last = false;
      const isFirst = this.clock.end <= this.clock.begin;
      this.clock.extend(this.store.timeRange());
      if (isFirst && this.clock.end > this.clock.begin && this.duration > 0) this.clock.suit(this.duration);
      for (const watcher of this.watchers) watcher(ended);
    };
    requestAnimationFrame(draw);
    // A page in the background makes no images.
    setTimeout(draw, 250);
  }
}

function joined(a: Float64Array | Float32Array, b: Float64Array | Float32Array) {
  const result = new (a.constructor as Float64ArrayConstructor)(a.length + b.length);
  result.set(a);
  result.set(b, a.length);
  return result;
}
