// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Made-up runs of a double pendulum.

import {
  aboutY,
  kDiagram,
  kFront,
  kGravity,
  kLegend,
  kMath,
  kProvenance,
  kStatistics,
  kText,
  page,
  plot,
  poseColumns,
  range,
  rk4,
  solid,
  streamMessages,
} from "./sample_page.mjs";

/** Two rods in a row, as a point-mass double pendulum integrated by RK4. */
export function doublePendulum({
  rowsPerSecond = 200,
  until = 10,
  cameras = [],
  planar = true,
  chunk = Infinity,
} = {}) {
  const [l1, l2, m1, m2] = [0.6, 0.5, 1, 0.7];
  const f = ([a, b, u, v]) => {
    const d = a - b;
    const den = 2 * m1 + m2 - m2 * Math.cos(2 * d);
    const ua =
      (-kGravity * (2 * m1 + m2) * Math.sin(a) -
        m2 * kGravity * Math.sin(a - 2 * b) -
        2 * Math.sin(d) * m2 * (v * v * l2 + u * u * l1 * Math.cos(d))) /
      (l1 * den);
    const vb =
      (2 *
        Math.sin(d) *
        (u * u * l1 * (m1 + m2) +
          kGravity * (m1 + m2) * Math.cos(a) +
          v * v * l2 * m2 * Math.cos(d))) /
      (l2 * den);
    return [u, v, ua, vb];
  };
  const n = Math.round(until * rowsPerSecond) + 1;
  let x = [(120 * Math.PI) / 180, (150 * Math.PI) / 180, 0, 0];
  const rows = [];
  for (let k = 0; k < n; ++k) {
    rows.push(x);
    for (let s = 0; s < 4; ++s) x = rk4(f, x, 0, 1 / rowsPerSecond / 4);
  }
  const time = range(n, (k) => k / rowsPerSecond);
  const elbow = rows.map(([a]) => [l1 * Math.sin(a), 0, -l1 * Math.cos(a)]);
  const tip = rows.map(([, b], k) => [
    elbow[k][0] + l2 * Math.sin(b),
    0,
    elbow[k][2] - l2 * Math.cos(b),
  ]);
  const energy = rows.map(([a, b, u, v]) => {
    const kinetic =
      0.5 * m1 * l1 ** 2 * u * u +
      0.5 * m2 * (l1 ** 2 * u * u + l2 ** 2 * v * v + 2 * l1 * l2 * u * v * Math.cos(a - b));
    const potential = -(m1 + m2) * kGravity * l1 * Math.cos(a) - m2 * kGravity * l2 * Math.cos(b);
    return [kinetic, potential, kinetic + potential];
  });
  // The force on the lower mass: m (a - g), along the lower rod, by differences.
  const accel = (p, k) => {
    const i = Math.min(n - 2, Math.max(1, k));
    return [0, 1, 2].map((c) => (p[i + 1][c] - 2 * p[i][c] + p[i - 1][c]) * rowsPerSecond ** 2);
  };
  const f2 = range(n, (k) => accel(tip, k).map((a, c) => m2 * (a + (c === 2 ? kGravity : 0))));
  const f1 = range(n, (k) =>
    accel(elbow, k).map((a, c) => m1 * (a + (c === 2 ? kGravity : 0)) + f2[k][c]),
  );
  const poses = [
    { name: "upper", poses: rows.map(([a]) => [0, 0, 0, ...aboutY(a)]) },
    { name: "lower", poses: rows.map(([, b], k) => [...elbow[k], ...aboutY(b)]) },
  ];
  const place = (body, position = [0, 0, 0]) => ({ body, position, orientation: [1, 0, 0, 0] });
  const arrow = (name, kind, columns, at, unit = "N") => ({
    name,
    kind,
    stream: "poses",
    columns,
    unit,
    at,
  });
  const document = {
    type: "document",
    version: 1,
    title: "Double pendulum",
    generator: "Holon 0.2.0",
    subtitle: "examples/double_pendulum.yaml · 10 s · dopri5, tolerance 1e-10",
    state: "done",
    warnings: [],
    notes: ["start: shoulder.rate and elbow.rate are not given; zero was taken."],
    statistics: kStatistics,
    plots: [
      plot("Angles", "angle", "deg", [
        ["shoulder.angle", 1, 180 / Math.PI],
        ["elbow.angle", 2, 180 / Math.PI],
      ]),
      {
        ...plot("Path of the tip", "lower.tip.position.z", "m", []),
        x: { label: "lower.tip.position.x", unit: "m", is_time: false },
        equal_scales: true,
        curves: [{ label: "lower.tip.position.z", stream: "curves", x: 6, y: 7 }],
      },
      plot("Energy", "energy", "J", [
        ["system.energy.kinetic", 3],
        ["system.energy.potential", 4],
        ["system.energy.total", 5],
      ]),
    ],
    scene: {
      stream: "poses",
      bodies: [
        {
          name: "upper",
          kind: "body",
          pose: 1,
          made_up: false,
          center_of_mass: [0, 0, -l1 / 2],
          solids: [solid("capsule", [0.025, l1, 0], [0, 0, -l1 / 2], "#0072b2")],
          frames: [{ name: "elbow", position: [0, 0, -l1], orientation: [1, 0, 0, 0] }],
          traces: [],
        },
        {
          name: "lower",
          kind: "body",
          pose: 8,
          made_up: false,
          center_of_mass: [0, 0, -l2 / 2],
          solids: [solid("capsule", [0.02, l2, 0], [0, 0, -l2 / 2], "#e69f00")],
          frames: [{ name: "tip", position: [0, 0, -l2], orientation: [1, 0, 0, 0] }],
          traces: [[0, 0, -l2]],
        },
      ],
      joints: [
        {
          name: "shoulder",
          type: "Revolute", symbol: "pin",
          body: -1,
          position: [0, 0, 0],
          axis: [0, -1, 0],
          on_world: true,
        },
        {
          name: "elbow",
          type: "Revolute", symbol: "pin",
          body: 0,
          position: [0, 0, -l1],
          axis: [0, -1, 0],
          on_world: false,
        },
      ],
      links: [],
      arrows: [
        arrow("shoulder.reaction.force", "reaction force", [15, 16, 17], place(0)),
        arrow("elbow.reaction.force", "reaction force", [18, 19, 20], place(1)),
        arrow("gravity", "force", [21, 22, 23], place(1, [0, 0, -l2 / 2])),
        arrow("elbow.reaction.torque", "reaction torque", [24, 25, 26], place(1), "N m"),
      ],
      cameras,
      up: [0, 0, 1],
      plane: planar ? [0, 1, 0] : null,
    },
    equations: [{ title: "Equations of motion", mathml: kMath + kMath, legend: kLegend }],
    diagram: kDiagram,
    model: {
      path: "examples/double_pendulum.yaml",
      files: [{ name: "double_pendulum.yaml", text: kText }],
    },
    provenance: kProvenance,
  };
  const vector = (name, unit, values) =>
    ["x", "y", "z"].map((c, k) => [`${name}.${c}`, unit, 32, values.map((v) => v[k])]);
  return [
    document,
    ...streamMessages(
      "curves",
      [
        ["time", "s", 64, time],
        ["shoulder.angle", "rad", 64, rows.map((r) => r[0])],
        ["elbow.angle", "rad", 64, rows.map((r) => r[1])],
        ["system.energy.kinetic", "J", 64, energy.map((e) => e[0])],
        ["system.energy.potential", "J", 64, energy.map((e) => e[1])],
        ["system.energy.total", "J", 64, energy.map((e) => e[2])],
        ["lower.tip.position.x", "m", 64, tip.map((p) => p[0])],
        ["lower.tip.position.z", "m", 64, tip.map((p) => p[2])],
      ],
      { chunk: Math.min(chunk, 700) },
    ),
    ...streamMessages(
      "poses",
      [
        ["time", "s", 64, time],
        ...poseColumns(poses),
        ...vector("shoulder.reaction.force", "N", f1),
        ...vector("elbow.reaction.force", "N", f2),
        ...vector(
          "gravity",
          "N",
          range(n, () => [0, 0, -m2 * kGravity]),
        ),
        ...vector(
          "elbow.reaction.torque",
          "N m",
          range(n, (k) => [0, 0.2 * Math.sin(k / 60), 0]),
        ),
      ],
      { chunk },
    ),
  ];
}

/** A double pendulum whose rows come in pieces of `chunk`; `first` of them stand in the page. */
export function inPieces({ chunk, first }) {
  const all = doublePendulum({ chunk, cameras: [kFront] });
  const seen = new Map();
  const comesLater = (m) => {
    if (m.type === "end") return true;
    if (m.type !== "rows") return false;
    seen.set(m.stream, (seen.get(m.stream) ?? 0) + 1);
    return seen.get(m.stream) > first;
  };
  const later = all.filter(comesLater);
  return { page: all.filter((m) => !later.includes(m)), later };
}

export function failedRun() {
  const messages = doublePendulum({ until: 2, cameras: [kFront] });
  return [
    {
      ...messages[0],
      title: "Double pendulum that fails",
      state: "failed",
      reason:
        "t = 2.0031 s: the step size is at its minimum (1.2e-13 s); the largest error is that of elbow.rate. Is there a discontinuity? Try a stiff solver (cvode).",
      equations: [],
      diagram: "",
      notes: [],
    },
    ...messages.slice(1),
  ];
}
