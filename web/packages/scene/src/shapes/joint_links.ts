// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Vector3 } from "three";
import type { JointElements, JointSpec, LinkSpec, SceneSpec } from "@holon/protocol/report";
import type { Measures } from "../values/measures";
import type { Poses } from "../values/poses";

/** The least length of a spring along a joint, as a share of what symbols scale with. */
const kShortest = 0.25;

/**
 * Springs and dampers along the axes of joints, and in the planes of those that move in one, as links
 * from the parent to the child.
 */
export function jointLinks(spec: SceneSpec, poses: Poses, measures: Measures): LinkSpec[] {
  const joints = (spec.joints ?? []).filter((joint) => joint.body >= 0);
  return joints.flatMap((joint) => [
    ...(joint.along ? [linkOf(joint, joint.along, axisOf(joint, poses), poses, measures)] : []),
    ...(joint.across ?? []).map(({ elements, direction }) =>
      linkOf(joint, elements, new Vector3(...direction).normalize(), poses, measures),
    ),
  ]);
}

/** The joint's axis at the beginning, in the parent's axes. */
function axisOf(joint: JointSpec, poses: Poses): Vector3 {
  const parent = joint.parent ?? -1;
  const axis = new Vector3(...(joint.axis ?? [0, 0, 1])).normalize();
  poses.setRow(0);
  if (!joint.axis_in_world) axis.transformDirection(poses.matrices[joint.body]);
  if (parent >= 0) axis.transformDirection(poses.matrices[parent].clone().invert());
  return axis;
}

/**
 * The parent's end lies on the line of the child's origin, so far before its position nearest to the
 * parent's end during the run that the spring never has less than its least length.
 */
function linkOf(
  joint: JointSpec,
  kind: JointElements,
  axis: Vector3,
  poses: Poses,
  measures: Measures,
): LinkSpec {
  const parent = joint.parent ?? -1;
  poses.setRow(0);
  const place = inParent(joint, parent, poses);
  let nearest = Infinity;
  for (const { row } of measures.samples) {
    poses.setRow(row);
    nearest = Math.min(nearest, inParent(joint, parent, poses).sub(place).dot(axis));
  }
  const from = place.addScaledVector(axis, nearest - kShortest * measures.symbol);
  return {
    name: joint.name,
    kind,
    from: { body: parent, position: from.toArray() },
    to: { body: joint.body, position: joint.position },
  };
}

/** The child's origin in the parent's axes. */
function inParent(joint: JointSpec, parent: number, poses: Poses): Vector3 {
  const place = poses.point(joint);
  return parent >= 0 ? place.applyMatrix4(poses.matrices[parent].clone().invert()) : place;
}
