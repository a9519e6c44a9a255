// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import { reducedMotion } from "@holon/base/dom";
import type { Vector } from "@holon/protocol/report";
import type { Framing } from "./framing";
import { kNothingHidden } from "../shapes/hidden";
import { type Look, aim } from "./looks";
import type { Measures } from "../values/measures";
import type { Poses } from "../values/poses";

export type Side = "front" | "side" | "top" | "iso" | "home";

const kDegree = Math.PI / 180;
const kAngles: Record<Exclude<Side, "home">, [number, number]> = {
  front: [-90, 0],
  side: [0, 0],
  top: [-90, 90],
  iso: [-55, 22],
};

interface State {
  target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

/** The view that the reader moves: around a target, which may follow the machine. */
export class Orbit implements Look {
  readonly name = "Free view";
  readonly camera = new PerspectiveCamera();
  readonly hides = kNothingHidden;
  follow: boolean;
  onchange: () => void = () => {};
  private readonly toUp: Quaternion;
  private readonly home: [number, number];
  private readonly angle: number;
  private state: State;
  private aspect = 1;
  private version = 0;
  private touched = false;
  private center = new Vector3();

  constructor(
    private readonly measures: Measures,
    private readonly framing: Framing,
    up: Vector,
    plane: Vector | null | undefined,
    /** Looks from obliquely above also where all moves in a plane: others look along it. */
    oblique: boolean,
  ) {
    this.toUp = new Quaternion().setFromUnitVectors(
      new Vector3(0, 0, 1),
      new Vector3(...up).normalize(),
    );
    const [azimuth, elevation] = kAngles.iso.map((a) => a * kDegree);
    this.home = plane && !oblique ? sideOfPlane(plane) : [azimuth, elevation];
    this.angle = (plane ? 14 : 26) * kDegree;
    this.follow = measures.reach > 4 * measures.size;
    this.state = {
      target: new Vector3(),
      azimuth: this.home[0],
      elevation: this.home[1],
      distance: 1,
    };
    this.camera.fov = this.angle / kDegree;
  }

  /** Where the machine is now, which the target goes with where it is followed. */
  setCenter(center: Vector3): void {
    this.center.copy(center);
  }

  update(_poses: Poses, aspect: number): void {
    if (aspect !== this.aspect || this.framing.version !== this.version) {
      this.aspect = aspect;
      this.version = this.framing.version;
      if (!this.touched) this.state = this.fitted(this.state.azimuth, this.state.elevation);
    }
    const { camera, measures, state } = this;
    const { back, up } = this.basis();
    const target = this.follow ? state.target.clone().add(this.center) : state.target;
    aim(camera, target.clone().addScaledVector(back, state.distance), back.negate(), up);
    camera.aspect = aspect;
    const around = this.follow ? 8 * measures.size : 1.5 * measures.reach + 4 * measures.size;
    camera.near = Math.max(state.distance - around, 0.01 * state.distance);
    camera.far = state.distance + 2 * around + measures.reach;
    camera.updateProjectionMatrix();
  }

  turn(azimuth: number, elevation: number): void {
    this.touched = true;
    this.state.azimuth += azimuth;
    this.state.elevation = clamp(this.state.elevation + elevation, -90 * kDegree, 90 * kDegree);
    this.onchange();
  }

  /** By shares of the picture's height. */
  pan(right: number, up: number): void {
    this.touched = true;
    const height = 2 * this.state.distance * Math.tan(this.angle / 2);
    const basis = this.basis();
    this.state.target.addScaledVector(basis.right, -right * height);
    this.state.target.addScaledVector(basis.up, up * height);
    this.onchange();
  }

  zoom(factor: number): void {
    this.touched = true;
    const { size, reach } = this.measures;
    this.state.distance = clamp(this.state.distance * factor, 0.2 * size, 60 * (reach + size));
    this.onchange();
  }

  /** Looks from where another camera stands, at the point ahead of it that is amid the machine. */
  takeOver(from: PerspectiveCamera): void {
    const eye = new Vector3().setFromMatrixPosition(from.matrixWorld);
    // Through the middle of its picture, which may lie beside its axis.
    const forward = new Vector3(0, 0, 0.5).unproject(from).sub(eye).normalize();
    const ahead = Math.max(this.center.clone().sub(eye).dot(forward), 0.5 * this.measures.size);
    const back = forward.clone().negate().applyQuaternion(this.toUp.clone().invert());
    // The height of its picture there, which may be a part of all that it could see.
    const edge = (y: number) => {
      const ray = new Vector3(0, y, 0.5).unproject(from).sub(eye);
      return ray.multiplyScalar(ahead / ray.dot(forward));
    };
    const height = edge(1).distanceTo(edge(-1));
    const target = eye.clone().addScaledVector(forward, ahead);
    if (this.follow) target.sub(this.center);
    this.touched = true;
    this.state = {
      target,
      azimuth: Math.hypot(back.x, back.y) > 1e-6 ? Math.atan2(back.y, back.x) : this.home[0],
      elevation: Math.asin(clamp(back.z, -1, 1)),
      distance: height / (2 * Math.tan(this.angle / 2)),
    };
    this.onchange();
  }

