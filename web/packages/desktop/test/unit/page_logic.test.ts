// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { afterEach, describe, expect, test, vi } from "vitest";
import { commandFor, kCommands, keysOf } from "../../src/commands/list";
import { lineDiff } from "../../src/commands/line_diff";
import { sliderRange } from "../../src/form/model_form";
import { axisValue, nextDeflection, nextDeflections, usualBindings } from "../../src/run/inputs";
import { freeName, nameFor } from "../../src/state/actions";
import { Playback } from "../../src/state/playback";
import { signalsOf } from "../../src/state/runs";
import { fromSi, liveText } from "../../src/state/values";
import { changeBetween } from "../../src/text/editor";

const press = (key: string, mods: Partial<KeyboardEvent> = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...mods });

describe("keys", () => {
  test("a press is written as the list of commands writes it", () => {
    expect(press("z", { ctrlKey: true })).toBe("Ctrl Z");
    expect(press("Z", { ctrlKey: true, shiftKey: true })).toBe("Ctrl Shift Z");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press(" ")).toBe("Space");
    expect(press("Enter", { metaKey: true })).toBe("Ctrl Enter");
  });

  test("no key has two commands", () => {
    const keys = kCommands.flatMap((c) => c.keys ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(commandFor("Ctrl Y")?.name).toBe("Redo");
  });
});

describe("names", () => {
  test("types become names of parts", () => {
    expect(nameFor("parts/my arm-2.yaml")).toBe("my_arm_2");
    expect(["RigidBody", "PID", "SixDof", "LQR", "GnssReceiver"].map(nameFor)).toEqual([
      "rigid_body",
      "pid",
      "six_dof",
      "lqr",
      "gnss_receiver",
    ]);
  });
  test("a taken name gets the next number", () => {
    expect(freeName("link", ["link", "link2"])).toBe("link3");
    expect(freeName("link2", ["link2"])).toBe("link3");
    expect(freeName("pin", ["link"])).toBe("pin");
  });
});

describe("differences of texts", () => {
  test("lines that differ, and no others", () => {
    const lines = lineDiff("a\nb\nc\nd", "a\nx\nc\nd\ne");
    expect(lines.filter((l) => l.kind !== "same").map((l) => [l.kind, l.text])).toEqual([
      ["removed", "b"],
      ["added", "x"],
      ["added", "e"],
    ]);
    const join = (kinds: string[]) => lines.filter((l) => kinds.includes(l.kind)).map((l) => l.text).join("\n");
    expect(join(["same", "removed"])).toBe("a\nb\nc\nd");
    expect(join(["same", "added"])).toBe("a\nx\nc\nd\ne");
  });

  test("the change between two texts gives the second one", () => {
    const random = (seed: number) => () => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0), seed / 2 ** 32);
    const next = random(1);
    for (let k = 0; k < 200; ++k) {
      const make = () => Array.from({ length: Math.floor(6 * next()) }, () => "ab\n"[Math.floor(3 * next())]).join("");
      const [a, b] = [make(), make()];
      const change = changeBetween(a, b);
      const after = change ? a.slice(0, change.from) + change.insert + a.slice(change.to) : a;
      expect(after).toBe(b);
    }
  });
});

