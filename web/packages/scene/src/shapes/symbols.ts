// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  type BufferGeometry,
  BoxGeometry,
  BufferAttribute,
  Color,
  ConeGeometry,
  Curve as ThreeCurve,
  CylinderGeometry,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { JointElements, JointSymbol } from "@holon/protocol/report";
import { painted } from "./solids";

const kSteel = new Color("#5a636c");
const kStand = new Color("#9aa2aa");
const kSpring = new Color("#77808a");
const kDamper = new Color("#8a9199");
const kSpiralTurns = 3;
const kUnitZ = new Vector3(0, 0, 1);

/** Where a joint's sign sits: on a body or, -1, the world; `axis` has length 1. */
export interface JointSeat {
  body: number;
  position: Vector3;
  axis: Vector3;
  onWorld: boolean;
}

export interface JointOptions {
  rail?: number;
  depth?: number;
  detail?: number;
  about?: JointElements;
}

/** A flat spiral about z. */
class Spiral extends ThreeCurve<Vector3> {
  constructor(
    private readonly inner: number,
    private readonly outer: number,
  ) {
    super();
  }

  getPoint(share: number, out = new Vector3()): Vector3 {
    const radius = this.inner + share * (this.outer - this.inner);
    const angle = 2 * Math.PI * kSpiralTurns * share;
    return out.set(radius * Math.cos(angle), radius * Math.sin(angle), 0);
  }
}

/**
 * Pins, balls and rails that show a joint's kind, in the axes of its seat; null for kinds that have
 * no sign. `size` is that of symbols, `rail` the length of a rail on the world, `depth` how far a
 * pin has to reach on either side to come out of its body; `about`: a spiral spring at one end of
 * the pin, a drum as damper at the other.
 */
export function jointGeometry(
  symbol: JointSymbol,
  seat: JointSeat,
  size: number,
  up: Vector3,
  { rail = 0, depth = 0, detail = 1, about }: JointOptions,
): BufferGeometry | null {
  const axis = seat.axis.lengthSq() > 0.5 ? seat.axis : kUnitZ;
  const along = new Quaternion().setFromUnitVectors(kUnitZ, axis);
  const r = 0.013 * size;
  const isBuried = depth > 2.5 * r;
  const parts: BufferGeometry[] = [];
  const add = (geometry: BufferGeometry, turn: Quaternion, color = kSteel) => {
    parts.push(painted(geometry.applyQuaternion(turn), color));
  };
  if (symbol === "pin" || symbol === "plane") {
    const length = isBuried ? 2 * depth + 4.4 * r : 5 * r;
    const faces = Math.round(8 + 8 * detail);
    add(new CylinderGeometry(r, r, length, faces).rotateX(Math.PI / 2), along);
  } else if (symbol === "rail") {
    const length = seat.body < 0 ? rail : 5 * r;
    add(new BoxGeometry(0.7 * r, 0.7 * r, length), along, seat.body < 0 ? kStand : kSteel);
  } else if (symbol === "ball") {
    add(
      new SphereGeometry(1.2 * r, Math.round(5 + 15 * detail), Math.round(3 + 9 * detail)),
      along,
    );
  }
  if (about) {
    const offset = depth + 1.2 * r;
    if (about.includes("spring")) {
      const spiral = new TubeGeometry(
        new Spiral(1.3 * r, 5 * r),
        Math.round(20 + 70 * detail),
        0.36 * r,
        detail < 1 ? 3 : 5,
      );
      add(spiral.translate(0, 0, offset), along, kSpring);
    }
    if (about.includes("damper")) {
      const drum = new CylinderGeometry(3.4 * r, 3.4 * r, 1.6 * r, Math.round(12 + 12 * detail));
      add(drum.rotateX(Math.PI / 2).translate(0, 0, -offset), along, kDamper);
    }
  }
  if (seat.onWorld && (symbol === "pin" || symbol === "ball")) {
    // One below the pin, or one at either end of it.
    const upright = new Quaternion().setFromUnitVectors(kUnitZ, up);
    for (const offset of isBuried ? [-depth - 2 * r, depth + 2 * r] : [0]) {
      const stand = new ConeGeometry(2.6 * r, 4.4 * r, 4, 1)
        .rotateX(Math.PI / 2)
        .rotateZ(Math.PI / 4)
        .translate(0, 0, -2.2 * r)
        .applyQuaternion(upright);
      const { x, y, z } = axis.clone().multiplyScalar(offset);
      add(stand.translate(x, y, z), new Quaternion(), kStand);
    }
  }
  if (parts.length === 0) return null;
  return mergeGeometries(parts).translate(seat.position.x, seat.position.y, seat.position.z);
}

const kBare = new MeshBasicMaterial({ vertexColors: true });
const kOnTop = new MeshBasicMaterial({ vertexColors: true, depthTest: false });
let triad: BufferGeometry | undefined;
let ball: BufferGeometry | undefined;

/** Three axes, red, green and blue, as slim arrows. */
export function makeTriad(length: number): Mesh {
  const mesh = new Mesh((triad ??= triadGeometry()), kBare);
  mesh.scale.setScalar(length);
  return mesh;
}

/** The ball of black and white quarters that marks a centre of mass, seen through the body. */
export function makeCenterOfMass(radius: number): Mesh {
  const mesh = new Mesh((ball ??= ballGeometry()), kOnTop);
  mesh.scale.setScalar(radius);
  mesh.renderOrder = 5;
  return mesh;
}

function triadGeometry(): BufferGeometry {
  const turns: [string, Matrix4][] = [
    ["#d8404a", new Matrix4().makeRotationY(Math.PI / 2)],
    ["#3d9a3f", new Matrix4().makeRotationX(-Math.PI / 2)],
    ["#3a6fd8", new Matrix4()],
  ];
  return mergeGeometries(
    turns.flatMap(([color, turn]) => {
      const shaft = new CylinderGeometry(0.022, 0.022, 0.8, 8).rotateX(Math.PI / 2);
      const head = new ConeGeometry(0.06, 0.2, 12).rotateX(Math.PI / 2);
      return [shaft.translate(0, 0, 0.4), head.translate(0, 0, 0.9)].map((geometry) =>
        painted(geometry.applyMatrix4(turn), new Color(color)),
      );
    }),
  );
}

function ballGeometry(): BufferGeometry {
  const sphere = new SphereGeometry(1, 24, 16).rotateX(Math.PI / 2).toNonIndexed();
  const position = sphere.getAttribute("position");
  const colors = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i += 3) {
    let sign = 1;
    for (const component of ["getX", "getY", "getZ"] as const) {
      const sum = position[component](i) + position[component](i + 1) + position[component](i + 2);
      if (sum < 0) sign = -sign;
    }
    colors.fill(sign > 0 ? 0.96 : 0.02, 3 * i, 3 * i + 9);
  }
  sphere.setAttribute("color", new BufferAttribute(colors, 3));
  return sphere;
}