  /** Width over height of a picture that suits the machine as it is seen at first. */
  homeAspect(): number {
    const { right, up } = this.basis(...this.home);
    const points = this.points();
    const span = (axis: Vector3) => {
      const along = points.map((p) => p.dot(axis));
      return (
        along.reduce((m, x) => Math.max(m, x), -Infinity) -
        along.reduce((m, x) => Math.min(m, x), Infinity)
      );
    };
    const [width, height] = [span(right), span(up)];
    return width > 0 && height > 0 ? Math.min(1.5, Math.max(0.6, width / height)) : 1;
  }

  /** All that is to be in the picture, from the middle of the machine where it is followed. */
  private points(): Vector3[] {
    return this.framing.moments.flatMap(({ points, center }) =>
      this.follow ? points.map((p) => p.clone().sub(center)) : points,
    );
  }

  fit(): void {
    this.touched = false;
    this.moveTo(this.fitted(this.state.azimuth, this.state.elevation));
  }

  show(side: Side): void {
    this.touched = false;
    const [azimuth, elevation] =
      side === "home" ? this.home : (kAngles[side].map((a) => a * kDegree) as [number, number]);
    this.moveTo(this.fitted(azimuth, elevation));
  }

  setFollow(on: boolean): void {
    this.follow = on;
    this.fit();
  }

  private basis(azimuth = this.state.azimuth, elevation = this.state.elevation) {
    const [ca, sa] = [Math.cos(azimuth), Math.sin(azimuth)];
    const [ce, se] = [Math.cos(elevation), Math.sin(elevation)];
    const turned = (x: number, y: number, z: number) =>
      new Vector3(x, y, z).applyQuaternion(this.toUp);
    return {
      right: turned(-sa, ca, 0),
      up: turned(-se * ca, -se * sa, ce),
      back: turned(ce * ca, ce * sa, se),
    };
  }

  /** The target and distance from which all that moves is in the picture. */
  private fitted(azimuth: number, elevation: number): State {
    const { right, up, back } = this.basis(azimuth, elevation);
    const tangentUp = Math.tan(this.angle / 2) / 1.12;
    const tangentAcross = tangentUp * this.aspect;
    const points = this.points();
    if (!this.follow) points.push(...this.framing.fixed);
    const middle = (axis: Vector3) => {
      let [low, high] = [Infinity, -Infinity];
      for (const point of points) {
        const along = point.dot(axis);
        low = Math.min(low, along);
        high = Math.max(high, along);
      }
      return low <= high ? 0.5 * (low + high) : 0;
    };
    const target = new Vector3()
      .addScaledVector(right, middle(right))
      .addScaledVector(up, middle(up))
      .addScaledVector(back, middle(back));
    let distance = 0;
    const local = new Vector3();
    for (const point of points) {
      local.copy(point).sub(target);
      const depth = local.dot(back);
      const across = Math.abs(local.dot(right)) / tangentAcross;
      distance = Math.max(distance, depth + Math.max(across, Math.abs(local.dot(up)) / tangentUp));
    }
    const least = (0.35 * this.measures.size) / tangentUp;
    return { target, azimuth, elevation, distance: Math.max(distance, least) };
  }

  private moveTo(to: State): void {
    const from = this.state;
    const turn = Math.atan2(
      Math.sin(to.azimuth - from.azimuth),
      Math.cos(to.azimuth - from.azimuth),
    );
    if (reducedMotion.matches) {
      this.state = to;
      this.onchange();
      return;
    }
    const begin = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - begin) / 350);
      const eased = share * share * (3 - 2 * share);
      this.state = {
        target: from.target.clone().lerp(to.target, eased),
        azimuth: from.azimuth + turn * eased,
        elevation: from.elevation + (to.elevation - from.elevation) * eased,
        distance: from.distance * (to.distance / from.distance) ** eased,
      };
      this.onchange();
      if (share < 1) requestAnimationFrame(step);
    };
    step();
  }
}

/** Across a plane, from the side that has x to the right or, looking along x, y to the right. */
function sideOfPlane([x, y, z]: Vector): [number, number] {
  if (Math.abs(z) > 0.99 * Math.hypot(x, y, z)) return [-90 * kDegree, 90 * kDegree];
  const sign = Math.abs(y) > 1e-6 ? -Math.sign(y) : Math.sign(x);
  return [Math.atan2(sign * y, sign * x), Math.atan2(sign * z, Math.hypot(x, y))];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
