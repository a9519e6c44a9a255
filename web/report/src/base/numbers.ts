// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

const kMinus = "\u2212";
const kThinSpace = "\u2009";
const kSuperscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((d) => kSuperscripts[Number(d)]).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}

/** "10³" */
export function powerOfTen(exponent: number): string {
  return `10${superscript(exponent)}`;
}

function group(integer: string): string {
  return integer.length < 5 ? integer : integer.replace(/\B(?=(\d{3})+$)/g, kThinSpace);
}

function typeset(text: string): string {
  const [, sign, integer, rest] = /^(-?)(\d+)(.*)$/.exec(text) ?? ["", "", text, ""];
  return (sign ? kMinus : "") + group(integer) + rest;
}

/** A number with `digits` significant digits, with a true minus and powers of ten. */
export function formatNumber(value: number, digits = 5): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${kMinus}∞`;
  if (value === 0) return "0";
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent < -4 || exponent > 6) {
    const [mantissa, power] = value.toExponential(digits - 1).split("e");
    return `${typeset(mantissa)}·${powerOfTen(Number(power))}`;
  }
  return typeset(value.toFixed(Math.max(0, digits - 1 - exponent)));
}

/** A number with so many decimals. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return typeset(/^-0(\.0*)?$/.test(text) ? text.slice(1) : text);
}

/** How many decimals tell ticks apart that lie `step` from each other. */
export function decimalsOf(step: number): number {
  if (!(step > 0)) return 0;
  for (let decimals = 0; decimals < 12; ++decimals) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

/**
 * The power of ten (a multiple of three) that ticks of this size are told in, so that none needs
 * more than four digits before or three after the point.
 */
export function tickExponent(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 0;
  const exponent = Math.floor(Math.log10(largest) + 1e-12);
  return exponent >= 5 || exponent < -2 ? 3 * Math.floor(exponent / 3) : 0;
}

/** The texts of evenly spaced ticks, in units of 10^exponent. */
export function formatTicks(ticks: number[], step: number, exponent = 0): string[] {
  const unit = 10 ** exponent;
  const decimals = decimalsOf(step / unit);
  return ticks.map((tick) => formatFixed(tick / unit, decimals));
}

/** The largest of 1, 2, 5 × 10^n that is not greater than `value`. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const mantissa = value / power;
  return (mantissa >= 5 - 1e-9 ? 5 : mantissa >= 2 - 1e-9 ? 2 : 1) * power;
}

/** "m/s^2" as "m/s²". */
export function unitText(unit: string): string {
  return unit.replace(/\^(-?\d+)/g, (_, power: string) => superscript(Number(power)));
}

/** "angle [deg]", "angle [10³ deg]", "ratio" */
export function axisLabel(label: string, unit: string, exponent = 0): string {
  const parts = [exponent === 0 ? "" : powerOfTen(exponent), unitText(unit)].filter(Boolean);
  return parts.length > 0 ? `${label} [${parts.join(" ")}]` : label;
}

export function withUnit(number: string, unit: string): string {
  if (unit === "°") return `${number}°`;
  return unit ? `${number}\u00a0${unitText(unit)}` : number;
}
