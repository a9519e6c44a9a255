// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { ModelState, PartNode } from "@holon/protocol/messages";
import { describe, expect, test } from "vitest";
import {
  applyChecked,
  applyEdits,
  applyModel,
  codePointOffset,
  filePartOf,
  findPart,
  flowText,
  parentOf,
  pathOfFile,
  unitOffset,
  valueAt,
} from "../../src/state/apply";

const part = (name: string, more: Partial<PartNode> = {}): PartNode => ({
  name,
  id: name,
  path: `parts.${name}`,
  type: "RigidBody",
  kind: "body",
  values: {},
  ...more,
});

const model = (parts: PartNode[], text = ""): ModelState => ({
  revision: 1,
  path: "a.yaml",
  readOnly: false,
  title: "",
  text,
  parsed: true,
  parameters: [],
  parts,
  links: [],
  info: {},
  frames: {},
  layout: {},
  findings: [],
  checked: 1,
  outputs: [],
  tunables: [],
  inputs: [],
  settings: {},
  canUndo: false,
  canRedo: false,
  changedOnDisk: false,
});

describe("texts", () => {
  test("offsets count code points, strings count UTF-16 units", () => {
    const text = "a: 🚜 # b\nc: 1";
    const at = text.indexOf("c:");
    expect(unitOffset(text, [...text.slice(0, at)].length)).toBe(at);
    expect(codePointOffset(text, at)).toBe(at - 1);
    expect(unitOffset("plain", 3)).toBe(3);
  });

  test("edits are applied one after the other, behind characters of two units, too", () => {
    expect(
      applyEdits("title: 🚜\nm: 1 kg\n", [
        { offset: 12, removed: 4, inserted: "2.5 kg" },
        { offset: 0, removed: 5, inserted: "name" },
      ]),
    ).toBe("name: 🚜\nm: 2.5 kg\n");
  });

  test("values in one line are what --set takes", () => {
    expect(flowText("m*g")).toBe("m*g");
    expect(flowText(["world", "link.pin"])).toBe("[world, link.pin]");
    expect(flowText({ rod: { length: "L", axis: "x" } })).toBe("{rod: {length: L, axis: x}}");
    // Within a list a comma, a colon or a sharp would end it.
    expect(flowText(["a, b", "#fff", "-y", "x: 1"])).toBe('["a, b", "#fff", -y, "x: 1"]');
  });

  test("values are found below their path", () => {
    const values = { inertia: { rod: { length: "L" } }, between: ["world", "link.pin"] };
    expect(valueAt(values, "inertia.rod.length")).toBe("L");
    expect(valueAt(values, "between[1]")).toBe("link.pin");
    expect(valueAt(values, "inertia.box.x")).toBeUndefined();
  });
});

describe("events", () => {
  test("a change replaces, adds, removes and orders top-level parts", () => {
    const before = model([part("a"), part("b"), part("c")], "old");
    const after = applyModel(before, {
      event: "model",
      revision: 2,
      label: "",
      text: "new",
      state: { title: "T" },
      parts: [part("b", { type: "PointMass" }), part("d")],
      removed: ["c"],
      order: ["d", "a", "b"],
    })!;
    expect(after.parts.map((p) => p.name)).toEqual(["d", "a", "b"]);
    expect(after.parts[2].type).toBe("PointMass");
    expect([after.text, after.title, after.revision]).toEqual(["new", "T", 2]);
  });

  test("a part that is unchanged stays the same object: it is not drawn again", () => {
    const before = model([part("a"), part("b")]);
    const after = applyModel(before, { event: "model", revision: 2, label: "", state: {}, parts: [part("b")] })!;
    expect(after.parts[0]).toBe(before.parts[0]);
  });

  test("what a check found stays until the next one", () => {
    const before = { ...model([part("a"), part("b")]), info: { a: { mass: { value: 1 } }, b: { mass: { value: 5 } } } };
    const after = applyModel(before, { event: "model", revision: 2, label: "", state: {}, parts: [part("a")] })!;
    const checked = applyChecked(after, { event: "checked", checked: 2, findings: [], info: { a: { mass: { value: 2 } } } });
    expect(checked.info.a.mass.value).toBe(2);
    expect(checked.info.b.mass.value).toBe(5);
    expect(checked.links).toBe(after.links);
  });

  test("lines behind a change move on", () => {
    const at = (line: number) => ({ line, column: 3, endLine: line + 2, endColumn: 1 });
    const before = model([part("a", { range: at(4) }), part("b", { range: at(9) })]);
    const event = { event: "model", revision: 2, label: "", state: {}, shift: { fromLine: 7, lines: 3 } } as const;
    const after = applyModel(before, event)!;
    expect(after.parts.map((p) => p.range!.line)).toEqual([4, 12]);
  });

  test("parts of composite parts are found by their full name", () => {
    const inner = part("blade", { id: "arm.blade" });
    const parts = [part("arm", { parts: [inner] })];
    expect(findPart(parts, "arm.blade")).toBe(inner);
    expect(parentOf(parts, "arm.blade")).toBe(parts[0]);
  });
});

describe("parts in other files", () => {
  const parts = [part("dozer", { file: "machine.yaml" }), part("dozer2"), part("yard", { parts: [part("crane", { id: "yard.crane", file: "lib/crane.yaml#boom" })] })];
  test("the part that names the file is found from any of its parts", () => {
    expect(filePartOf(parts, "dozer.chassis.antenna")?.name).toBe("dozer");
    expect(filePartOf(parts, "yard.crane.hook")?.file).toBe("lib/crane.yaml#boom");
    expect(filePartOf(parts, "dozer2")).toBeUndefined();
    expect(filePartOf(parts, "yard")).toBeUndefined();
  });
  test("its path counts from the folder of the model that names it", () => {
    expect(pathOfFile("crane.yaml", "lib/crane.yaml#boom")).toBe("lib/crane.yaml");
    expect(pathOfFile("yards/north.yaml", "../lib/./crane.yaml")).toBe("lib/crane.yaml");
    expect(pathOfFile("north.yaml", "../crane.yaml")).toBeNull();
    expect(pathOfFile("examples:gps_bulldozer", "machine.yaml")).toBeNull();
  });
});
