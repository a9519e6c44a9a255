// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Writes reports of made-up runs, exactly as the program would: node test/make_sample.mjs [FOLDER].

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "..", "dist");

/** Columns, each [name, unit, bits, numbers], as messages. */
export function streamMessages(
  stream,
  columns,
  { chunk = Infinity, encoding = "columns-shuffled-deflate", reduced } = {},
) {
  const rows = columns[0][3].length;
  const messages = [
    {
      type: "stream",
      stream,
      columns: columns.map(([name, unit, bits]) => ({ name, unit, bits })),
      ...(reduced ? { reduced } : {}),
    },
  ];
  for (let from = 0; from < rows; from += chunk) {
    const count = Math.min(chunk, rows - from);
    const parts = columns.map(([, , bits, numbers]) => {
      const width = bits / 8;
      const values = (bits === 32 ? Float32Array : Float64Array).from(
        numbers.slice(from, from + count),
      );
      const plain = Buffer.from(values.buffer);
      if (encoding === "columns") return plain;
      const shuffled = Buffer.alloc(plain.length);
      for (let i = 0; i < count; ++i)
        for (let k = 0; k < width; ++k) shuffled[k * count + i] = plain[i * width + k];
      return shuffled;
    });
    const all = Buffer.concat(parts);
    const payload = (encoding === "columns" ? all : deflateSync(all)).toString("base64");
    messages.push({ type: "rows", stream, count, encoding, payload });
  }
  messages.push({ type: "end", stream });
  return messages;
}

/** The page, as the program writes it. */
export function page(messages) {
  const js = readFileSync(path.join(dist, "report.js"), "utf8");
  const css = readFileSync(path.join(dist, "report.css"), "utf8");
  const { title } = messages.find((m) => m.type === "document");
  const parts = messages.map(
    (m) =>
      `<script type="application/json" class="holon-message">${JSON.stringify(m).replace(/</g, "\\u003c")}</script>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</title><style>${css}</style></head><body>` +
    `<noscript>This report needs JavaScript.</noscript><main id="holon-report"></main>\n` +
    `${parts.join("\n")}\n<script>${js}</script></body></html>\n`
  );
}

const kGravity = 9.80665;
const range = (count, f) => Array.from({ length: count }, (_, k) => f(k));

