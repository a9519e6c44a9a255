// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Made-up runs of other machines: a pushed block, a chain, a vehicle.

import {
  aboutY,
  kFront,
  kProvenance,
  kStatistics,
  plot,
  poseColumns,
  range,
  solid,
  streamMessages,
} from "./sample_page.mjs";

/**
 * A block on which forces of 1 N act: one pulls at its right face, one pushes on its left one, one
 * acts in its middle. A camera beside them hides the block.
 */
export function pushAndPull() {
  const time = [0, 1, 2];
  const place = (position) => ({ body: 0, position });
  const arrow = (name, kind, columns, position) => ({
    name,
    kind,
    stream: "poses",
    columns,
    unit: kind === "force" ? "N" : "N m",
    at: place(position),
  });
  const camera = (name, hides) => ({ ...kFront, name, at: [0.3, -4, 0.6], hides });
  const document = {
    type: "document",
    version: 1,
    title: "A block that is pushed and pulled",
    state: "done",
    recorded: "recorded",
    plots: [plot("Position", "position", "m", [["block.x", 1]])],
    scene: {
      stream: "poses",
      bodies: [
        {
          name: "block",
          kind: "body",
          pose: 1,
          solids: [solid("box", [1, 0.6, 0.6], [0, 0, 0], "#4682b4")],
          center_of_mass: [0, 0, 0],
          frames: [{ name: "corner", position: [0.5, 0.3, 0.3] }],
          traces: [[0, 0, 0.3]],
        },
      ],
      joints: [
        {
          name: "rail",
          type: "Prismatic", symbol: "rail",
          body: 0,
          position: [0, 0, 0],
          axis: [1, 0, 0],
          on_world: true,
        },
        { name: "pin", type: "Revolute", symbol: "pin", body: 0, position: [0.5, 0, 0], axis: [0, 1, 0] },
      ],
      links: [
        {
          name: "spring",
          kind: "spring",
          from: { body: -1, position: [-2, 0, 0] },
          to: place([-0.5, 0, 0]),
        },
        {
          name: "cable",
          kind: "cable",
          from: { body: -1, position: [0, 0, 2] },
          to: place([0, 0, 0.3]),
        },
      ],
      arrows: [
        arrow("pull", "force", [8, 9, 10], [0.5, 0, 0]),
        arrow("push", "force", [8, 9, 10], [-0.5, 0, 0]),
        arrow("middle", "force", [11, 12, 13], [0, 0, 0.1]),
        arrow("twist", "torque", [11, 12, 13], [0, 0, 0.3]),
        arrow("reaction", "reaction torque", [11, 12, 13], [0, 0, 0.3]),
      ],
      cameras: [camera("all", []), camera("without", ["block"])],
      plane: null,
    },
    model: {
      path: "models/block.yaml",
      files: [
        { name: "block.yaml", text: "holon: 1\nparts:\n  b: {type: ./parts/spring.yaml}\n" },
        { name: "parts/spring.yaml", text: "holon: 1\n" },
      ],
    },
    statistics: [{ group: "Run", items: [{ label: "Drift", value: "-1.5e-08 m/s^2" }] }],
  };
  const ones = time.map(() => 1);
  const zeros = time.map(() => 0);
  return [
    document,
    ...streamMessages("curves", [
      ["time", "s", 64, [0, 0.5, 1, 1.5, 2]],
      ["block.x", "m", 64, [0, 0.5e-6, 1e-6, 1.5e-6, 2e-6]],
    ]),
    ...streamMessages("recorded", [
      ["time", "s", 64, [0, 2]],
      ["block.x", "m", 64, [0, 2e-6]],
    ]),
    ...streamMessages("poses", [
      ["time", "s", 64, time],
      ...poseColumns([{ name: "block", poses: time.map((t) => [0.3 * t, 0, 0, 1, 0, 0, 0]) }]),
      ...["x", "y", "z"].map((c, k) => [`pull.${c}`, "N", 32, k === 0 ? ones : zeros]),
      ...["x", "y", "z"].map((c, k) => [`middle.${c}`, "N", 32, k === 2 ? ones : zeros]),
    ]),
  ];
}

