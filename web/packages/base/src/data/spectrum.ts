// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

const kLeast = 256;
const kMost = 1 << 16;

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
 * a Hann window. The signal is sampled uniformly, interpolated linearly between rows over times that
 * never fall, at a power of two that is at least twice the number of rows. A sinusoid of amplitude A
 * whose frequency is a line gives A there (a Hann window: A/2 beside it). Null where fewer than three rows
 * have distinct times, or a row is no number.
 */
export function spectrumOf(
  rows: number,
  time: (row: number) => number,
  value: (row: number) => number,
): Spectrum | null {
  let distinct = rows > 0 ? 1 : 0;
  for (let row = 0; row < rows; ++row) {
    if (!Number.isFinite(value(row))) return null;
    if (row > 0 && time(row) > time(row - 1)) ++distinct;
  }
  if (distinct < 3) return null;
  const count = Math.min(kMost, Math.max(kLeast, 2 ** Math.ceil(Math.log2(2 * distinct))));
  const samples = sampled(rows, time, value, count);
  const mean = samples.reduce((sum, y) => sum + y, 0) / count;
  const real = samples.map((y, k) => (y - mean) * 0.5 * (1 - Math.cos((2 * Math.PI * k) / count)));
  const imaginary = new Float64Array(count);
  transform(real, imaginary);
  const resolution = 1 / (time(rows - 1) - time(0));
  const half = count / 2;
  const frequency = new Float64Array(half);
  const amplitude = new Float64Array(half);
  for (let k = 1; k <= half; ++k) {
    frequency[k - 1] = k * resolution;
    // The window's mean is 1/2; each of the two sides has half of the amplitude.
    const sides = k === half ? 2 : 4;
    amplitude[k - 1] = (sides * Math.hypot(real[k], imaginary[k])) / count;
  }
  return { frequency, amplitude, resolution };
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
  for (let k = 0, row = 0; k < count; ++k) {
    const t = begin + k * step;
    while (row + 2 < rows && time(row + 1) <= t) ++row;
    const length = time(row + 1) - time(row);
    const part = length > 0 ? Math.min(1, (t - time(row)) / length) : 1;
    samples[k] = value(row) + part * (value(row + 1) - value(row));
  }
  return samples;
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
