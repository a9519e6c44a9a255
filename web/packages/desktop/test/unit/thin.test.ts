// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from "vitest";
import { Playback } from "../../src/state/playback";
import { thinCurves, thinPoses } from "../../src/state/thin";

const row = (count: number, of: (k: number) => number) => Float64Array.from({ length: count }, (_, k) => of(k));

describe("rows of a run that goes on", () => {
  it("keep the least and greatest values of curves in half of the rows", () => {
    const times = row(803, (k) => 0.01 * k);
    const values = row(803, (k) => (k === 301 ? 9 : k === 602 ? -9 : Math.sin(k)));
    const [t, v] = thinCurves([times, values]);
    expect(t.length).toBe(403);
    expect(Math.max(...v)).toBe(9);
    expect(Math.min(...v)).toBe(-9);
    expect([t[0], t[402]]).toEqual([times[0], times[802]]);
    expect([v[0], v[402]]).toEqual([values[0], values[802]]);
    expect(t.every((x, k) => k === 0 || x > t[k - 1])).toBe(true);
    // An extreme stays within its block of eight rows.
    expect(Math.abs(t[v.indexOf(9)] - times[301])).toBeLessThan(0.08);
  });

  it("keep gaps", () => {
    const [, v] = thinCurves([row(16, (k) => k), row(16, (k) => (k === 2 ? NaN : 1))]);
    expect([...v].filter(Number.isNaN).length).toBe(1);
  });

  it("keep every second pose and the last", () => {
    for (const [count, last] of [[9, 8], [8, 7], [1, 0]]) {
      const [t] = thinPoses([row(count, (k) => k)]);
      expect(t[0]).toBe(0);
      expect(t[t.length - 1]).toBe(last);
      expect([...t].slice(0, -1)).toEqual(Array.from({ length: t.length - 1 }, (_, k) => 2 * k));
    }
  });

  it("are bounded in number, with the whole run in sight", () => {
    const playback = new Playback("r1");
    playback.begin("curves", [
      { name: "time", unit: "s", bits: 64 },
      { name: "x", unit: "m", bits: 64 },
    ]);
    const kChunk = 1000;
    for (let k = 0; k < 400; ++k) {
      playback.append("curves", [row(kChunk, (i) => k * kChunk + i), row(kChunk, (i) => Math.sin(i))]);
    }
    const table = playback.store.tables.get("curves")!;
    expect(table.rows).toBeLessThan(70_000);
    expect(table.times[0]).toBe(0);
    expect(table.times[table.rows - 1]).toBe(399_999);
    expect(playback.isThinned).toBe(true);
  });
});
