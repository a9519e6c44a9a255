// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

const kLeast = 256;
const kMost = 1 << 20;
/** Rows that are closer than so many samples are averaged. */
const kDense = 0.75;

export interface Spectrum {
  /** [Hz] from the first line above zero to half the sampling rate. */
  frequency: Float64Array;
  /** Of the sinusoid at each frequency, in the signal's unit: its peak value. */
  amplitude: Float64Array;
  /** [Hz] between two lines. */
  resolution: number;
}

/**
 * The one-sided amplitude spectrum of a signal, its mean removed, by a discrete Fourier transform with
 * a Hann window. Rows at equal distances are transformed as they are, up to half of their rate. Others
 * are sampled uniformly over times that never fall, interpolated linearly between them, at a power of
 * two that is at least twice the number of rows (2^20 at most); where they lie closer than samples, a
 * sample is the mean about its instant, so that what lies above half of the sampling rate is not folded
 * back. A sinusoid of amplitude A whose frequency is a line gives A there (a Hann window: A/2 beside
 * it). Null where fewer than three rows have distinct times, or a row is no number.
 */
export function spectrumOf(
  rows: number,
  time: (row: number) => number,
  value: (row: number) => number,
): Spectrum | null {
  let distinct = rows > 0 ? 1 : 0;
  const step = rows > 1 ? (time(rows - 1) - time(0)) / (rows - 1) : 0;
  let isUniform = true;
  for (let row = 0; row < rows; ++row) {
    if (!Number.isFinite(value(row))) return null;
    if (row > 0 && time(row) > time(row - 1)) ++distinct;
    if (Math.abs(time(row) - time(0) - row * step) > kEven * step) isUniform = false;
  }
  if (distinct < 3) return null;
  const isDirect = isUniform && rows - 1 <= kMost;
  const count = isDirect
    ? rows - 1
    : Math.min(kMost, Math.max(kLeast, 2 ** Math.ceil(Math.log2(2 * distinct))));
  const samples = isDirect
    ? Float64Array.from({ length: count }, (_, row) => value(row))
    : sampled(rows, time, value, count);
  const mean = samples.reduce((sum, y) => sum + y, 0) / count;
  const real = samples.map((y, k) => (y - mean) * 0.5 * (1 - Math.cos((2 * Math.PI * k) / count)));
  const imaginary = new Float64Array(count);
  if (isDirect) transformAny(real, imaginary);
  else transform(real, imaginary);
  const resolution = 1 / (time(rows - 1) - time(0));
  const half = Math.floor(count / 2);
  const frequency = new Float64Array(half);
  const amplitude = new Float64Array(half);
  for (let k = 1; k <= half; ++k) {
    frequency[k - 1] = k * resolution;
    // The window's mean is 1/2; each of the two sides has half of the amplitude.
    const sides = 2 * k === count ? 2 : 4;
    amplitude[k - 1] = (sides * Math.hypot(real[k], imaginary[k])) / count;
  }
  return { frequency, amplitude, resolution };
}

/** Rows at equal distances may be off by so much of it: times are rounded in files. */
const kEven = 1e-3;

/**
 * Discrete Fourier transform in place of any length: Bluestein's convolution with a chirp (IEEE Trans.
 * Audio Electroacoust. 18, 1970), by transforms of a power of two.
 */
export function transformAny(real: Float64Array, imaginary: Float64Array): void {
  const count = real.length;
  if ((count & (count - 1)) === 0) {
    transform(real, imaginary);
    return;
  }
  const length = 2 ** Math.ceil(Math.log2(2 * count - 1));
  // exp(−i π k²/count); k² is taken modulo 2·count, which keeps the angle small.
  const angle = (k: number) => (Math.PI * ((k * k) % (2 * count))) / count;
  const [a, b] = [new Float64Array(length), new Float64Array(length)];
  const [c, d] = [new Float64Array(length), new Float64Array(length)];
  for (let k = 0; k < count; ++k) {
    const [cos, sin] = [Math.cos(angle(k)), Math.sin(angle(k))];
    a[k] = real[k] * cos + imaginary[k] * sin;
    b[k] = imaginary[k] * cos - real[k] * sin;
    c[k] = cos;
    d[k] = sin;
    if (k > 0) [c[length - k], d[length - k]] = [cos, sin];
  }
  transform(a, b);
  transform(c, d);
  for (let k = 0; k < length; ++k)
    [a[k], b[k]] = [a[k] * c[k] - b[k] * d[k], a[k] * d[k] + b[k] * c[k]];
  // The inverse one, by the conjugate.
  for (let k = 0; k < length; ++k) b[k] = -b[k];
  transform(a, b);
  for (let k = 0; k < count; ++k) {
    const [cos, sin] = [Math.cos(angle(k)), Math.sin(angle(k))];
    const [x, y] = [a[k] / length, -b[k] / length];
    real[k] = x * cos + y * sin;
    imaginary[k] = y * cos - x * sin;
  }
}

/** `count` values at equal distances over the whole span, its end not included. */
function sampled(
  rows: number,
  time: (row: number) => number,
  value: (row: number) => number,
  count: number,
): Float64Array {
  const begin = time(0);
  const step = (time(rows - 1) - begin) / count;
  const samples = new Float64Array(count);
  const at = (row: number, t: number) => {
    const length = time(row + 1) - time(row);
    const part = length > 0 ? Math.min(1, (t - time(row)) / length) : 1;
    return value(row) + part * (value(row + 1) - value(row));
  };
  for (let k = 0, row = 0; k < count; ++k) {
    const t = begin + k * step;
    while (row + 2 < rows && time(row + 1) <= t) ++row;
    samples[k] = at(row, t);
    const [from, to] = [t - 0.5 * step, t + 0.5 * step];
    const length = time(row + 1) - time(row);
    if (length > 0 && length < kDense * step) samples[k] = meanWithin(from, to, row);
  }
  return samples;

  /** Of the piecewise linear signal; `row` is the one before the middle. */
  function meanWithin(from: number, to: number, row: number): number {
    let first = row;
    while (first > 0 && time(first) > from) --first;
    let integral = 0;
    let [left, y] = [Math.max(from, time(0)), at(first, Math.max(from, time(0)))];
    for (let r = first; r + 1 < rows && left < to; ++r) {
      const right = Math.min(to, time(r + 1));
      const next = at(r, right);
      if (right > left) integral += 0.5 * (right - left) * (y + next);
      // Of a jump the row behind it counts.
      [left, y] = [Math.max(left, right), right === time(r + 1) ? value(r + 1) : next];
    }
    return integral / (Math.min(to, time(rows - 1)) - Math.max(from, time(0)));
  }
}

/** Discrete Fourier transform in place (Cooley and Tukey, radix 2); the length is a power of two. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const count = real.length;
  for (let i = 1, j = 0; i < count; ++i) {
    let bit = count >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [real[i], real[j]] = [real[j], real[i]];
    [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
  }
  for (let size = 2; size <= count; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; ++k) {
      const angle = (-2 * Math.PI * k) / size;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let from = k; from < count; from += size) {
        const to = from + half;
        const x = real[to] * c - imaginary[to] * s;
        const y = real[to] * s + imaginary[to] * c;
        real[to] = real[from] - x;
        imaginary[to] = imaginary[from] - y;
        real[from] += x;
        imaginary[from] += y;
      }
    }
  }
}
