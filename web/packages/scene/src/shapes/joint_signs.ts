// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Vector3 } from "three";
import type { JointSpec, SceneSpec } from "@holon/protocol/report";
import type { Part } from "./batch";
import { isBare } from "./body_view";
import type { Insides } from "./insides";
import type { Measures } from "../values/measures";
import type { Poses } from "../values/poses";
import { type JointSeat, jointGeometry } from "./symbols";

/** Signs where links hang on the world are larger than those of joints, which have bodies. */
const kStand = 1.5;
/** How deep in its body a hinge is looked for, and in which steps, by the machine's size. */
const kDeepest = 0.2;
const kStep = 0.005;

interface Machine {
  spec: SceneSpec;
  /** As they stand at the beginning. */
  poses: Poses;
  measures: Measures;
  up: Vector3;
  insides: Insides;
}

/** The signs of joints, and of what springs, cables and rods hang on. */
export function jointSigns(machine: Machine, detail: number): Part[] {
  const { joints = [] } = machine.spec;
  const seats = joints.map((joint) => seatOf(joint, machine.poses));
  const depths = joints.map((joint, k) =>
    seats[k].onWorld || joint.about ? depthOf(joint, seats[k].axis, machine) : 0,
  );
  const stands = standsOf(machine, detail);
  const rails = railsOf(machine, seats);
  const signs = joints.flatMap(({ name, symbol, body: owner }, k): Part[] => {
    const { measures, up } = machine;
    const options = { rail: rails[k], depth: depths[k], detail, about: joints[k].about };
    const geometry = jointGeometry(symbol, seats[k], measures.symbol, up, options);
    return geometry ? [{ geometry, body: seats[k].body, owner, name, layer: "joints" }] : [];
  });
  return [...signs, ...stands];
}

/** What a joint's sign moves with: the world where the joint holds a body on it. */
function seatOf(joint: JointSpec, poses: Poses): JointSeat {
  const axis = new Vector3(...(joint.axis ?? [0, 0, 1])).normalize();
  const onWorld = joint.on_world ?? false;
  if (joint.body < 0 || onWorld) {
    if (joint.body >= 0 && !joint.axis_in_world)
      axis.transformDirection(poses.matrices[joint.body]);
    return { body: -1, position: poses.point(joint), axis, onWorld };
  }
  if (joint.axis_in_world) axis.transformDirection(poses.matrices[joint.body].clone().invert());
  return { body: joint.body, position: new Vector3(...joint.position), axis, onWorld };
}

/** Lengths of rails on the world [m], whose seats come to their middles; 0 for other joints. */
function railsOf({ spec, poses, measures }: Machine, seats: JointSeat[]): number[] {
  const { joints = [] } = spec;
  const isRail = joints.map(({ symbol }, k) => symbol === "rail" && seats[k].body < 0);
  const low = seats.map(() => Infinity);
  const high = seats.map(() => -Infinity);
  if (!isRail.includes(true)) return seats.map(() => 0);
  for (const { row } of measures.samples) {
    poses.setRow(row);
    joints.forEach((joint, k) => {
      if (!isRail[k]) return;
      const along = poses.point(joint).dot(seats[k].axis);
      low[k] = Math.min(low[k], along);
      high[k] = Math.max(high[k], along);
    });
  }
  return seats.map(({ axis, position }, k) => {
    if (!isRail[k]) return 0;
    position.addScaledVector(axis, 0.5 * (low[k] + high[k]) - position.dot(axis));
    return 1.1 * (high[k] - low[k]) + 0.5 * measures.size;
  });
}

/** What springs, cables and rods hang on: the world, or a frame without a shape. */
function standsOf({ spec, poses, measures, up }: Machine, detail: number): Part[] {
  const { bodies, joints = [], links = [] } = spec;
  const taken = joints.filter((j) => j.on_world).map((j) => poses.point(j));
  const near = 1e-6 * measures.size;
  return links.flatMap(({ name, from, to }) =>
    [from, to].flatMap((end, k): Part[] => {
      const stands = end.body < 0 || isBare(bodies[end.body]);
      const place = poses.point(end);
      if (!stands || taken.some((point) => point.distanceTo(place) < near)) return [];
      taken.push(place);
      const axis = up.clone();
      if (end.body >= 0) axis.transformDirection(poses.matrices[end.body].clone().invert());
      const seat = { body: end.body, position: new Vector3(...end.position), axis, onWorld: true };
      const size = kStand * measures.symbol;
      const geometry = jointGeometry("ball", seat, size, axis, { detail });
      const owner = [to, from][k].body;
      return geometry ? [{ geometry, body: end.body, owner, name, layer: "joints" }] : [];
    }),
  );
}

/** [m] how deep below its body's surface a hinge sits, along its axis to either side. */
function depthOf(joint: JointSpec, axis: Vector3, { poses, measures, insides }: Machine): number {
  if (joint.body < 0 || joint.symbol !== "pin") return 0;
  const place = poses.point(joint);
  const toBody = poses.matrices[joint.body].clone().invert();
  const point = new Vector3();
  const isWithin = (depth: number) =>
    insides.contain(
      joint.body,
      point.copy(place).addScaledVector(axis, depth).applyMatrix4(toBody),
    );
  for (let share = 0; share < kDeepest; share += kStep) {
    const depth = share * measures.size;
    if (!isWithin(depth) && !isWithin(-depth)) return depth;
  }
  return 0;
}
