// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from "vite";
import { slimThree } from "../scene/slim_three";
import { packBundle } from "./pack";

// The page, its script and style sheet, and parts that are loaded when they are needed: the text
// editor, the layout of diagrams, 3D. Names have no hashes: the server compares contents.
export default defineConfig({
  plugins: [slimThree(), packBundle()],
  build: {
    target: "es2021",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    minify: "esbuild",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1800,
    rollupOptions: {
      output: {
        entryFileNames: "desktop.js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
  esbuild: { legalComments: "none", jsx: "automatic" },
});