/** A chain that swings in space, with every kind of solid. */
export function chain(count = 100) {
  const n = 601;
  const time = range(n, (k) => k / 60);
  const length = 0.2;
  const kinds = ["box", "cylinder", "capsule", "sphere"];
  const sizes = {
    box: [0.05, 0.08, 0.16],
    cylinder: [0.03, 0.16, 0],
    capsule: [0.03, 0.12, 0],
    sphere: [0.06],
  };
  const palette = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];
  const poses = range(count, () => []);
  const forces = range(count, () => []);
  for (let k = 0; k < n; ++k) {
    const t = time[k];
    const at = [0, 0, 0];
    for (let b = 0; b < count; ++b) {
      const s = b / count;
      const a = 0.9 * Math.sin(2.1 * t - 3 * s) * (0.3 + s);
      const c = 0.6 * Math.sin(1.3 * t - 5 * s) * s;
      const q = multiply(aboutY(a), [Math.cos(c / 2), Math.sin(c / 2), 0, 0]);
      poses[b].push([...at, ...q]);
      const d = rotate(q, [0, 0, -length]);
      forces[b].push(d.map((v) => -v * (count - b) * 20));
      for (let i = 0; i < 3; ++i) at[i] += d[i];
    }
  }
  const bodies = range(count, (b) => ({
    name: `link[${b}]`,
    kind: "body",
    pose: 1 + 7 * b,
    made_up: b % 4 === 3,
    center_of_mass: [0, 0, -length / 2],
    solids: [solid(kinds[b % 4], sizes[kinds[b % 4]], [0, 0, -length / 2], palette[b % 6])],
    frames: [{ name: "end", position: [0, 0, -length], orientation: [1, 0, 0, 0] }],
    traces: b === count - 1 ? [[0, 0, -length]] : [],
  }));
  const first = 1 + 7 * count;
  const document = {
    type: "document",
    version: 1,
    title: `Chain of ${count} bodies`,
    generator: "Holon 0.2.0",
    subtitle: "examples/chain.yaml · 10 s",
    state: "interrupted",
    reason: "The run was stopped by the user at 10 s.",
    warnings: [
      "parameters.k is not used.",
      "stand/hinge (Revolute): no damping; the motion will not come to rest.",
    ],
    plots: [
      plot(
        "All angles",
        "angle",
        "deg",
        range(40, (b) => [`joint[${b}].angle`, 1 + b, 180 / Math.PI]),
      ),
      plot("Strain", "strain", "", [["strain", 41]]),
    ],
    scene: {
      stream: "poses",
      bodies,
      joints: range(count, (b) => ({
        name: `joint[${b}]`,
        type: "Spherical", symbol: "ball",
        body: b - 1,
        position: b === 0 ? [0, 0, 0] : [0, 0, -length],
        axis: [0, 0, 1],
        on_world: b === 0,
      })),
      links: [],
      arrows: range(count, (b) => ({
        name: `joint[${b}].reaction.force`,
        kind: "reaction force",
        stream: "poses",
        columns: [first + 3 * b, first + 3 * b + 1, first + 3 * b + 2],
        unit: "N",
        at: { body: b, position: [0, 0, 0] },
      })),
      cameras: [],
      up: [0, 0, 1],
      plane: null,
    },
    statistics: kStatistics,
    equations: [],
    equations_note: "The equations of 100 bodies are too long to print (2 MB).",
    provenance: kProvenance,
  };
  return [
    document,
    ...streamMessages("curves", [
      ["time", "s", 64, time],
      ...range(40, (b) => [
        `joint[${b}].angle`,
        "rad",
        64,
        time.map((t) => 0.9 * Math.sin(2.1 * t - 0.1 * b) * (0.3 + b / 40)),
      ]),
      ["strain", "", 64, time.map((t) => 2.5e-6 * Math.sin(t))],
    ]),
    ...streamMessages("poses", [
      ["time", "s", 64, time],
      ...poseColumns(bodies.map((b, k) => ({ name: b.name, poses: poses[k] }))),
      ...forces.flatMap((f, b) =>
        ["x", "y", "z"].map((c, i) => [
          `joint[${b}].reaction.force.${c}`,
          "N",
          32,
          f.map((v) => v[i]),
        ]),
      ),
    ]),
  ];
}

