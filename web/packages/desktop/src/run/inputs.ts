// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

/** What drives an input: a pair of keys, or an axis of a gamepad. */
export interface Binding {
  input: string;
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

export function usualBindings(inputs: string[]): Binding[] {
  return inputs.map((input, k) => ({
    input,
    less: kPairs[k]?.[0] ?? "",
    more: kPairs[k]?.[1] ?? "",
    axis: k < 4 ? k : -1,
    scale: 1,
    holds: false,
  }));
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
  const wanted = (keys.has(binding.more) ? 1 : 0) - (keys.has(binding.less) ? 1 : 0);
  if (wanted === 0 && binding.holds) return now;
  const step = dt / kRise;
  return now < wanted ? Math.min(wanted, now + step) : Math.max(wanted, now - step);
}

/** "W", "↑": what stands on the key. */
export function keyText(code: string): string {
  const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };
  return arrows[code] ?? code.replace(/^(Key|Digit)/, "");
}
