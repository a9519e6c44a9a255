// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const kPack = "desktop.pack";

function filesIn(folder: string, under = ""): string[] {
  return readdirSync(path.join(folder, under)).flatMap((name) => {
    const file = path.posix.join(under, name);
    return statSync(path.join(folder, file)).isDirectory() ? filesIn(folder, file) : [file];
  });
}

/**
 * Packs what was built into one file, which the program embeds: lines `SIZE PATH`, an empty line, the
 * bytes of the files in this order.
 */
export function packBundle(): Plugin {
  let folder = "dist";
  return {
    name: "pack-bundle",
    apply: "build",
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const files = filesIn(folder).filter((file) => file !== kPack).sort();
      const contents = files.map((file) => readFileSync(path.join(folder, file)));
      const head = files.map((file, k) => `${contents[k].length} ${file}\n`).join("");
      writeFileSync(path.join(folder, kPack), Buffer.concat([Buffer.from(`${head}\n`), ...contents]));
    },
  };
}
