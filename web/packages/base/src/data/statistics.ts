// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { StatisticsSpec } from "@holon/protocol/report";

/**
 * What a signal does over its rows, in its own unit: extremes at their first times, mean and RMS over
 * time of the signal interpolated linearly between its rows.
 */
export type Statistics = StatisticsSpec;

/** Of scale·y + offset. */
export function mapStatistics(s: Statistics, scale: number, offset: number): Statistics {
  const at = (y: number) => scale * y + offset;
  const square = (scale * s.rms) ** 2 + 2 * scale * offset * s.mean + offset ** 2;
  const mapped = {
    min: at(s.min),
    minAt: s.minAt,
    max: at(s.max),
    maxAt: s.maxAt,
    mean: at(s.mean),
    rms: Math.sqrt(Math.max(0, square)),
    final: at(s.final),
  };
  if (scale >= 0) return mapped;
  return { ...mapped, min: mapped.max, minAt: s.maxAt, max: mapped.min, maxAt: s.minAt };
}

/**
 * Statistics of `rows` values over times that never fall. Mean and RMS are integrals over time, so
 * that they do not depend on where a solver has put its rows; rows without a number are left out,
 * and so are the spans next to them. Of a single instant they are those of its last value.
 */
export function statisticsOf(
  rows: number,
  time: (row: number) => number,
  value: (row: number) => number,
): Statistics | null {
  let result: Statistics | null = null;
  let span = 0;
  let integral = 0;
  let square = 0;
  for (let row = 0; row < rows; ++row) {
    const y = value(row);
    if (!Number.isFinite(y)) continue;
    const t = time(row);
    result ??= { min: y, minAt: t, max: y, maxAt: t, mean: y, rms: Math.abs(y), final: y };
    if (y < result.min) [result.min, result.minAt] = [y, t];
    if (y > result.max) [result.max, result.maxAt] = [y, t];
    result.final = y;
    const before = row > 0 ? value(row - 1) : NaN;
    if (!Number.isFinite(before)) continue;
    const step = t - time(row - 1);
    span += step;
    integral += 0.5 * step * (before + y);
    square += (step * (before * before + before * y + y * y)) / 3;
  }
  if (result === null) return null;
  result.mean = span > 0 ? integral / span : result.final;
  result.rms = span > 0 ? Math.sqrt(square / span) : Math.abs(result.final);
  return result;
}
