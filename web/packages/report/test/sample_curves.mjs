// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Made-up results without a moving machine: many rows, a linear model, no rows.

import { kProvenance, kStatistics, plot, poseColumns, streamMessages } from "./sample_page.mjs";

/** A million rows with a single spike, and gaps. */
export function millionRows(n = 1_000_000) {
  const time = new Float64Array(n).map((_, k) => k * 1e-3);
  const noise = new Float32Array(n);
  let seed = 1;
  for (let k = 0; k < n; ++k) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    noise[k] = Math.sin(k / 40000) + 0.2 * (seed / 2 ** 32 - 0.5);
  }
  noise[654_321] = 3;
  for (let k = 300_000; k < 320_000; ++k) noise[k] = NaN;
  const smooth = new Float64Array(n).map((_, k) => Math.cos(k / 60000));
  const document = {
    type: "document",
    version: 1,
    title: "A million rows",
    generator: "Holon 0.2.0",
    subtitle: "1 000 s",
    state: "done",
    scene: null,
    plots: [
      plot("Sensor", "signal", "V", [
        ["sensor", 1],
        ["reference", 2],
      ]),
      {
        ...plot("Against each other", "sensor", "V", []),
        x: { label: "reference", unit: "V", is_time: false },
        curves: [{ label: "sensor", stream: "curves", x: 2, y: 1 }],
      },
      plot("Reference", "signal", "mV", [["reference", 2, 1000]]),
    ],
    statistics: kStatistics,
    provenance: kProvenance,
  };
  return [
    document,
    ...streamMessages(
      "curves",
      [
        ["time", "s", 64, time],
        ["sensor", "V", 32, noise],
        ["reference", "V", 64, smooth],
      ],
      { chunk: 250_000, reduced: { rows: 4 * n, kept: n } },
    ),
  ];
}

/** A linear model as `holon linearize` writes it: an oscillator of 1 Hz with a damping ratio of 0.1. */
export function oscillator() {
  const zeta = 0.1;
  const group = "force → position";
  const frequency = Array.from({ length: 401 }, (_, k) => 10 ** (-2 + k / 100));
  const values = frequency.map((f) => {
    const [a, b] = [1 - f * f, 2 * zeta * f];
    return [a / (a * a + b * b), -b / (a * a + b * b)];
  });
  const shared = { stream: "response 0", x: 0 };
  const x = { label: "frequency", unit: "Hz", is_time: true, is_log: true };
  const roots = { stream: "roots", x: 1, y: 2, label: "poles", mark: "cross" };
  return [
    {
      type: "document",
      version: 1,
      title: "Oscillator",
      generator: "Holon 0.2.0",
      subtitle: "oscillator.yaml · linear model about the start",
      state: "done",
      verdict: { text: "Stable", is_good: true },
      labels: { plots: "Responses", tables: "Poles and characteristics", statistics: "Operating point" },
      warnings: [],
      tables: [
        {
          title: "From inputs to outputs",
          columns: ["From → to", "Steady gain", "Peak"],
          rows: [{ cells: [group, "1", "5.02519 at 0.98995 Hz"], group }],
        },
      ],
      plots: [
        {
          title: "All poles",
          group: "Poles and zeros",
          x: { label: "real part", unit: "1/s", is_time: false },
          y: { label: "imaginary part", unit: "1/s" },
          equal_scales: true,
          guides: [{ x: [0, 0], y: [-20, 20] }],
          curves: [roots],
        },
        {
          title: "Magnitude",
          group,
          x,
          y: { label: "magnitude", unit: "dB" },
          curves: [{ ...shared, label: "magnitude", y: 1 }],
        },
        {
          title: "Phase",
          group,
          is_below: true,
          x,
          y: { label: "phase", unit: "°", steps: [15, 30, 45, 90] },
          curves: [{ ...shared, label: "phase", y: 2, scale: 180 / Math.PI }],
        },
        {
          title: "Nyquist",
          group,
          x: { label: "real part", unit: "", is_time: false },
          y: { label: "imaginary part", unit: "" },
          equal_scales: true,
          curves: [{ ...shared, label: "positive frequencies", x: 3, y: 4 }],
        },
      ],
      statistics: [{ group: "States", items: [{ label: "position", value: "0 m" }] }],
      provenance: kProvenance,
    },
    ...streamMessages("response 0", [
      ["frequency", "Hz", 64, frequency],
      ["magnitude", "dB", 64, values.map(([a, b]) => 20 * Math.log10(Math.hypot(a, b)))],
      ["phase", "rad", 64, values.map(([a, b]) => Math.atan2(b, a))],
      ["real part", "", 64, values.map(([a]) => a)],
      ["imaginary part", "", 64, values.map(([, b]) => b)],
    ]),
    ...streamMessages("roots", [
      ["number", "", 64, [1, 2]],
      ["real part", "1/s", 64, [-0.6283, -0.6283]],
      ["imaginary part", "1/s", 64, [6.2517, -6.2517]],
    ]),
  ];
}

export function emptyScene() {
  return [
    {
      type: "document",
      version: 1,
      title: "Nothing to see",
      generator: "Holon 0.2.0",
      subtitle: "no rows at all",
      state: "failed",
      reason: "The start has no solution: shoulder.angle is held at 40 deg and at 50 deg.",
      warnings: [],
      scene: {
        stream: "poses",
        bodies: [{ name: "a", kind: "frame", pose: 1, solids: [] }],
        joints: [],
        links: [],
        arrows: [],
        cameras: [],
        up: [0, 0, 1],
        plane: null,
      },
      plots: [plot("Angle", "angle", "rad", [["a.angle", 1]])],
      provenance: kProvenance,
    },
    ...streamMessages("curves", [
      ["time", "s", 64, []],
      ["a.angle", "rad", 64, []],
    ]),
    ...streamMessages("poses", [["time", "s", 64, []], ...poseColumns([{ name: "a", poses: [] }])]),
  ];
}
