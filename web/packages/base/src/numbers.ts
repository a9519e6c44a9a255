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

/** The same for eyes and clipboards: plain signs, "-1.500000e-8". */
export function plainNumber(value: number, digits: number): string {
  if (Number.isNaN(value)) return "";
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent < -4 || exponent > 6) return value.toExponential(digits - 1);
  return value.toFixed(Math.max(0, digits - 1 - exponent));
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

/** Decimal logarithms of 1, 10, 100 …, between them 2 and 5 where there is room for them. */
export function logTicks(min: number, max: number): number[] {
  const decades = max - min;
  const mantissas = decades > 3.5 ? [1] : decades > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9];
  const stride = Math.max(1, Math.ceil(decades / 9));
  const ticks: number[] = [];
  for (let power = Math.floor(min); power <= Math.ceil(max); ++power) {
    if (power % stride !== 0) continue;
    for (const mantissa of mantissas) {
      const tick = power + Math.log10(mantissa);
      if (tick >= min - 1e-9 && tick <= max + 1e-9) ticks.push(tick);
    }
  }
  return ticks;
}

/** The number that a decimal logarithm belongs to: "0.5", "200", "10⁶". */
export function formatLogTick(tick: number): string {
  const power = Math.floor(tick + 1e-9);
  if (power >= -2 && power <= 4) return formatFixed(10 ** tick, Math.max(0, 1 - power)).replace(/\.0+$|(\.\d*?)0+$/, "$1");
  const mantissa = Math.round(10 ** (tick - power) * 10) / 10;
  return mantissa === 1 ? powerOfTen(power) : `${mantissa}·${powerOfTen(power)}`;
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

/** Units that take a prefix where nothing but a unit in the first power stands in front. */
const kPrefixable = /^(m|s|N|Pa|W|J|V|A|Hz|rad|ohm|F|H|C|K|T|Wb|S)(?![\w^])/;
const kPrefixes: Record<number, string> = {
  "-12": "p",
  "-9": "n",
  "-6": "µ",
  "-3": "m",
  "3": "k",
  "6": "M",
  "9": "G",
};

/** What numbers are told in: a unit for them, and the power of ten that this unit does not say. */
export interface TickUnit {
  exponent: number;
  unit: string;
  power: string;
}

/** "N" with exponent 3 is kN; what has no prefix keeps its unit beside the power of ten. */
export function tickUnit(unit: string, exponent: number): TickUnit {
  if (exponent === 0) return { exponent, unit: unitText(unit), power: "" };
  const prefix = kPrefixes[exponent];
  const first = kPrefixable.exec(unit)?.[1];
  // Nobody counts in kiloseconds or kilokelvins.
  const usual = exponent < 0 || (first !== "s" && first !== "K" && first !== "rad");
  if (prefix && first && usual) return { exponent, unit: prefix + unitText(unit), power: "" };
  return { exponent, unit: unitText(unit), power: `×\u2009${powerOfTen(exponent)}` };
}

/** "angle [°]", "force [kN]", "ratio", "area [m²]  × 10⁻⁶" */
export function axisLabel(label: string, unit: string, exponent = 0): string {
  const shown = tickUnit(unit, exponent);
  return [shown.unit ? `${label} [${shown.unit}]` : label, shown.power]
    .filter(Boolean)
    .join("\u2003");
}

export function withUnit(number: string, unit: string): string {
  if (unit === "°") return `${number}°`;
  return unit ? `${number}\u00a0${unitText(unit)}` : number;
}

/** Whole numbers and decimals that stand by themselves, with what may follow as their unit. */
const kNumbers = /(?<![\w.\]\-−^:])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w:]|\.\w|-\w)/g;
const kPowers = /(?<=[A-Za-zµ°Ω])\^(-?\d+)/g;

/** Numbers and units of a text as they are printed: "-1.5e-08 m/s^2" as "−1.5·10⁻⁸ m/s²". */
export function typesetText(text: string): string {
  return text
    .replace(kNumbers, (number) => {
      const [mantissa, power] = number.toLowerCase().split("e");
      const signed = mantissa.replace("-", kMinus);
      if (power === undefined) return signed;
      if (Number(power) >= 0 && Number(power) < 6) return formatFixed(Number(number), 0);
      return mantissa === "1"
        ? powerOfTen(Number(power))
        : `${signed}·${powerOfTen(Number(power))}`;
    })
    .replace(kPowers, (_, power: string) => superscript(Number(power)));
}
