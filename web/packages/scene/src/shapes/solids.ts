// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  EdgesGeometry,
  SphereGeometry,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { BodySpec, SolidSpec } from "@holon/protocol/report";
import { meshGeometry } from "./meshes";
import { localMatrix } from "../values/poses";

/** Edges between faces that meet at more than this are drawn [deg]. */
const kCrease = 30;

/** `detail` scales the number of faces; 1 where there are few solids. */
function shapeOf(solid: SolidSpec, detail: number): BufferGeometry {
  const { kind, size } = solid;
  const [a, b, c] = size;
  const round = (full: number) => Math.max(8, 2 * Math.round(0.5 * full * detail));
  const rings = (full: number) => Math.max(2, Math.round(full * detail));
  switch (kind) {
    case "box":
      return new BoxGeometry(a, b, c);
    case "mesh":
      return meshGeometry(solid);
    case "cylinder":
      return new CylinderGeometry(a, a, b, round(40)).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(a, b, rings(8), round(28)).rotateX(Math.PI / 2);
    case "sphere":
      return new SphereGeometry(a, round(32), 3 * rings(7)).rotateX(Math.PI / 2);
  }
}

/** Gives all of a surface one colour. */
export function painted(geometry: BufferGeometry, color: Color): BufferGeometry {
  const count = geometry.getAttribute("position").count;
  const colors = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) color.toArray(colors, 3 * i);
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  geometry.deleteAttribute("uv");
  return geometry;
}

/** The surface of a solid in its body's axes. */
export function solidGeometry(solid: SolidSpec, detail = 1): BufferGeometry {
  const shape = shapeOf(solid, detail);
  return painted(
    shape.applyMatrix4(localMatrix(solid.position, solid.orientation)),
    new Color(solid.color),
  );
}

/** One surface for solids of a body. */
export function mergedSolids(solids: SolidSpec[], detail = 1): BufferGeometry {
  return mergeGeometries(solids.map((solid) => solidGeometry(solid, detail)));
}

/** The edges of solids. */
export function mergedEdges(solids: SolidSpec[]): BufferGeometry | null {
  const edges = solids
    .filter((s) => s.kind === "box" || s.kind === "cylinder")
    .map((solid) => {
      const shape = shapeOf(solid, 1).applyMatrix4(localMatrix(solid.position, solid.orientation));
      return new EdgesGeometry(shape, kCrease);
    });
  return edges.length > 0 ? mergeGeometries(edges) : null;
}

/** Half the edges of the box around a solid in its own axes. */
export function halfExtent({ kind, size }: SolidSpec): [number, number, number] {
  const [a, b, c] = size;
  switch (kind) {
    case "box":
    case "mesh":
      return [a / 2, b / 2, c / 2];
    case "cylinder":
      return [a, a, b / 2];
    case "capsule":
      return [a, a, b / 2 + a];
    case "sphere":
      return [a, a, a];
  }
}

/** [m] around a body's origin that holds its solids; 0 without. */
export function radiusOf({ solids }: BodySpec): number {
  return Math.max(
    0,
    ...solids.map((s) => Math.hypot(...s.position) + Math.hypot(...halfExtent(s))),
  );
}
