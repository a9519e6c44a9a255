// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type {
  CheckedEvent,
  ModelEvent,
  ModelState,
  OutputInfo,
  PartNode,
  Written,
} from "@holon/protocol/messages";

/** Offsets of the protocol count code points, those of strings here UTF-16 units. */
export function unitOffset(text: string, codePoints: number): number {
  // Almost every model holds no character beyond 16 bits.
  if (!/[\ud800-\udbff]/.test(text)) return codePoints;
  let units = 0;
  for (let k = 0; k < codePoints && units < text.length; ++k) {
    units += text.codePointAt(units)! > 0xffff ? 2 : 1;
  }
  return units;
}

export function codePointOffset(text: string, units: number): number {
  const part = text.slice(0, units);
  return /[\ud800-\udbff]/.test(part) ? [...part].length : units;
}

/** The text after replacements, each of the text that the previous one has left. */
export function applyEdits(text: string, edits: NonNullable<ModelEvent["edits"]>): string {
  return edits.reduce((now, { offset, removed, inserted }) => {
    const begin = unitOffset(now, offset);
    const end = begin + unitOffset(now.slice(begin), removed);
    return now.slice(0, begin) + inserted + now.slice(end);
  }, text);
}

/** The state after an event `model`; null where it does not continue the present revision. */
export function applyModel(model: ModelState | null, event: ModelEvent): ModelState | null {
  const { state, parts = [], removed = [], order, shift } = event;
  if (event.whole) return { ...(state as ModelState), text: event.text ?? "", parts };
  if (!model) return null;
  const text = event.text ?? (event.edits ? applyEdits(model.text, event.edits) : model.text);
  const changed = new Map(parts.map((part) => [part.name, part]));
  const gone = new Set(removed);
  const known = new Set(model.parts.map((part) => part.name));
  if (shift) for (const part of model.parts) shiftLines(part, shift);
  let after = model.parts
    .filter((part) => !gone.has(part.name) || changed.has(part.name))
    .map((part) => changed.get(part.name) ?? part);
  for (const part of parts) if (!known.has(part.name)) after.push(part);
  if (order) {
    const rank = new Map(order.map((name, k) => [name, k]));
    after = after
      .filter((part) => rank.has(part.name))
      .sort((a, b) => rank.get(a.name)! - rank.get(b.name)!);
  }
  return { ...model, ...state, revision: event.revision, text, parts: after };
}

/**
 * Lines behind a change move on. In place: thousands of parts that are otherwise the same are not
 * drawn again for it.
 */
function shiftLines(part: PartNode, shift: NonNullable<ModelEvent["shift"]>): void {
  if (part.range && part.range.line >= shift.fromLine) {
    part.range.line += shift.lines;
    part.range.endLine += shift.lines;
  }
  for (const inner of part.parts ?? []) shiftLines(inner, shift);
}

/** The state after an event `checked`: what it does not name is as before. */
export function applyChecked(model: ModelState, event: CheckedEvent): ModelState {
  return {
    ...model,
    checked: event.checked,
    findings: event.findings ?? model.findings,
    links: event.links ?? model.links,
    parameters: event.parameters ?? model.parameters,
    outputs: event.outputs ?? model.outputs,
    tunables: event.tunables ?? model.tunables,
    inputs: event.inputs ?? model.inputs,
    info: event.info ? { ...model.info, ...event.info } : model.info,
    frames: event.frames ? { ...model.frames, ...event.frames } : model.frames,
  };
}

const byName = new WeakMap<OutputInfo[], Map<string, OutputInfo>>();

/** Outputs by name; made once for each list. */
export function outputsByName(outputs: OutputInfo[]): Map<string, OutputInfo> {
  let map = byName.get(outputs);
  if (!map) byName.set(outputs, (map = new Map(outputs.map((o) => [o.name, o]))));
  return map;
}

/** All parts, those of composite parts after their composite part. */
export function* allParts(parts: PartNode[]): Generator<PartNode> {
  for (const part of parts) {
    yield part;
    if (part.parts) yield* allParts(part.parts);
  }
}

export function findPart(parts: PartNode[], id: string): PartNode | undefined {
  for (const part of parts) {
    if (part.id === id) return part;
    const inner = part.parts && id.startsWith(`${part.id}.`) && findPart(part.parts, id);
    if (inner) return inner;
  }
  return undefined;
}

/** The composite part, written in a file of its own, that holds a part or is it: "dozer" of "dozer.chassis". */
export function filePartOf(parts: PartNode[], id: string): PartNode | undefined {
  for (const part of parts) {
    if (part.id !== id && !id.startsWith(`${part.id}.`)) continue;
    return part.file ? part : filePartOf(part.parts ?? [], id);
  }
  return undefined;
}

/**
 * The path of a file that a model names, from the folder that is served: "lib/arm.yaml" for
 * "arm.yaml#boom" in "lib/crane.yaml". Null where it lies outside.
 */
export function pathOfFile(model: string, file: string): string | null {
  const steps = model.split("/").slice(0, -1);
  const name = file.replace(/#.*$/, "");
  if (name.startsWith("/") || model.includes(":")) return null;
  for (const step of name.split("/")) {
    if (step === "." || step === "") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join("/");
}

/** A file of the folder as a model there names it: "../arm.yaml" for "arm.yaml" in "lib/crane.yaml". */
export function fileAsType(model: string, file: string): string {
  const from = model.split("/").slice(0, -1);
  const to = file.split("/");
  while (from.length > 0 && to.length > 1 && from[0] === to[0]) {
    from.shift();
    to.shift();
  }
  return [...from.map(() => ".."), ...to].join("/");
}

/** The composite part that holds a part; undefined at the top. */
export function parentOf(parts: PartNode[], id: string): PartNode | undefined {
  for (const part of allParts(parts)) if (part.parts?.some((p) => p.id === id)) return part;
  return undefined;
}

const kPlainText = /^[^\s#[\]{},:&*!|>'"%@`-](?:[^#[\]{},:\n]*[^\s#[\]{},:])?$/;

/** A value as YAML in one line, as `--set` takes it. */
export function flowText(value: Written): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return inFlow(value);
}

function inFlow(value: Written): string {
  if (value === null) return "null";
  if (typeof value === "string") {
    return kPlainText.test(value) || /^-[\w.]/.test(value) ? value : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(inFlow).join(", ")}]`;
  const entries = Object.entries(value).map(([key, v]) => `${key}: ${inFlow(v)}`);
  return `{${entries.join(", ")}}`;
}

/** The value below a path of keys and indices, "inertia.rod.length", "between[0]". */
export function valueAt(values: { [key: string]: Written }, path: string): Written | undefined {
  let now: Written | undefined = values;
  for (const step of path.match(/[^.[\]]+/g) ?? []) {
    if (now === null || now === undefined || typeof now === "string") return undefined;
    now = Array.isArray(now) ? now[Number(step)] : now[step];
  }
  return now;
}
