// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

/** What drives an input: a pair of keys, or an axis of a gamepad. */
export interface Binding {
  input: string;
  /** Codes of keys, with spaces between: any of them. */
  less: string;
  more: string;
  /** Axis of the first gamepad; -1: none. */
  axis: number;
  /** The input at full deflection. */
  scale: number;
  /** The value stays when the key is released. */
  holds: boolean;
}

const kPairs = [
  ["KeyS", "KeyW"],
  ["KeyA", "KeyD"],
  ["ArrowDown", "ArrowUp"],
  ["ArrowLeft", "ArrowRight"],
  ["KeyF", "KeyR"],
  ["KeyQ", "KeyE"],
];
/** Sticks rest near, but not at, zero. */
const kDeadZone = 0.08;
/** Full deflection by keys takes so long [s]. */
const kRise = 0.25;

/** Two tracks are driven like a car: forwards and backwards both, left and right against each other. */
const kTracks: { [side: string]: [string, string] } = {
  left: ["KeyS KeyA", "KeyW KeyD"],
  right: ["KeyS KeyD", "KeyW KeyA"],
};
const sideOf = (input: string) => (/left/i.test(input) ? "left" : /right/i.test(input) ? "right" : "");

export function usualBindings(inputs: string[]): Binding[] {
  const sides = inputs.map(sideOf);
  const hasTracks = sides.includes("left") && sides.includes("right");
  const pairs = hasTracks ? kPairs.slice(2) : [...kPairs];
  let axis = 0;
  return inputs.map((input, k) => {
    const [less, more] = (hasTracks && kTracks[sides[k]]) || pairs.shift() || ["", ""];
    // Sticks know nothing of left against right.
    const isTrack = hasTracks && sides[k] !== "";
    return { input, less, more, axis: !isTrack && axis < 4 ? axis++ : -1, scale: 1, holds: false };
  });
}

const kChosen = "holon.driven.";

/** The inputs of a model that a person drives: those he has chosen, else the usual ones. */
export function drivenInputs(path: string, inputs: { name: string; isUsual?: boolean }[]): string[] {
  const stored = localStorage.getItem(kChosen + path);
  const known = new Set(inputs.map((i) => i.name));
  if (stored !== null) return (JSON.parse(stored) as string[]).filter((name) => known.has(name));
  return inputs.filter((i) => i.isUsual).map((i) => i.name).slice(0, kPairs.length);
}

export function driveInputs(path: string, names: string[]): void {
  localStorage.setItem(kChosen + path, JSON.stringify(names));
}

export function axisValue(raw: number): number {
  const size = Math.abs(raw);
  if (size < kDeadZone) return 0;
  return (Math.sign(raw) * (Math.min(1, size) - kDeadZone)) / (1 - kDeadZone);
}

/** Deflections in [-1, 1] after `dt` seconds with these keys down and these sticks. */
export function nextDeflection(
  now: number,
  binding: Binding,
  keys: ReadonlySet<string>,
  axes: readonly number[],
  dt: number,
): number {
  const stick = binding.axis >= 0 ? axisValue(axes[binding.axis] ?? 0) : 0;
  if (stick !== 0) return stick;
  const count = (codes: string) => codes.split(" ").filter((code) => keys.has(code)).length;
  const wanted = Math.max(-1, Math.min(1, count(binding.more) - count(binding.less)));
  if (wanted === 0 && binding.holds) return now;
  const step = dt / kRise;
  return now < wanted ? Math.min(wanted, now + step) : Math.max(wanted, now - step);
}

/** The same of all inputs, by their names. */
export function nextDeflections(
  now: { [input: string]: number },
  bindings: Binding[],
  keys: ReadonlySet<string>,
  axes: readonly number[],
  dt: number,
): { [input: string]: number } {
  return Object.fromEntries(
    bindings.map((b) => [b.input, nextDeflection(now[b.input] ?? 0, b, keys, axes, dt)]),
  );
}

/** "W", "↑": what stands on the key. */
export function keyText(code: string): string {
  const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };
  return code
    .split(" ")
    .map((one) => arrows[one] ?? one.replace(/^(Key|Digit)/, ""))
    .join(" ");
}
