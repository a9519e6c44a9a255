// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Matrix4, PerspectiveCamera, Vector3 } from "three";
import type { CameraSpec, SceneSpec } from "../data/messages";
import type { Measures } from "./measures";
import type { Poses } from "./poses";

/** One way to look at the scene. */
export interface Look {
  readonly name: string;
  readonly camera: PerspectiveCamera;
  /** Bodies that it does not see. */
  readonly hides: Set<number>;
  /** Puts the camera where it is now; `aspect` is width over height of its picture. */
  update(poses: Poses, aspect: number): void;
}

/** [rad] what a camera on a moving frame sees if the model leaves it open; as in the language. */
const kUsualAngle = 0.6981317007977318;

/** Stands the camera at `eye`, looking along `forward`; `up` need not be square to it. */
export function aim(camera: PerspectiveCamera, eye: Vector3, forward: Vector3, up: Vector3): void {
  const z = forward.clone().negate().normalize();
  let x = new Vector3().crossVectors(up, z);
  if (x.lengthSq() < 1e-12) {
    x = new Vector3().crossVectors(
      Math.abs(z.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0),
      z,
    );
  }
  x.normalize();
  const y = new Vector3().crossVectors(z, x);
  camera.matrixAutoUpdate = false;
  camera.matrix.makeBasis(x, y, z).setPosition(eye);
  camera.matrixWorldNeedsUpdate = true;
  camera.updateMatrixWorld(true);
}

/** A camera of the model: fixed, or on a body that moves; looks at a place that may move. */
export class ModelLook implements Look {
  readonly name: string;
  readonly camera = new PerspectiveCamera();
  readonly hides: Set<number>;
  /** Tangents of the half angles that hold all that moves, up and across. */
  private readonly needed: { up: number; across: number };

  constructor(
    private readonly spec: CameraSpec,
    scene: SceneSpec,
    poses: Poses,
    private readonly measures: Measures,
  ) {
    this.name = spec.name;
    const hidden = new Set(spec.hides ?? []);
    this.hides = new Set(scene.bodies.flatMap((b, k) => (hidden.has(b.name) ? [k] : [])));
    this.needed = this.neededAngles(poses);
  }

  update(poses: Poses, aspect: number): void {
    const { camera, measures } = this;
    this.place(poses);
    camera.fov = (this.angle(aspect) * 180) / Math.PI;
    camera.aspect = aspect;
    const eye = new Vector3().setFromMatrixPosition(camera.matrix);
    const distance = measures.box.distanceToPoint(eye);
    camera.near = Math.max(distance * 0.5, 0.004 * measures.size);
    camera.far = distance + 8 * measures.reach + 12 * measures.size;
    camera.updateProjectionMatrix();
  }

  private place(poses: Poses): void {
    const { spec, camera } = this;
    const frame = poses.frame(spec.on);
    const eye = new Vector3(...spec.at).applyMatrix4(frame);
    const up = new Vector3(...(spec.up ?? [0, 0, 1])).transformDirection(frame);
    const forward = poses.point(spec.look_at).sub(eye);
    if (forward.lengthSq() < 1e-18) forward.set(0, 1, 0).transformDirection(frame);
    aim(camera, eye, forward, up);
  }

  private angle(aspect: number): number {
    const given = this.spec.field_of_view ?? 0;
    if (given > 0) return given;
    const { up, across } = this.needed;
    const tangent = Math.max(up, across / aspect);
    if (this.spec.on.body >= 0 || !(tangent > 0)) return kUsualAngle;
    return Math.min(1.3, Math.max(0.03, 2 * Math.atan(1.1 * tangent)));
  }

  private neededAngles(poses: Poses): { up: number; across: number } {
    const needed = { up: 0, across: 0 };
    const inverse = new Matrix4();
    const local = new Vector3();
    for (const { row, points } of this.measures.samples) {
      poses.setRow(row);
      this.place(poses);
      inverse.copy(this.camera.matrix).invert();
      for (const point of [...points, ...this.measures.fixed]) {
        local.copy(point).applyMatrix4(inverse);
        if (local.z > -1e-6) continue;
        needed.up = Math.max(needed.up, Math.abs(local.y / local.z));
        needed.across = Math.max(needed.across, Math.abs(local.x / local.z));
      }
    }
    return needed;
  }
}
