// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What stands in for parts of three that the report has no use for. */
const kStandIns: Record<string, string> = {
  "renderers/webxr/WebXRManager.js": `
    import { EventDispatcher } from "../../core/EventDispatcher.js";
    export class WebXRManager extends EventDispatcher {
      enabled = false;
      isPresenting = false;
      setAnimationLoop() {}
      getEnvironmentBlendMode() {}
      dispose() {}
    }`,
  "extras/PMREMGenerator.js": "export class PMREMGenerator {}",
  "renderers/shaders/DFGLUTData.js": "export function getDFGLUT() { return null; }",
};

/** Shaders of materials and effects that the report has no use for. */
const kUnusedMaterials =
  /(mesh(physical|toon|matcap|normal|phong)|points|sprite|equirect|background|cube|linedashed|distance)(Cube)?\.glsl/;
const kUnusedEffects =
  /(_physical_|transmission_|iridescence_|clearcoat_|tonemapping_|lightprobes|envmap_|cube_uv_|bumpmap_|lights_toon|lights_phong)/;

/**
 * Takes three from its sources and leaves out what is not used but not seen to be unused: WebXR,
 * environment maps, shaders of other materials; and the comments and indentation of the rest.
 */
export function slimThree(): Plugin {
  const root = fileURLToPath(new URL("../../node_modules/three/src", import.meta.url));
  return {
    name: "slim-three",
    enforce: "pre",
    config: () => ({
      resolve: { alias: [{ find: /^three$/, replacement: path.join(root, "Three.js") }] },
    }),
    transform(code, id) {
      if (!id.startsWith(root)) return null;
      const file = id.slice(root.length + 1);
      if (kStandIns[file]) return { code: kStandIns[file], map: null };
      if (!file.endsWith(".glsl.js")) return null;
      if (!kUnusedMaterials.test(file) && !kUnusedEffects.test(path.basename(file))) {
        const slim = code
          .replace(/\/\*[\s\S]*?\*\//g, "")
          .replace(/\/\/.*$/gm, "")
          .replace(/^[\t ]+/gm, "")
          .replace(/\n{2,}/g, "\n");
        return { code: slim.replace("export default", "\nexport default"), map: null };
      }
      const names = [...code.matchAll(/export const (\w+)/g)].map((m) => m[1]);
      const empty = names.map((name) => `export const ${name} = "";`).join("\n");
      return {
        code: `${empty}\n${/export default/.test(code) ? 'export default "";' : ""}`,
        map: null,
      };
    },
  };
}
