// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ModelState } from "@holon/protocol/messages";
import { describe, expect, test } from "vitest";
import { dragEdit, dragStep, handleOf, readLength, writeLength } from "../../src/views/handles";

const parameters = [
  { name: "L", path: "parameters.L", text: "1.2 m", tunable: false },
  { name: "h", path: "parameters.h", text: "L/2", tunable: false },
];

const place = (value: number[], unit = "m") => ({ value, varies: "constant" as const, unit });

function modelWith(values: object, info: object, more: object[] = []): ModelState {
  return {
    parameters,
    parts: [
      { name: "link", id: "link", path: "parts.link", type: "RigidBody", kind: "body", values },
      ...more,
    ],
    info: { link: info, pin: { "origin.at": place([0, 0, 1]) } },
  } as unknown as ModelState;
}

describe("how a length is written", () => {
  test("a number with and without unit, a parameter, a formula", () => {
    expect(readLength("250 mm", "p", parameters)).toEqual({ path: "p", scale: 1e-3, unit: "mm" });
    expect(readLength("0.25 [m]", "p", parameters)).toEqual({ path: "p", scale: 1, unit: "m" });
    expect(readLength("-.5e-1", "p", parameters)).toEqual({ path: "p", scale: 1, unit: "" });
    expect(readLength("0", "p", parameters, "mm")).toEqual({ path: "p", scale: 1e-3, unit: "mm" });
    expect(readLength("L", "p", parameters)).toEqual({ path: "parameters.L", scale: 1, unit: "m", parameter: "L" });
    expect(readLength("h", "p", parameters)).toBe("h is a formula: L/2");
    expect(readLength("L/2", "p", parameters)).toBe("it is the formula L/2");
    expect(readLength("3 furlong", "p", parameters)).toBe("it is written in furlong");
  });

  test("digits are those of the step, in the unit of the text", () => {
    const metres = { path: "p", scale: 1, unit: "m" };
    expect(writeLength(0.42, metres, 0.01)).toBe("0.42 m");
    expect(writeLength(0.1 + 0.2, metres, 0.01)).toBe("0.3 m");
    expect(writeLength(-0.0001, metres, 0.01)).toBe("0 m");
    expect(writeLength(0.4205, { path: "p", scale: 1e-3, unit: "mm" }, 0.0005)).toBe("420.5 mm");
    expect(writeLength(120, { path: "p", scale: 1, unit: "" }, 10)).toBe("120");
  });

  test("a step is round, and about a pixel", () => {
    expect(dragStep(0.0031)).toBeCloseTo(0.005, 12);
    expect(dragStep(0.0012)).toBeCloseTo(0.002, 12);
    expect(dragStep(0.0061)).toBeCloseTo(0.01, 12);
  });
});

describe("what a drag in 3D changes", () => {
  test("one number of a frame; where a parameter is named, the parameter", () => {
    const model = modelWith({ frames: { tip: { at: ["L", "0", "250 mm"] } } }, { "frames.tip.at": place([1.2, 0, 0.25]) });
    const handle = handleOf(model, "link.tip", "link")!;
    expect(handle.base).toBe("link");
    expect(dragEdit(handle, 2, 0.3, 0.01)).toEqual({ set: "parts.link.frames.tip.at[2]", value: "300 mm" });
    expect(dragEdit(handle, 1, 0.05, 0.01)).toEqual({ set: "parts.link.frames.tip.at[1]", value: "50 mm" });
    expect(dragEdit(handle, 0, 1.25, 0.01)).toEqual({ set: "parameters.L", value: "1.25 m" });
  });

  test("a frame without a place gets one; a formula is left alone", () => {
    const bare = modelWith({ frames: { pin: {} } }, { "frames.pin.at": place([0, 0, 0]) });
    expect(dragEdit(handleOf(bare, "link.pin", "link")!, 1, 0.1, 0.01)).toEqual({
      set: "parts.link.frames.pin.at",
      value: "[0, 0.1, 0]",
    });
    const formula = modelWith({ frames: { mid: { at: ["L/2", "0", "0"] } } }, { "frames.mid.at": place([0.6, 0, 0]) });
    expect(dragEdit(handleOf(formula, "link.mid", "link")!, 0, 1, 0.01)).toBeNull();
  });

  test("a body on a joint moves with the joint's place", () => {
    const pin = {
      name: "pin",
      id: "pin",
      path: "parts.pin",
      type: "Revolute",
      kind: "joint",
      values: { between: ["world", "link"], origin: { at: ["0", "0", "1 m"] } },
    };
    const model = modelWith({}, {}, [pin]);
    const handle = handleOf(model, "link", "link")!;
    expect(handle.base).toBe("");
    expect(dragEdit(handle, 2, 1.1, 0.01)).toEqual({ set: "parts.pin.origin.at[2]", value: "1.1 m" });
    expect(handleOf(modelWith({}, {}), "link", "link")).toBeNull();
  });
});
