// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Bundles the modules that the unit tests try, then runs all tests, or those named.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
await build({
  entryPoints: [path.join(here, "modules.ts")],
  outfile: path.join(here, "out", "modules.mjs"),
  bundle: true,
  format: "esm",
  target: "es2021",
});
const named = process.argv.slice(2);
const files = named.length > 0 ? named : ["unit.test.mjs", "made_up.test.mjs", "linear.test.mjs", "report.test.mjs"];
const result = spawnSync(
  process.execPath,
  ["--test", "--test-concurrency=1", ...files.map((f) => path.join(here, f))],
  { stdio: "inherit" },
);
process.exit(result.status ?? 1);
