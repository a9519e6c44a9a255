// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import { niceBelow } from "@holon/base/numbers";
import { theme, themeColor } from "@holon/base/theme";
import type { ContactSpec } from "@holon/protocol/report";
import type { Hidden } from "../shapes/hidden";
import type { Measures } from "../values/measures";
import type { Poses } from "../values/poses";

/** Around where a sphere touches, as a share of the machine's size. */
const kRoom = 0.15;
/** The plane is as good as the world's ground where it is no more than this from level. */
const kLevel = 1e-6;
const kUnitZ = new Vector3(0, 0, 1);

/** Out of the plane, in world axes. */
function normalOf({ ground, normal }: ContactSpec, poses: Poses): Vector3 {
  const along = new Vector3(...normal);
  return ground.body >= 0 ? along.transformDirection(poses.matrices[ground.body]) : along;
}

/** The point of the plane below the sphere's middle, in world axes. */
export function touchPoint(contact: ContactSpec, poses: Poses): Vector3 {
  const normal = normalOf(contact, poses);
  const point = poses.point(contact.sphere);
  const height = point.clone().sub(poses.point(contact.ground)).dot(normal);
  return point.addScaledVector(normal, -height);
}

/** [m] along `up`: the height of a contact's plane that is level and stands in the world. */
export function levelOf({ ground, normal }: ContactSpec, up: Vector3): number | null {
  const along = new Vector3(...normal);
  if (ground.body >= 0 || along.dot(up) < 1 - kLevel) return null;
  return new Vector3(...ground.position).dot(up);
}

const kFill = new MeshBasicMaterial({
  transparent: true,
  opacity: 0.13,
  depthWrite: false,
  side: DoubleSide,
});
const kLines = new LineBasicMaterial({ transparent: true, opacity: 0.55, depthWrite: false });

function recolor(): void {
  for (const { color } of [kFill, kLines]) color.set(themeColor("--stage-grid"));
}
theme.watch(recolor);

/** A piece of the planes that spheres touch, with a grid, as far as they come about. */
export class ContactPlanes {
  private readonly planes: { group: Group; contacts: ContactSpec[] }[] = [];
  private shown = true;

  constructor(scene: Scene, contacts: ContactSpec[], poses: Poses, measures: Measures) {
    recolor();
    const shared = new Map<string, ContactSpec[]>();
    for (const contact of contacts) {
      const { ground, normal } = contact;
      const offset = new Vector3(...ground.position).dot(new Vector3(...normal));
      const key = [ground.body, ...normal.map((x) => x.toFixed(6)), offset.toPrecision(6)].join();
      shared.set(key, [...(shared.get(key) ?? []), contact]);
    }
    for (const group of shared.values()) {
      const plane = makePlane(group, poses, measures);
      this.planes.push({ group: plane, contacts: group });
      scene.add(plane);
    }
  }

  set visible(on: boolean) {
    this.shown = on;
  }

  update(poses: Poses): void {
    for (const { group, contacts } of this.planes) {
      const { body } = contacts[0].ground;
      if (body < 0) continue;
      group.matrix.copy(poses.matrices[body]);
      group.matrixWorldNeedsUpdate = true;
    }
  }

  hideFor(hidden: Hidden): void {
    for (const { group, contacts } of this.planes)
      group.visible =
        this.shown &&
        contacts.some(({ name, ground }) => !hidden.part(name) && !hidden.body(ground.body));
  }

  dispose(scene: Scene): void {
    for (const { group } of this.planes) scene.remove(group);
  }
}

/** In the axes of the ground's body. */
function makePlane(contacts: ContactSpec[], poses: Poses, measures: Measures): Group {
  const { ground, normal } = contacts[0];
  const turn = new Quaternion().setFromUnitVectors(kUnitZ, new Vector3(...normal).normalize());
  const origin = new Vector3(...ground.position);
  const toPlane = new Matrix4().compose(origin, turn, new Vector3(1, 1, 1)).invert();
  const low = new Vector3(Infinity, Infinity, 0);
  const high = new Vector3(-Infinity, -Infinity, 0);
  let radius = 0;
  for (const { row } of measures.samples) {
    poses.setRow(row);
    const toGround =
      ground.body >= 0 ? poses.matrices[ground.body].clone().invert() : new Matrix4();
    for (const contact of contacts) {
      radius = Math.max(radius, contact.radius);
      const point = touchPoint(contact, poses).applyMatrix4(toGround).applyMatrix4(toPlane);
      low.min(point);
      high.max(point);
    }
  }
  const room = Math.max(kRoom * measures.size, 1.5 * radius);
  const cell = niceBelow(Math.max(high.x - low.x, high.y - low.y, 2 * room) / 6);
  const [x0, y0] = [low.x, low.y].map((x) => cell * Math.floor((x - room) / cell));
  const [x1, y1] = [high.x, high.y].map((x) => cell * Math.ceil((x + room) / cell));

  const group = new Group();
  group.matrixAutoUpdate = false;
  const fill = new BufferGeometry();
  fill.setAttribute("position", floats([x0, y0, 0, x1, y0, 0, x1, y1, 0, x0, y1, 0]));
  fill.setIndex([0, 1, 2, 0, 2, 3]);
  const lines: number[] = [];
  for (let k = 0; k <= Math.round((x1 - x0) / cell); ++k)
    lines.push(x0 + k * cell, y0, 0, x0 + k * cell, y1, 0);
  for (let k = 0; k <= Math.round((y1 - y0) / cell); ++k)
    lines.push(x0, y0 + k * cell, 0, x1, y0 + k * cell, 0);
  const grid = new BufferGeometry();
  grid.setAttribute("position", floats(lines));
  for (const object of [new Mesh(fill, kFill), new LineSegments(grid, kLines)]) {
    object.renderOrder = -1;
    object.geometry.applyQuaternion(turn).translate(origin.x, origin.y, origin.z);
    group.add(object);
  }
  return group;
}

function floats(values: number[]): BufferAttribute {
  return new BufferAttribute(new Float32Array(values), 3);
}
