// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Which numbers of the text say where a point of the scene is, and how they are written.

import type { Edit, ModelState, ParameterInfo, PartNode, Written } from "@holon/protocol/messages";
import { findPart } from "../state/apply";

/** A length that the text gives as a number. */
export interface WrittenNumber {
  /** Of the value in the file; of the parameter that the text names. */
  path: string;
  /** [m] per unit in which it is written. */
  scale: number;
  unit: string;
  /** The parameter that is changed in place of the value. */
  parameter?: string;
}

/** A vector of the text that says where something is. */
export interface PlaceHandle {
  part: string;
  /** "frames.tip.at" of the part. */
  key: string;
  path: string;
  /** [m] as the text has it. */
  value: [number, number, number];
  /** In whose axes it is: "", the world's; a frame by its name; or the part's own body. */
  base: string;
  /** Of each component what a drag changes, or why it cannot be dragged. */
  axes: (WrittenNumber | string)[];
  /** The text has the whole vector; else it is added. */
  isWritten: boolean;
}

const kLengths: { [unit: string]: number } = {
  m: 1,
  mm: 1e-3,
  cm: 1e-2,
  dm: 0.1,
  km: 1e3,
  in: 0.0254,
  ft: 0.3048,
};
const kNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:\s*\[?\s*([A-Za-z]+)\s*\]?)?$/;

/** How a component is written: a number, the name of a parameter that is one, or a formula. */
export function readLength(
  text: string,
  path: string,
  parameters: ParameterInfo[],
  usualUnit = "",
): WrittenNumber | string {
  const plain = text.trim();
  const number = kNumber.exec(plain);
  if (number) {
    const unit = number[1] ?? (Number.parseFloat(plain) === 0 ? usualUnit : "");
    const scale = unit === "" ? 1 : kLengths[unit];
    return scale === undefined ? `it is written in ${unit}` : { path, scale, unit };
  }
  const parameter = parameters.find((p) => p.name === plain);
  if (parameter) {
    const of = readLength(parameter.text, parameter.path, []);
    return typeof of === "string" ? `${plain} is a formula: ${parameter.text}` : { ...of, parameter: plain };
  }
  return `it is the formula ${plain}`;
}

const child = (value: Written | undefined, key: string): Written | undefined => {
  if (value === null || value === undefined || typeof value !== "object") return undefined;
  return Array.isArray(value) ? value[Number(key)] : value[key];
};

function makeHandle(model: ModelState, part: PartNode, key: string, base: string): PlaceHandle | null {
  const info = (part.info ?? model.info?.[part.id])?.[key];
  if (!part.path || !info || info.unit !== "m") return null;
  const numbers = info.value;
  if (!Array.isArray(numbers) || numbers.length !== 3) return null;
  const written = key.split(/\.|\[|\]\.?/).filter(Boolean).reduce(child, part.values as Written | undefined);
  const isWritten = Array.isArray(written) && written.length === 3;
  if (written !== undefined && !isWritten) return null;
  const path = `${part.path}.${key}`;
  // A zero is written without unit; beside it the others say which one is usual.
  const texts = isWritten ? written.map(String) : ["0", "0", "0"];
  const usual = texts.map((t) => kNumber.exec(t.trim())?.[1]).find((u) => u && kLengths[u]) ?? "";
  const parameters = part.id.includes(".") ? [] : model.parameters;
  const axes = texts.map((t, k) => readLength(t, `${path}[${k}]`, parameters, usual));
  return { part: part.id, key, path, value: numbers as [number, number, number], base, axes, isWritten };
}

/** The handle of a point of the scene: "link.tip" of the body "link", or the body itself. */
export function handleOf(model: ModelState, point: string, body: string): PlaceHandle | null {
  const part = findPart(model.parts, body.replace(/\[\d+\]/g, ""));
  if (!part) return null;
  if (point !== body) {
    const frame = point.slice(body.length + 1);
    return makeHandle(model, part, `frames.${frame}.at`, body);
  }
  const parent = typeof part.values.in === "string" ? part.values.in : "";
  return (
    makeHandle(model, part, "position", parent) ??
    makeHandle(model, part, "initial.position", "") ??
    handleOfJoint(model, part)
  );
}

/** A body that hangs on a joint is where the joint's place on the other frame is. */
function handleOfJoint(model: ModelState, body: PartNode): PlaceHandle | null {
  for (const joint of model.parts) {
    const { between } = joint.values;
    if (joint.kind !== "joint" || !Array.isArray(between) || between.length !== 2) continue;
    const [first, second] = between.map(String);
    if (second !== body.id && !second.startsWith(`${body.id}.`)) continue;
    const handle = makeHandle(model, joint, "origin.at", first === "world" ? "" : first);
    if (handle) return handle;
  }
  return null;
}

/** "0.25 m" in the unit in which it was written, with as many digits as the drag had. */
export function writeLength(metres: number, { scale, unit }: WrittenNumber, step: number): string {
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / scale) - 1e-9)));
  const text = (metres / scale).toFixed(digits);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  const number = /^-0$/.test(short) ? "0" : short;
  return unit ? `${number} ${unit}` : number;
}

/** The edit of a drag along one axis to `metres`. */
export function dragEdit(handle: PlaceHandle, axis: number, metres: number, step: number): Edit | null {
  const target = handle.axes[axis];
  if (typeof target === "string") return null;
  const text = writeLength(metres, target, step);
  if (target.parameter || handle.isWritten) return { set: target.path, value: text };
  const whole = handle.value.map((v, k) => (k === axis ? text : String(v)));
  return { set: handle.path, value: `[${whole.join(", ")}]` };
}

/** A round step of about a pixel [m]. */
export function dragStep(metresPerPixel: number): number {
  const power = 10 ** Math.floor(Math.log10(metresPerPixel));
  const rest = metresPerPixel / power;
  return power * (rest > 5 ? 10 : rest > 2 ? 5 : rest > 1 ? 2 : 1);
}