function rk4(f, x, t, dt) {
  const add = (a, b, s) => a.map((v, i) => v + s * b[i]);
  const k1 = f(x, t);
  const k2 = f(add(x, k1, dt / 2), t + dt / 2);
  const k3 = f(add(x, k2, dt / 2), t + dt / 2);
  const k4 = f(add(x, k3, dt), t + dt);
  return x.map((v, i) => v + (dt / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}

/** Angle about -y, as a quaternion w, x, y, z. */
const aboutY = (angle) => [Math.cos(angle / 2), 0, -Math.sin(angle / 2), 0];

function poseColumns(bodies) {
  const names = ["x", "y", "z", "qw", "qx", "qy", "qz"];
  return bodies.flatMap(({ name, poses }) =>
    names.map((n, k) => [`${name}.${n}`, k < 3 ? "m" : "", 32, poses.map((p) => p[k])]),
  );
}

const kStatistics = [
  {
    group: "Run",
    items: [
      { label: "Simulated time", value: "10 s" },
      {
        label: "Accepted steps",
        value: "1 613",
        hint: "of 1 701 tried; the rest exceeded the tolerance",
      },
      { label: "Rejected steps", value: "88" },
      { label: "Evaluations", value: "10 206" },
      { label: "Wall time", value: "14.2 ms", hint: "704 times faster than real time" },
    ],
  },
  {
    group: "Energy",
    items: [
      { label: "At the start", value: "4.113 J" },
      { label: "At the end", value: "4.113 J" },
      { label: "Largest imbalance", value: "3.1·10⁻⁹ J" },
    ],
  },
  {
    group: "Constraints",
    items: [
      { label: "Equations", value: "0" },
      { label: "Largest drift", value: "none", hint: "a tree has no loops to close" },
    ],
  },
];

const kMath = `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mrow><mrow><mo>(</mo><mrow><msub><mi>m</mi><mn>1</mn></msub><mo>+</mo><msub><mi>m</mi><mn>2</mn></msub></mrow><mo>)</mo></mrow><msubsup><mi>L</mi><mn>1</mn><mn>2</mn></msubsup><msub><mover><mi>φ</mi><mo>¨</mo></mover><mn>1</mn></msub><mo>+</mo><msub><mi>m</mi><mn>2</mn></msub><msub><mi>L</mi><mn>1</mn></msub><msub><mi>L</mi><mn>2</mn></msub><mi>cos</mi><mo>⁡</mo><mrow><mo>(</mo><msub><mi>φ</mi><mn>1</mn></msub><mo>−</mo><msub><mi>φ</mi><mn>2</mn></msub><mo>)</mo></mrow><msub><mover><mi>φ</mi><mo>¨</mo></mover><mn>2</mn></msub><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msub><mi>m</mi><mn>1</mn></msub><mi>g</mi><msub><mi>L</mi><mn>1</mn></msub><mi>sin</mi><mo>⁡</mo><msub><mi>φ</mi><mn>1</mn></msub><mo>=</mo><mn>0</mn></mrow></math>`;

const kLegend = `<table><tr><th>Symbol</th><th>Name</th><th>Meaning</th></tr><tr><td><math><msub><mi>φ</mi><mn>1</mn></msub></math></td><td>shoulder.angle</td><td>angle of the joint, rad</td></tr><tr><td><math><msub><mi>m</mi><mn>1</mn></msub></math></td><td>m1</td><td>1 kg</td></tr></table>`;

const kDiagram = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 150" width="640" height="150" font-family="sans-serif" font-size="14">
${[
  ["world", 40],
  ["upper", 270],
  ["lower", 500],
]
  .map(
    ([n, x]) =>
      `<rect x="${x}" y="45" width="100" height="50" rx="6" fill="var(--holon-paper, #fff)" stroke="var(--holon-line, #888)"/><text x="${x + 50}" y="75" text-anchor="middle" fill="var(--holon-ink, #333)">${n}</text>`,
  )
  .join("")}
${[
  ["shoulder", 140, 270],
  ["elbow", 370, 500],
]
  .map(
    ([n, a, b]) =>
      `<line x1="${a}" y1="70" x2="${b}" y2="70" stroke="var(--holon-accent, #06c)" stroke-width="2"/><text x="${(a + b) / 2}" y="60" text-anchor="middle" font-size="12" fill="var(--holon-muted, #666)">${n}</text>`,
  )
  .join("")}</svg>`;

const kProvenance = [
  {
    label: "SHA-256 of the model",
    value: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
  { label: "Program", value: "Holon 0.2.0, linux x86-64" },
  { label: "Seed", value: "1" },
  { label: "Written", value: "2026-01-05T12:00:00Z" },
];

const plot = (title, label, unit, curves, more = {}) => ({
  title,
  x: { label: "time", unit: "s", is_time: true },
  y: { label, unit },
  equal_scales: false,
  curves: curves.map(([name, y, scale = 1]) => ({
    label: name,
    stream: "curves",
    x: 0,
    y,
    x_scale: 1,
    x_offset: 0,
    scale,
    offset: 0,
  })),
  ...more,
});

const solid = (kind, size, position, color, orientation = [1, 0, 0, 0], opacity = 1) => ({
  kind,
  size,
  position,
  orientation,
  color,
  opacity,
});

const kText = readFileSync(path.join(here, "model.yaml"), "utf8");

const kFront = {
  name: "front",
  on: { body: -1, position: [0, 0, 0], orientation: [1, 0, 0, 0] },
  at: [0, -3.4, 0],
  look_at: { body: -1, position: [0, 0, 0] },
  up: [0, 0, 1],
};

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
      labels: { plots: "Responses", tables: "Poles and figures", statistics: "Operating point" },
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

export const kSamples = {
  double_pendulum: () => doublePendulum(),
  two_cameras: () =>
    doublePendulum({
      cameras: [
        kFront,
        {
          name: "oblique",
          on: { body: -1, position: [0, 0, 0], orientation: [1, 0, 0, 0] },
          at: [2.5, -2.5, 1],
          look_at: { body: 1, position: [0, 0, -0.5] },
          up: [0, 0, 1],
          field_of_view: 0.7,
          hides: ["upper"],
        },
      ],
    }),
  chain: () => chain(100),
  vehicle: () => vehicle(),
  million_rows: () => millionRows(),
  failed: () => failedRun(),
  push_and_pull: () => pushAndPull(),
  empty: () => emptyScene(),
  oscillator: () => oscillator(),
};

export function writeSamples(folder) {
  mkdirSync(folder, { recursive: true });
  return Object.entries(kSamples).map(([name, make]) => {
    const file = path.join(folder, `${name}.html`);
    writeFileSync(file, page(make()));
    return file;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of writeSamples(process.argv[2] ?? path.join(here, "out"))) console.log(file);
}
