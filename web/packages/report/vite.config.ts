// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from "vite";
import { slimThree } from "../scene/slim_three";

// One classic script and one style sheet, which the program puts into the page it writes.
export default defineConfig({
  plugins: [slimThree()],
  build: {
    target: "es2021",
    lib: {
      entry: "src/main.ts",
      name: "HolonReport",
      formats: ["iife"],
      fileName: () => "report.js",
      cssFileName: "report",
    },
    minify: "esbuild",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  esbuild: { legalComments: "none" },
});
