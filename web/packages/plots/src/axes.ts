// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type uPlot from "uplot";
import { axisLabel, formatFixed, formatLogTick, formatTicks, logTicks } from "@holon/base/numbers";
import { themeColor } from "@holon/base/theme";
import type { PlotSpec } from "@holon/protocol/report";
import type { Box, PlotView } from "./view";

/** What ticks need from each other [CSS px]: upright by their height, across by their width. */
const kTickHeight = 27;
const kMostTicks = 8;
const kTickRoom = 22;

const kFont = '12px system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';

/** Options of uPlot for a plot that shows `view`. */
export function plotOptions(
  spec: PlotSpec,
  view: PlotView,
  { width, height }: Box,
  draw: (u: uPlot) => void,
): uPlot.Options {
  const axis = (): uPlot.Axis => ({
    show: !spec.hides_axes,
    stroke: () => themeColor("--muted"),
    font: kFont,
    ticks: { show: false },
    grid: { stroke: () => themeColor("--grid"), width: 1 },
  });
  return {
    width: Math.max(120, width),
    height,
    padding: [8, () => Math.max(14, Math.ceil(0.5 * widthOfX(spec, view)) + 2), 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [view.shown.x.min, view.shown.x.max] },
      y: { range: () => [view.shown.y.min, view.shown.y.max] },
    },
    axes: [
      {
        ...axis(),
        size: 30,
        gap: 6,
        space: () => widthOfX(spec, view) + kTickRoom,
        ...(spec.x.steps ? { incrs: spec.x.steps } : {}),
        labelSize: 20,
        labelGap: 2,
        labelFont: kFont,
        label: (() =>
          axisLabel(spec.x.label, spec.x.unit, view.exponents.x)) as unknown as string,
        ...(spec.x.is_log
          ? {
              splits: (_u: uPlot, _axis: number, min: number, max: number) => logTicks(min, max),
              values: (_u: uPlot, ticks: number[]) => ticks.map(formatLogTick),
            }
          : {
              values: (_u: uPlot, ticks: number[], _axis: number, _space: number, step: number) =>
                formatTicks(ticks, step, view.exponents.x),
            }),
      },
      {
        ...axis(),
        size: (u, values) => {
          u.ctx.font = kFont;
          const width = Math.max(0, ...(values ?? []).map((v) => u.ctx.measureText(v).width));
          return Math.max(62, Math.ceil(width / 8) * 8 + 14);
        },
        gap: 6,
        ...(spec.y.steps ? { incrs: spec.y.steps } : {}),
        space: (_u, _axis, _min, _max, height) => Math.max(kTickHeight, height / kMostTicks),
        ...(spec.y.is_log
          ? {
              splits: (_u: uPlot, _axis: number, min: number, max: number) => logTicks(min, max),
              values: (_u: uPlot, ticks: number[]) => ticks.map(formatLogTick),
            }
          : {
              values: (_u: uPlot, ticks: number[], _axis: number, _space: number, step: number) =>
                formatTicks(ticks, step, view.exponents.y),
            }),
      },
    ],
    series: [{}, { paths: () => null, points: { show: false } }],
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: { x: true, y: !spec.x.is_time, setScale: false, dist: 4 },
    },
    hooks: { draw: [draw] },
  };
}

/** Of the widest number below the axis [CSS px]. */
function widthOfX(spec: PlotSpec, view: PlotView): number {
  if (spec.x.is_log) return 28;
  const { min, max } = view.shown.x;
  const ends = [min, max].map((x) => x / 10 ** view.exponents.x);
  const decimals = Math.max(0, 1 - Math.floor(Math.log10((max - min) / 10 ** view.exponents.x)));
  const kDigit = 7;
  return kDigit * Math.max(...ends.map((x) => formatFixed(x, Math.min(12, decimals)).length));
}