/** A car on springs that drives a slope, with cameras: fixed, on the car, looking at it. */
export function vehicle() {
  const n = 801;
  const time = range(n, (k) => k / 100);
  const body = time.map((t) => {
    const pitch = 0.05 * Math.sin(3 * t);
    return [
      2.5 * t,
      0.6 * Math.sin(0.8 * t),
      0.8 + 0.05 * Math.sin(4 * t),
      ...multiply(
        [Math.cos((0.2 * Math.cos(0.8 * t)) / 2), 0, 0, Math.sin((0.2 * Math.cos(0.8 * t)) / 2)],
        aboutY(pitch),
      ),
    ];
  });
  const wheel = (dx, dy) =>
    body.map((p, k) => {
      const offset = rotate(p.slice(3), [dx, dy, 0]);
      return [
        p[0] + offset[0],
        p[1] + offset[1],
        0.3,
        ...multiply(p.slice(3), aboutY((-2.5 * time[k]) / 0.3)),
      ];
    });
  const wheels = [
    ["front_left", 0.8, 0.55],
    ["front_right", 0.8, -0.55],
    ["rear_left", -0.8, 0.55],
    ["rear_right", -0.8, -0.55],
  ];
  const turnX = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
  const all = [
    { name: "car", poses: body },
    ...wheels.map(([name, dx, dy]) => ({ name, poses: wheel(dx, dy) })),
    { name: "beacon", poses: time.map(() => [10, 4, 1, 1, 0, 0, 0]) },
  ];
  const document = {
    type: "document",
    version: 1,
    title: "Car on a winding road",
    generator: "Holon 0.2.0",
    subtitle: "examples/car.yaml · 8 s",
    state: "done",
    plots: [
      plot("Speed", "speed", "m/s", [
        ["car.speed", 1],
        ["car.heave_rate", 2],
      ]),
    ],
    scene: {
      stream: "poses",
      bodies: [
        {
          name: "car",
          kind: "body",
          pose: 1,
          solids: [
            solid("box", [2.2, 1, 0.4], [0, 0, 0.1], "#4682b4"),
            solid("box", [1, 0.9, 0.35], [-0.15, 0, 0.47], "#9dc3e2", [1, 0, 0, 0], 0.6),
          ],
          center_of_mass: [0, 0, 0.1],
          frames: [{ name: "driver", position: [0.1, 0.2, 0.5], orientation: [1, 0, 0, 0] }],
          traces: [[0, 0, 0]],
        },
        ...wheels.map(([name], k) => ({
          name,
          kind: "body",
          pose: 8 + 7 * k,
          solids: [
            solid("cylinder", [0.3, 0.18, 0], [0, 0, 0], "#3a3a3a", turnX),
            solid("box", [0.4, 0.19, 0.06], [0, 0, 0], "#bbbbbb"),
          ],
          center_of_mass: [0, 0, 0],
          frames: [],
          traces: [],
        })),
        {
          name: "beacon",
          kind: "frame",
          pose: 36,
          solids: [],
          center_of_mass: null,
          frames: [],
          traces: [],
        },
      ],
      joints: [],
      links: wheels.flatMap(([name, dx, dy], k) => [
        {
          name: `spring_${name}`,
          kind: "spring",
          from: { body: 0, position: [dx, dy * 0.8, 0.1] },
          to: { body: 1 + k, position: [0, 0, 0] },
        },
        {
          name: `damper_${name}`,
          kind: "damper",
          from: { body: 0, position: [dx - 0.12, dy * 0.8, 0.1] },
          to: { body: 1 + k, position: [0, 0, 0] },
        },
      ]),
      arrows: [],
      cameras: [
        {
          name: "roadside",
          on: { body: -1, position: [0, 0, 0], orientation: [1, 0, 0, 0] },
          at: [8, -9, 2.5],
          look_at: { body: 0, position: [0, 0, 0] },
          up: [0, 0, 1],
          field_of_view: 0.5,
        },
        {
          name: "chase",
          on: { body: 0, position: [0, 0, 0], orientation: [1, 0, 0, 0] },
          at: [-5, 0, 1.8],
          look_at: { body: 0, position: [1, 0, 0.4] },
          up: [0, 0, 1],
        },
        {
          name: "driver",
          on: { body: 0, position: [0.1, 0.2, 0.5], orientation: [1, 0, 0, 0] },
          at: [0, 0, 0],
          look_at: { body: 5, position: [0, 0, 0] },
          up: [0, 0, 1],
          field_of_view: 0.8,
          hides: ["car"],
        },
      ],
      up: [0, 0, 1],
      plane: null,
    },
    statistics: kStatistics,
    provenance: kProvenance,
  };
  return [
    document,
    ...streamMessages("curves", [
      ["time", "s", 64, time],
      ["car.speed", "m/s", 64, time.map((t) => 2.5 + 0.1 * Math.sin(t))],
      ["car.heave_rate", "m/s", 64, time.map((t) => 0.2 * Math.cos(4 * t))],
    ]),
    ...streamMessages("poses", [["time", "s", 64, time], ...poseColumns(all)], {
      encoding: "columns",
    }),
  ];
}

function multiply([aw, ax, ay, az], [bw, bx, by, bz]) {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

function rotate([w, x, y, z], v) {
  return multiply(multiply([w, x, y, z], [0, ...v]), [w, -x, -y, -z]).slice(1);
}