describe("driving", () => {
  const [binding] = usualBindings(["lift"]);
  test("a stick at rest is zero, at its end one", () => {
    expect(axisValue(0.05)).toBe(0);
    expect(axisValue(1)).toBe(1);
    expect(axisValue(-1)).toBe(-1);
  });
  test("keys move an input in finite time and let it return", () => {
    const keys = new Set([binding.more]);
    let value = 0;
    for (let k = 0; k < 20; ++k) value = nextDeflection(value, binding, keys, [], 0.033);
    expect(value).toBe(1);
    const once = nextDeflection(value, binding, new Set(), [], 0.033);
    expect(once).toBeGreaterThan(0);
    expect(once).toBeLessThan(1);
    expect(nextDeflection(1, { ...binding, holds: true }, new Set(), [], 1)).toBe(1);
  });
  test("an input that is no longer driven leaves those of the others", () => {
    const [lift, tilt] = usualBindings(["lift", "tilt"]);
    const held = { ...tilt, holds: true };
    const both = nextDeflections({}, [lift, held], new Set([held.more]), [], 1);
    expect(both).toEqual({ lift: 0, tilt: 1 });
    expect(nextDeflections(both, [held], new Set(), [], 1)).toEqual({ tilt: 1 });
  });
  test("opposite keys cancel", () => {
    expect(nextDeflection(0, binding, new Set([binding.more, binding.less]), [], 1)).toBe(0);
  });

  test("two tracks are driven like a car, and the other inputs have keys of their own", () => {
    const [left, right, lift] = usualBindings(["left_drive.command", "right_drive.command", "lift_valve.command"]);
    const both = (keys: string[]) =>
      [left, right].map((b) => nextDeflection(0, b, new Set(keys), [], 1));
    expect(both(["KeyW"])).toEqual([1, 1]);
    expect(both(["KeyS"])).toEqual([-1, -1]);
    expect(both(["KeyD"])).toEqual([1, -1]);
    expect(both(["KeyW", "KeyA"])).toEqual([0, 1]);
    expect([lift.less, lift.more]).toEqual(["ArrowDown", "ArrowUp"]);
  });
});

describe("values", () => {
  test("angles are shown in degrees", () => {
    expect(liveText(Math.PI / 2, "rad")).toBe("90.00°");
    expect(liveText(null, "m")).toBe("–");
  });
  test("units of plots are factors of SI", () => {
    expect(Math.PI * fromSi("deg")!.scale).toBeCloseTo(180, 12);
    expect(300.15 * fromSi("degC")!.scale + fromSi("degC")!.offset).toBeCloseTo(27, 12);
    expect(2e5 * fromSi("bar")!.scale).toBeCloseTo(2, 12);
    expect(fromSi("furlong")).toBeNull();
  });
  test("a vector's signals are its components", () => {
    const columns = ["pin.angle", "link.position.x", "link.position.y", "link.position_body.x"];
    expect(signalsOf("link.position", columns)).toEqual(["link.position.x", "link.position.y"]);
    expect(signalsOf("pin.angle", columns)).toEqual(["pin.angle"]);
  });
  test("sliders reach to both sides of a value", () => {
    expect(sliderRange(3)).toEqual([0, 6]);
    expect(sliderRange(-3)).toEqual([-6, 0]);
    expect(sliderRange(0)).toEqual([-1, 1]);
  });
});

describe("playback", () => {
  afterEach(() => vi.useRealTimers());
  const column = (...v: number[]) => Float64Array.from(v);

  test("detail stands between what the overview has before and after it", () => {
    const playback = new Playback("r1");
    const table = playback.begin("curves", [
      { name: "time", unit: "s", bits: 64 },
      { name: "a", unit: "", bits: 64 },
    ]);
    playback.append("curves", [column(0, 1, 2, 3, 4), column(0, 10, 20, 30, 40)]);
    playback.detail([column(1, 1.5, 2), column(10, 99, 20)]);
    expect([...table.times].slice(0, table.rows)).toEqual([0, 1, 1.5, 2, 3, 4]);
    // Rows that come while a part is shown in detail are there afterwards, too.
    playback.append("curves", [column(5), column(50)]);
    playback.whole();
    expect([...table.times].slice(0, table.rows)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...table.column(1)].slice(0, table.rows)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  test("the page is drawn once for all rows that come between two images", async () => {
    const playback = new Playback("r1");
    playback.begin("curves", [{ name: "time", unit: "s", bits: 64 }]);
    let drawn = 0;
    playback.watchers.add(() => ++drawn);
    for (let k = 0; k < 5; ++k) playback.append("curves", [column(k)]);
    await new Promise((done) => setTimeout(done, 20));
    expect(drawn).toBe(1);
    expect(playback.clock.end).toBe(4);
  });
});
