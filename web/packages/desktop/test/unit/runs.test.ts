// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ModelState, RunInfo } from "@holon/protocol/messages";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Frame } from "../../src/connection/frames";
import { socket } from "../../src/state/actions";
import { currentPlayback, loadScene, showRun, takeFrame, takeRun, takeRuns } from "../../src/state/runs";
import { desk, setDesk } from "../../src/state/store";

const model = (path: string, checked = 1) =>
  ({
    path,
    revision: checked,
    checked,
    findings: [],
    outputs: [],
    tunables: [],
    inputs: [],
    parts: [],
    settings: { plots: [{ title: "Swing", y: ["pin.angle"] }] },
  }) as unknown as ModelState;

const run = (state: RunInfo["state"], hasStreams: boolean) =>
  ({
    run: "r1",
    number: 1,
    model: "m.yaml",
    state,
    time: 0,
    until: 1,
    steps: 0,
    notes: [],
    streams: hasStreams
      ? [{ name: "curves", rows: 3, columns: [{ name: "time", unit: "s" }, { name: "pin.angle", unit: "rad" }] }]
      : [],
  }) as unknown as RunInfo;

/** Rows of the curve at the times first, first + 1, … */
const frame = (first: number, last: number): Frame => ({
  header: { type: "rows", run: "r1", stream: "curves", first, last, total: last, form: "exact", signals: ["pin.angle"], count: last - first, bits: 64 },
  columns: [0, 1].map(() => Float64Array.from({ length: last - first }, (_, k) => first + k)),
});

let asked: [string, unknown][];
let answers: { [method: string]: () => Promise<unknown> };
const follows = () => asked.filter(([method]) => method === "run.follow").length;

beforeEach(() => {
  asked = [];
  answers = { scene: async () => ({ scene: null, columns: [], start: [], notes: [] }) };
  vi.spyOn(socket, "request").mockImplementation(((method: string, params: unknown) => {
    asked.push([method, params]);
    return answers[method]?.() ?? Promise.resolve({});
  }) as never);
  setDesk({ model: null, runs: [], run: null, toasts: [], ownPlots: [] });
  setDesk({ model: model("m.yaml") });
});

describe("rows of the run that is shown", () => {
  test("are asked for where a list of runs is the first to have its streams", async () => {
    takeRun(run("starting", false));
    await showRun("r1");
    expect(follows()).toBe(0);
    takeRuns([run("running", true)]);
    expect(follows()).toBe(1);
    // Its own news say nothing new.
    takeRun(run("running", true));
    expect(follows()).toBe(1);
  });

  test("are asked for once, so that no larger frame comes for rows that are here", async () => {
    takeRun(run("starting", false));
    const shown = showRun("r1");
    takeRun(run("running", true));
    takeFrame(frame(0, 2));
    await shown;
    expect(follows()).toBe(1);
    takeFrame(frame(2, 5));
    expect(currentPlayback().store.tables.get("curves")?.rows).toBe(5);
  });

  test("that a frame repeats are taken once, and those behind them asked for", async () => {
    takeRun(run("running", true));
    await showRun("r1");
    takeFrame(frame(0, 3));
    takeFrame(frame(0, 2));
    expect(follows()).toBe(1);
    takeFrame(frame(0, 6));
    expect(follows()).toBe(2);
    expect(asked.at(-1)).toMatchObject(["run.follow", { first: 3 }]);
    takeFrame(frame(3, 6));
    const table = currentPlayback().store.tables.get("curves")!;
    expect([...table.times].slice(0, table.rows)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("the end of a run that only a list has is an end, too", async () => {
    takeRun(run("running", true));
    await showRun("r1");
    takeRuns([{ ...run("failed", true), failure: { message: "it broke" } } as RunInfo]);
    expect(desk().toasts.map((t) => t.text)).toEqual(["it broke"]);
    takeRun({ ...run("failed", true), failure: { message: "it broke again" } } as RunInfo);
    expect(desk().toasts.map((t) => t.text)).toEqual(["it broke"]);
  });
});

describe("scenes", () => {
  test("one that comes after another model was opened is not that model's", async () => {
    let answer: (scene: unknown) => void = () => {};
    answers.scene = () => new Promise((done) => (answer = done));
    const late = loadScene();
    setDesk({ model: model("other.yaml") });
    answer({ scene: { bodies: [] }, columns: ["time"], start: [0], notes: [] });
    expect(await late).toBeNull();
  });
});
