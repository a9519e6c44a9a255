// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { BufferAttribute, BufferGeometry } from "three";
import { mergeVertices, toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { fromBase64 } from "@holon/base/data/decode";
import type { MeshSpec, SceneSpec, SolidSpec } from "@holon/protocol/report";

/** Faces that meet at less than this look like one round surface [rad]. */
const kCrease = Math.PI / 6;
/** Points are numbers up to this across the box around them. */
const kMost = 65535;

const meshes = new WeakMap<SolidSpec, MeshSpec>();
const surfaces = new WeakMap<MeshSpec, BufferGeometry>();

/** Tells the solids of a scene which meshes they are. */
export function bindMeshes({ bodies, meshes: list = [] }: SceneSpec): void {
  for (const { solids } of bodies)
    for (const solid of solids)
      if (solid.kind === "mesh" && list[solid.mesh ?? 0]) meshes.set(solid, list[solid.mesh ?? 0]);
}

function shorts(text: string): Uint16Array {
  const bytes = fromBase64(text);
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
}

/** Within a box of edges 1 about the origin. */
function surfaceOf(mesh: MeshSpec): BufferGeometry {
  let surface = surfaces.get(mesh);
  if (!surface) {
    surface = new BufferGeometry();
    const points = Float32Array.from(shorts(mesh.points), (x) => x / kMost - 0.5);
    surface.setAttribute("position", new BufferAttribute(points, 3));
    surface.setIndex(new BufferAttribute(shorts(mesh.triangles), 1));
    surfaces.set(mesh, surface);
  }
  return surface;
}

/** The surface of a mesh about the middle of the box around it. */
export function meshGeometry(solid: SolidSpec): BufferGeometry {
  const mesh = meshes.get(solid);
  if (!mesh) return new BufferGeometry();
  const [a, b, c] = solid.size;
  return mergeVertices(toCreasedNormals(surfaceOf(mesh).clone().scale(a, b, c), kCrease));
}
