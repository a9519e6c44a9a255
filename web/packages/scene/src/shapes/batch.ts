// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  BatchedMesh,
  type BufferGeometry,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Scene,
  Sphere,
} from "three";
import { theme } from "@holon/base/theme";
import { type Hidden, kNothingHidden } from "./hidden";

/** A surface that moves with a body, or stands in the world where `body` is -1. */
export interface Part {
  geometry: BufferGeometry;
  body: number;
  /** The body that it is hidden with, where that is another. */
  owner?: number;
  /** The part that it is a sign of. */
  name?: string;
  layer: "solids" | "made_up" | "joints";
}

const kSurface = new MeshLambertMaterial({ vertexColors: true });

/** Black bodies are to be seen on dark, too. */
function recolor(): void {
  kSurface.emissive.set(theme.value === "dark" ? "#2c3238" : "#000000");
}
theme.watch(recolor);
recolor();

/** Many opaque surfaces, drawn by one call. */
export class Batch {
  private readonly mesh: BatchedMesh | null = null;
  private readonly instances: number[] = [];
  private readonly hiddenLayers = new Set<Part["layer"]>();
  private hidden = kNothingHidden;

  constructor(
    private readonly scene: Scene,
    private readonly parts: Part[],
    shadows: { cast: boolean; receive: boolean },
  ) {
    if (parts.length === 0) return;
    const vertices = parts.reduce((sum, p) => sum + p.geometry.getAttribute("position").count, 0);
    const indices = parts.reduce((sum, p) => sum + (p.geometry.index?.count ?? 0), 0);
    this.mesh = new BatchedMesh(parts.length, vertices, indices, kSurface);
    this.mesh.perObjectFrustumCulled = false;
    this.mesh.sortObjects = false;
    this.mesh.frustumCulled = false;
    // Only the order of drawing depends on it, and there is one such mesh.
    this.mesh.boundingSphere = new Sphere();
    this.mesh.castShadow = shadows.cast;
    this.mesh.receiveShadow = shadows.receive;
    for (const { geometry } of parts) {
      const instance = this.mesh.addInstance(this.mesh.addGeometry(geometry));
      this.mesh.setMatrixAt(instance, new Matrix4());
      this.instances.push(instance);
      geometry.dispose();
    }
    scene.add(this.mesh);
  }

  setPoses(matrices: Matrix4[]): void {
    this.parts.forEach(({ body }, k) => {
      if (body >= 0) this.mesh!.setMatrixAt(this.instances[k], matrices[body]);
    });
  }

  show(layer: Part["layer"], on: boolean): void {
    if (on) this.hiddenLayers.delete(layer);
    else this.hiddenLayers.add(layer);
    this.applyVisibility();
  }

  /** Leaves out what a camera does not see; returns whether that has changed anything. */
  hideFor(hidden: Hidden): boolean {
    if (hidden === this.hidden) return false;
    this.hidden = hidden;
    this.applyVisibility();
    return true;
  }

  dispose(): void {
    if (!this.mesh) return;
    this.scene.remove(this.mesh);
    this.mesh.dispose();
  }

  /** The surface that rays may hit. */
  get surface(): Mesh | null {
    return this.mesh;
  }

  /** The body whose surface an instance is; -1 for what stands in the world. */
  bodyOf(instance: number): number {
    return this.parts[this.instances.indexOf(instance)]?.body ?? -1;
  }

  private applyVisibility(): void {
    this.parts.forEach(({ body, owner, name, layer }, k) => {
      const hidden = this.hidden.body(owner ?? body) || this.hidden.part(name ?? "");
      const on = !this.hiddenLayers.has(layer) && !hidden;
      this.mesh!.setVisibleAt(this.instances[k], on);
    });
  }
}
