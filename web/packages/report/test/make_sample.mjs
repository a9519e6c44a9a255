// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Writes reports of made-up runs, exactly as the program would: node test/make_sample.mjs [FOLDER].

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chain, pushAndPull, vehicle } from "./sample_bodies.mjs";
import { emptyScene, millionRows, oscillator } from "./sample_curves.mjs";
import { kFront, page } from "./sample_page.mjs";
import { doublePendulum, failedRun } from "./sample_pendulum.mjs";

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
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const file of writeSamples(process.argv[2] ?? path.join(here, "out"))) console.log(file);
}
