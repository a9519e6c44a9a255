// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Box3, Matrix4, Vector3 } from "three";
import type { BodySpec, SceneSpec, SolidSpec } from "@holon/protocol/report";
import { levelOf } from "../forces/contacts";
import type { Moment } from "../camera/framing";
import { type Poses, localMatrix } from "./poses";
import { halfExtent } from "../shapes/solids";

const kSamples = 160;
const kMostPoints = 40000;
/** How far things sink into soft ground, by the machine's size. */
const kSinks = 0.1;

/** Where the machine is during the run, from samples of it. */
export interface Measures {
  /** All that it touches over the run. */
  box: Box3;
  /** [m] typical diagonal of the machine at one moment. */
  size: number;
  /** [m] that symbols scale with: the machine's size, less where its bodies are small against it. */
  symbol: number;
  /** [m] diagonal of `box`. */
  reach: number;
  /** Points that bound the bodies and what hangs on them. */
  samples: Moment[];
  /** Where joints and links hang on the world. */
  fixed: Vector3[];
  /** [m] along `up`, of all solids over the run. */
  lowest: number;
  /** [m] along `up`, of level ground that something touches; null where there is none. */
  floor: number | null;
}

export function measure(scene: SceneSpec, poses: Poses, up: Vector3): Measures {
  const local = scene.bodies.map((body, index) => pointsOf(body, linkEndsOf(scene, index)));
  const owners = local.flatMap((points, body) => points.map(() => body));
  const solids = scene.bodies.flatMap((body, index) =>
    body.solids.map((solid) => ({
      solid,
      body: index,
      place: localMatrix(solid.position, solid.orientation),
    })),
  );
  let lowest = Infinity;
  const perSample = local.reduce((sum, points) => sum + points.length, 1);
  const wanted = Math.max(8, Math.min(kSamples, Math.floor(kMostPoints / perSample)));
  const count = Math.max(1, Math.min(wanted, poses.rows));
  const fixed = [
    ...(scene.joints ?? []).filter((j) => j.body < 0).map((j) => new Vector3(...j.position)),
    ...(scene.links ?? [])
      .flatMap((l) => [l.from, l.to])
      .filter((p) => p.body < 0)
      .map((p) => new Vector3(...p.position)),
  ];
  const box = new Box3();
  const samples: Measures["samples"] = [];
  const sizes: number[] = [];
  for (let k = 0; k < count; ++k) {
    const row = count === 1 ? 0 : Math.round((k * (poses.rows - 1)) / (count - 1));
    poses.setRow(row);
    const points = local.flatMap((own, body) =>
      own.map((p) => p.clone().applyMatrix4(poses.matrices[body])),
    );
    for (const { solid, body, place } of solids) {
      const matrix = new Matrix4().multiplyMatrices(poses.matrices[body], place);
      lowest = Math.min(lowest, lowestPoint(solid, matrix, up));
    }
    const here = new Box3().setFromPoints(points);
    const center = poses.center();
    samples.push({ row, points, owners, center });
    const around = here.clone();
    // What hangs on the world belongs to the machine, unless it is far off.
    for (const point of fixed) around.expandByPoint(point);
    if (!around.isEmpty()) sizes.push(around.getSize(new Vector3()).length());
    box.union(around);
  }
  sizes.sort((a, b) => a - b);
  if (box.isEmpty()) box.set(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5));
  for (const point of fixed) lowest = Math.min(lowest, point.dot(up));
  if (!Number.isFinite(lowest)) lowest = box.min.dot(up);
  const reach = box.getSize(new Vector3()).length();
  const typical = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const size = typical > 1e-9 ? typical : reach > 1e-9 ? reach / 4 : 1;
  const levels = (scene.contacts ?? []).flatMap((contact) => levelOf(contact, up) ?? []);
  // What sinks into the ground by more than its give has some other ground.
  const floor = levels.find((level) => lowest > level - kSinks * size) ?? null;
  const extents = local
    .map((points) => new Box3().setFromPoints(points).getSize(new Vector3()).length())
    .filter((extent) => extent > 1e-9)
    .sort((a, b) => a - b);
  // Small helpers between joints say nothing of the machine.
  const part = extents[Math.floor(0.75 * extents.length)] ?? size;
  const symbol = Math.min(size, 4 * part);
  return { box, size, symbol, reach: Math.max(reach, size), samples, fixed, lowest, floor };
}

/** [m] along `up`, exact for every kind of solid but meshes; `matrix` takes its axes to the world's. */
function lowestPoint({ kind, size }: SolidSpec, matrix: Matrix4, up: Vector3): number {
  const axes = [new Vector3(), new Vector3(), new Vector3()];
  matrix.extractBasis(axes[0], axes[1], axes[2]);
  const [x, y, z] = axes.map((axis) => Math.abs(axis.dot(up)));
  const [a, b, c] = size;
  const box = () => 0.5 * (a * x + b * y + c * z);
  const below = {
    box,
    mesh: box,
    cylinder: () => 0.5 * b * z + a * Math.hypot(x, y),
    capsule: () => 0.5 * b * z + a,
    sphere: () => a,
  }[kind]();
  return new Vector3().setFromMatrixPosition(matrix).dot(up) - below;
}

/** Where links hold on to a body, in its axes. */
function linkEndsOf({ links = [] }: SceneSpec, body: number): Vector3[] {
  return links
    .flatMap((l) => [l.from, l.to])
    .filter((place) => place.body === body)
    .map((place) => new Vector3(...place.position));
}

/** Points of a body's own axes that bound what is drawn of it. */
function pointsOf(body: BodySpec, linkEnds: Vector3[]): Vector3[] {
  const box = new Box3();
  for (const solid of body.solids) {
    const half = new Vector3(...halfExtent(solid));
    const place = localMatrix(solid.position, solid.orientation);
    box.union(new Box3(half.clone().negate(), half).applyMatrix4(place));
  }
  for (const end of linkEnds) box.expandByPoint(end);
  for (const trace of body.traces ?? []) box.expandByPoint(new Vector3(...trace));
  if (body.kind === "body") {
    for (const frame of body.frames ?? []) box.expandByPoint(new Vector3(...frame.position));
    if (body.center_of_mass) box.expandByPoint(new Vector3(...body.center_of_mass));
  }
  if (box.isEmpty()) return [new Vector3()];
  const { min, max } = box;
  const corners: Vector3[] = [];
  for (const x of [min.x, max.x])
    for (const y of [min.y, max.y])
      for (const z of [min.z, max.z]) corners.push(new Vector3(x, y, z));
  return corners;
}
