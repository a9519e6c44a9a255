// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { formatNumber, withUnit } from "@holon/base/numbers";

/** Units in which results are shown besides SI, as factors: value in SI = factor · value + offset. */
const kUnits: Record<string, [factor: number, offset?: number]> = {
  deg: [Math.PI / 180],
  "deg/s": [Math.PI / 180],
  "deg/s^2": [Math.PI / 180],
  rpm: [Math.PI / 30],
  mm: [1e-3],
  cm: [1e-2],
  km: [1e3],
  um: [1e-6],
  "mm/s": [1e-3],
  "km/h": [1 / 3.6],
  ms: [1e-3],
  min: [60],
  h: [3600],
  kN: [1e3],
  MN: [1e6],
  "kN m": [1e3],
  kW: [1e3],
  MW: [1e6],
  kJ: [1e3],
  MJ: [1e6],
  bar: [1e5],
  MPa: [1e6],
  kPa: [1e3],
  "l/min": [1e-3 / 60],
  "L/min": [1e-3 / 60],
  "cm^3": [1e-6],
  l: [1e-3],
  degC: [1, 273.15],
  mA: [1e-3],
  kHz: [1e3],
  g: [1e-3],
  t: [1e3],
  "%": [1e-2],
};

/** How numbers in SI become numbers of a unit; null where it is not known here. */
export function fromSi(unit: string): { scale: number; offset: number } | null {
  const known = kUnits[unit];
  if (!known) return null;
  const [factor, offset = 0] = known;
  return { scale: 1 / factor, offset: -offset / factor };
}

/** Pure numbers have the unit 1, which nobody writes. */
export const shownUnit = (unit: string) => (unit === "1" ? "" : unit);

/** Angles are read in degrees. */
export function liveText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "–";
  if (unit === "rad") return `${formatNumber((value * 180) / Math.PI, 4)}°`;
  return withUnit(formatNumber(value, 4), shownUnit(unit));
}
