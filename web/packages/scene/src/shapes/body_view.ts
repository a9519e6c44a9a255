// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  Vector3,
} from "three";
import { theme } from "@holon/base/theme";
import type { BodySpec } from "@holon/protocol/report";
import { localMatrix } from "../values/poses";
import { mergedEdges, mergedSolids } from "./solids";
import { makeCenterOfMass, makeTriad } from "./symbols";

/** The axes of frames that nothing else shows, by the size of symbols. */
export const kTriad = 0.12;

const kEdge = new LineBasicMaterial({ transparent: true });

/** Dark edges on light, light ones on dark. */
function recolor(): void {
  const dark = theme.value === "dark";
  kEdge.color.set(dark ? "#ffffff" : "#000000");
  kEdge.opacity = dark ? 0.3 : 0.38;
}
theme.watch(recolor);
recolor();

/** What is drawn of a body besides its opaque surface; the group's matrix is its pose. */
export class BodyView {
  readonly group = new Group();
  /** Clear solids and edges. */
  readonly shape: Object3D[] = [];
  private frames: Object3D[] | null = null;
  private centers: Object3D[] | null = null;

  constructor(
    readonly spec: BodySpec,
    /** [m] that symbols scale with. */
    private readonly size: number,
    withEdges: boolean,
  ) {
    this.group.matrixAutoUpdate = false;
    const edges = withEdges ? mergedEdges(spec.solids.filter(isOpaque)) : null;
    if (edges) this.shape.push(this.add(new LineSegments(edges, kEdge)));
    for (const solid of spec.solids.filter((s) => !isOpaque(s))) {
      const material = new MeshLambertMaterial({
        vertexColors: true,
        transparent: true,
        opacity: solid.opacity,
        depthWrite: false,
      });
      this.shape.push(this.add(new Mesh(mergedSolids([solid]), material)));
    }
    if (isBare(spec)) this.add(makeTriad(kTriad * size));
  }

  showFrames(on: boolean): void {
    if (on) this.frames ??= this.makeFrames();
    for (const frame of this.frames ?? []) frame.visible = on;
  }

  showCenters(on: boolean): void {
    if (on) this.centers ??= this.makeCenters();
    for (const center of this.centers ?? []) center.visible = on;
  }

  private makeFrames(): Object3D[] {
    const { spec, size } = this;
    const own = isBare(spec) ? [] : [this.add(makeTriad(0.1 * size))];
    const others = (spec.frames ?? []).map((frame) => {
      const triad = makeTriad(1);
      triad.applyMatrix4(localMatrix(frame.position, frame.orientation));
      triad.scale.setScalar(0.08 * size);
      return this.add(triad);
    });
    return [...own, ...others];
  }

  private makeCenters(): Object3D[] {
    const { spec, size } = this;
    if (!spec.center_of_mass || spec.kind === "frame") return [];
    const ball = makeCenterOfMass(0.021 * size);
    ball.position.copy(new Vector3(...spec.center_of_mass));
    return [this.add(ball)];
  }

  private add<T extends Object3D>(object: T): T {
    this.group.add(object);
    object.updateMatrix();
    object.matrixAutoUpdate = false;
    return object;
  }
}

/** A frame that nothing but its axes can show. */
export function isBare({ kind, solids }: BodySpec): boolean {
  return kind === "frame" && solids.length === 0;
}

export function isOpaque({ opacity }: { opacity?: number }): boolean {
  return (opacity ?? 1) >= 1;
}
