// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Matrix4, PerspectiveCamera, Vector3 } from "three";
import type { CameraSpec } from "@holon/protocol/report";
import { Hidden, kNothingHidden } from "../shapes/hidden";
import type { Poses } from "../values/poses";
import type { World } from "../world";

const kDegree = Math.PI / 180;
/** Ways of a machine that reaches so many times its size lead out of the picture. */
const kFar = 3;
/** Around what has to be in the picture. */
const kRoom = 1.1;

/** One way to look at the scene. */
export interface Look {
  readonly name: string;
  readonly camera: PerspectiveCamera;
  readonly hides: Hidden;
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

/** Tangents of directions in a camera's axes. */
interface Window {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** A camera of the model: fixed, or on a body that moves; looks at a place that may move. */
export class ModelLook implements Look {
  readonly name: string;
  readonly camera = new PerspectiveCamera();
  readonly hides: Hidden;
  private readonly spec: CameraSpec;
  /** What holds all that moves. */
  private needed: Window | null = null;
  private version = -1;

  constructor(
    spec: CameraSpec,
    private readonly world: World,
  ) {
    this.spec = spec;
    this.name = spec.name;
    this.hides = spec.hides?.length
      ? new Hidden(world.spec.bodies, spec.hides)
      : kNothingHidden;
  }

  update(poses: Poses, aspect: number): void {
    const { camera, world } = this;
    if (this.isOpen && this.version !== world.framing.version) {
      this.version = world.framing.version;
      this.needed = this.neededWindow();
      poses.setTime(world.time);
    }
    this.place(poses);
    camera.aspect = aspect;
    this.setAngle(aspect);
    const { box, size, reach } = world.measures;
    const eye = new Vector3().setFromMatrixPosition(camera.matrix);
    const distance = box.distanceToPoint(eye);
    camera.near = Math.max(distance * 0.12, 0.004 * size);
    camera.far = distance + 8 * reach + 12 * size;
    camera.updateProjectionMatrix();
  }

  /** The model leaves the angle to us, and the camera stands still. */
  private get isOpen(): boolean {
    return !((this.spec.field_of_view ?? 0) > 0) && this.spec.on.body < 0;
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

  /** The angle of view; where it is left open, the picture is cut to what there is to see. */
  private setAngle(aspect: number): void {
    const { camera, needed, spec } = this;
    if (!needed) {
      const given = spec.field_of_view ?? 0;
      camera.fov = (given > 0 ? given : kUsualAngle) / kDegree;
      return;
    }
    const { left, right, bottom, top } = needed;
    const tangent = kRoom * Math.max(0.5 * (top - bottom), (0.5 * (right - left)) / aspect);
    const half = Math.min(0.65, Math.max(0.015, Math.atan(tangent)));
    camera.fov = (2 * half) / kDegree;
    const height = 2 * Math.tan(half);
    const shift = [0.5 * (left + right), -0.5 * (bottom + top)].map((x) => x / height);
    camera.setViewOffset(aspect, 1, shift[0], shift[1], aspect, 1);
  }

  private neededWindow(): Window | null {
    const { framing, poses, measures } = this.world;
    // A camera that turns sees ways from elsewhere than their bodies were when they went there.
    const turns = this.spec.look_at.body >= 0;
    const ways = turns && measures.reach < kFar * measures.size ? framing.traces : [];
    const window: Window = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    const inverse = new Matrix4();
    const local = new Vector3();
    const take = (point: Vector3) => {
      local.copy(point).applyMatrix4(inverse);
      if (local.z > -1e-6) return;
      const [x, y] = [-local.x / local.z, -local.y / local.z];
      window.left = Math.min(window.left, x);
      window.right = Math.max(window.right, x);
      window.bottom = Math.min(window.bottom, y);
      window.top = Math.max(window.top, y);
    };
    for (const { row, points, owners } of framing.moments) {
      poses.setRow(row);
      this.place(poses);
      inverse.copy(this.camera.matrix).invert();
      points.forEach((point, k) => {
        if (!this.hides.body(owners[k])) take(point);
      });
      for (const { point, owner } of ways) if (!this.hides.body(owner)) take(point);
      framing.fixed.forEach(take);
    }
    if (!(window.left <= window.right)) return null;
    // A camera that turns has what it looks at in the middle.
    if (turns) {
      window.right = Math.max(window.right, -window.left);
      window.top = Math.max(window.top, -window.bottom);
      [window.left, window.bottom] = [-window.right, -window.top];
    }
    return window.right > window.left || window.top > window.bottom ? window : null;
  }
}
