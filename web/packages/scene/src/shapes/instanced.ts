// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  type BufferGeometry,
  DynamicDrawUsage,
  GreaterDepth,
  InstancedMesh,
  type Material,
  MeshBasicMaterial,
  type Scene,
} from "three";

/** One mesh per material, all with the same places; none is seen before it is drawn. */
export function instanced(
  scene: Scene,
  geometry: BufferGeometry,
  materials: Material[],
  count: number,
): InstancedMesh[] {
  const meshes = materials.map((material) => new InstancedMesh(geometry, material, count));
  for (const mesh of meshes) {
    mesh.instanceMatrix = meshes[0].instanceMatrix;
    mesh.frustumCulled = false;
    mesh.castShadow = false;
    mesh.visible = false;
    scene.add(mesh);
  }
  meshes[0].instanceMatrix.setUsage(DynamicDrawUsage);
  return meshes;
}

/** Of what is seen through bodies that stand before it. */
export function faintMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: true,
    opacity,
    depthFunc: GreaterDepth,
    depthWrite: false,
  });
}
