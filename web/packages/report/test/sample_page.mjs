// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What reports of made-up runs share: their messages, their page, statistics and shapes.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

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

export const kGravity = 9.80665;
export const range = (count, f) => Array.from({ length: count }, (_, k) => f(k));

export function rk4(f, x, t, dt) {
  const add = (a, b, s) => a.map((v, i) => v + s * b[i]);
  const k1 = f(x, t);
  const k2 = f(add(x, k1, dt / 2), t + dt / 2);
  const k3 = f(add(x, k2, dt / 2), t + dt / 2);
  const k4 = f(add(x, k3, dt), t + dt);
  return x.map((v, i) => v + (dt / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
}

/** Angle about -y, as a quaternion w, x, y, z. */
export const aboutY = (angle) => [Math.cos(angle / 2), 0, -Math.sin(angle / 2), 0];

export function poseColumns(bodies) {
  const names = ["x", "y", "z", "qw", "qx", "qy", "qz"];
  return bodies.flatMap(({ name, poses }) =>
    names.map((n, k) => [`${name}.${n}`, k < 3 ? "m" : "", 32, poses.map((p) => p[k])]),
  );
}

export const kStatistics = [
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

export const kMath = `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mrow><mrow><mo>(</mo><mrow><msub><mi>m</mi><mn>1</mn></msub><mo>+</mo><msub><mi>m</mi><mn>2</mn></msub></mrow><mo>)</mo></mrow><msubsup><mi>L</mi><mn>1</mn><mn>2</mn></msubsup><msub><mover><mi>φ</mi><mo>¨</mo></mover><mn>1</mn></msub><mo>+</mo><msub><mi>m</mi><mn>2</mn></msub><msub><mi>L</mi><mn>1</mn></msub><msub><mi>L</mi><mn>2</mn></msub><mi>cos</mi><mo>⁡</mo><mrow><mo>(</mo><msub><mi>φ</mi><mn>1</mn></msub><mo>−</mo><msub><mi>φ</mi><mn>2</mn></msub><mo>)</mo></mrow><msub><mover><mi>φ</mi><mo>¨</mo></mover><mn>2</mn></msub><mo>+</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><msub><mi>m</mi><mn>1</mn></msub><mi>g</mi><msub><mi>L</mi><mn>1</mn></msub><mi>sin</mi><mo>⁡</mo><msub><mi>φ</mi><mn>1</mn></msub><mo>=</mo><mn>0</mn></mrow></math>`;

export const kLegend = `<table><tr><th>Symbol</th><th>Name</th><th>Meaning</th></tr><tr><td><math><msub><mi>φ</mi><mn>1</mn></msub></math></td><td>shoulder.angle</td><td>angle of the joint, rad</td></tr><tr><td><math><msub><mi>m</mi><mn>1</mn></msub></math></td><td>m1</td><td>1 kg</td></tr></table>`;

export const kDiagram = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 150" width="640" height="150" font-family="sans-serif" font-size="14">
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

export const kProvenance = [
  {
    label: "SHA-256 of the model",
    value: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
  { label: "Program", value: "Holon 0.2.0, linux x86-64" },
  { label: "Seed", value: "1" },
  { label: "Written", value: "2026-01-05T12:00:00Z" },
];

export const plot = (title, label, unit, curves, more = {}) => ({
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

export const solid = (kind, size, position, color, orientation = [1, 0, 0, 0], opacity = 1) => ({
  kind,
  size,
  position,
  orientation,
  color,
  opacity,
});

export const kText = readFileSync(path.join(here, "model.yaml"), "utf8");

export const kFront = {
  name: "front",
  on: { body: -1, position: [0, 0, 0], orientation: [1, 0, 0, 0] },
  at: [0, -3.4, 0],
  look_at: { body: -1, position: [0, 0, 0] },
  up: [0, 0, 1],
};
