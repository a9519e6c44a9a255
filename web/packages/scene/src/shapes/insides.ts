// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type Matrix4, Vector3 } from "three";
import type { BodySpec, SolidSpec } from "@holon/protocol/report";
import { localMatrix } from "../values/poses";
import { radiusOf } from "./solids";

/** Whether points lie within the solids of bodies; of meshes, within the boxes around them. */
export class Insides {
  private readonly solids: { solid: SolidSpec; toSolid: Matrix4 }[][];
  /** [m] around the bodies' origins; 0 without solids. */
  private readonly radii: number[];

  constructor(bodies: BodySpec[]) {
    this.radii = bodies.map(radiusOf);
    this.solids = bodies.map((body) =>
      body.solids.map((solid) => ({
        solid,
        toSolid: localMatrix(solid.position, solid.orientation).invert(),
      })),
    );
  }

  /** The bodies with solids no farther than `reach` [m] from a point in world axes. */
  near(point: Vector3, reach: number, poses: Matrix4[]): number[] {
    const origin = new Vector3();
    return poses.flatMap((pose, body) => {
      const apart = origin.setFromMatrixPosition(pose).distanceTo(point);
      return this.radii[body] > 0 && apart <= reach + this.radii[body] ? [body] : [];
    });
  }

  /** `point` in the body's axes [m]. */
  contain(body: number, point: Vector3): boolean {
    const local = new Vector3();
    return (this.solids[body] ?? []).some(({ solid, toSolid }) =>
      isWithin(solid, local.copy(point).applyMatrix4(toSolid)),
    );
  }
}

function isWithin({ kind, size: [a, b, c] }: SolidSpec, { x, y, z }: Vector3): boolean {
  switch (kind) {
    case "box":
    case "mesh":
      return Math.abs(x) <= a / 2 && Math.abs(y) <= b / 2 && Math.abs(z) <= c / 2;
    case "cylinder":
      return Math.hypot(x, y) <= a && Math.abs(z) <= b / 2;
    case "capsule":
      return Math.hypot(x, y, Math.max(0, Math.abs(z) - b / 2)) <= a;
    case "sphere":
      return Math.hypot(x, y, z) <= a;
  }
}
