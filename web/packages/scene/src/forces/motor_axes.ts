// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  type InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import { type Theme, theme } from "@holon/base/theme";
import { interpolate } from "@holon/base/data/interpolate";
import type { AxisKind, AxisSpec } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";
import type { Hidden } from "../shapes/hidden";
import { faintMaterial, instanced } from "../shapes/instanced";
import { type AxisNow, helixPoints } from "./screw_line";

const kColors: Record<Theme, Record<AxisKind, string>> = {
  light: { screw: "#6d4bc3", wrench: "#b0304f" },
  dark: { screw: "#b49cff", wrench: "#ff8aa0" },
};

/** Half the length of an axis, the radius of its line, its head and its helix, in symbol sizes. */
const kHalf = 0.42;
const kLine = 0.005;
const kHead = 0.06;
const kCoil = 0.04;
/** How well axes are seen through what stands before them. */
const kThrough = 0.35;
/** An axis that lies farther off than so many machines is not drawn. */
const kFarthest = 20;
/** One within so many is in the picture from the start. */
const kFramed = 1.5;
/** Pieces of a helix, and of a line and a head beside them. */
const kPieces = 96;

/** Screw axes of bodies and central axes of wrenches, each with a helix of its own pitch. */
export class MotorAxes {
  visible = true;
  now: AxisNow[] = [];
  private readonly rods: InstancedMesh[];
  private readonly heads: InstancedMesh[];
  private hidden: Hidden | null = null;

  constructor(
    scene: Scene,
    readonly specs: AxisSpec[],
    private readonly store: Store,
    /** What symbols scale with, and the machine's size [m]. */
    private readonly symbol: number,
    private readonly size: number,
  ) {
    const rod = new CylinderGeometry(1, 1, 1, 6, 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const head = new ConeGeometry(0.3, 1, 12).rotateX(Math.PI / 2).translate(0, 0, -0.5);
    const materials = [new MeshBasicMaterial(), faintMaterial(kThrough)];
    this.rods = instanced(scene, rod, materials, specs.length * (kPieces + 1));
    this.heads = instanced(scene, head, materials, specs.length);
  }

  get kinds(): AxisKind[] {
    return (["screw", "wrench"] as const).filter((kind) => this.specs.some((s) => s.kind === kind));
  }

  static color(kind: AxisKind): string {
    return kColors[theme.value][kind];
  }

  /** The axes at a time [s]; none where nothing moves, or nothing acts. */
  at(time: number): AxisNow[] {
    return this.specs.flatMap((spec): AxisNow[] => {
      const table = this.store.tables.get(spec.stream);
      if (!table || table.rows === 0) return [];
      const at = table.locate(time);
      const vector = (columns: number[]) =>
        new Vector3(...columns.map((c) => interpolate(table.column(c), at)));
      const [point, direction] = [vector(spec.point), vector(spec.direction)];
      const length = direction.length();
      if (!(length > 0.5) || !Number.isFinite(point.lengthSq())) return [];
      // Between a finite and an infinite pitch there is none.
      const pitch = interpolate(table.column(spec.pitch), at);
      const along = direction.divideScalar(length);
      return [{ spec, point, along, pitch: Number.isFinite(pitch) ? pitch : Infinity }];
    });
  }

  /** The ends at a time [s] of those that pass so near the middle of the machine that a view may hold them. */
  endsAt(time: number, middle: Vector3): Vector3[] {
    const half = kHalf * this.symbol;
    return this.at(time)
      .filter(({ point }) => point.distanceTo(middle) < kFramed * this.size)
      .flatMap(({ point, along }) =>
        [-half, half].map((length) => point.clone().addScaledVector(along, length)),
      );
  }

  /** `middle`: of the machine; axes of pure translation or couples have no place of their own. */
  update(time: number, middle: Vector3): void {
    const far = kFarthest * this.size;
    this.now = this.at(time).filter(({ point }) => point.distanceTo(middle) < far);
    this.draw();
  }

  hideFor(hidden: Hidden): void {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    this.draw();
  }

  private draw(): void {
    const shown = this.visible ? this.now.filter((a) => !this.hidden?.part(a.spec.name)) : [];
    const { symbol } = this;
    const half = kHalf * symbol;
    const color = new Color();
    let rods = 0;
    shown.forEach(({ spec, point, along, pitch }, k) => {
      color.set(MotorAxes.color(spec.kind));
      const from = point.clone().addScaledVector(along, -half);
      const to = point.clone().addScaledVector(along, half);
      const head = kHead * symbol;
      const neck = to.clone().addScaledVector(along, -0.9 * head);
      this.place(this.rods, rods++, from, neck, kLine * symbol, color);
      const turn = new Quaternion().setFromUnitVectors(kAlong, along);
      this.put(this.heads, k, new Matrix4().compose(to, turn, new Vector3(head, head, head)), color);
      const coil = helixPoints(pitch, kCoil * symbol, half, kPieces);
      const ends = coil.map(([x, y, z]) => new Vector3(x, y, z).applyQuaternion(turn).add(point));
      for (let i = 1; i < ends.length; ++i)
        this.place(this.rods, rods++, ends[i - 1], ends[i], 0.7 * kLine * symbol, color);
    });
    this.finish(this.rods, rods);
    this.finish(this.heads, shown.length);
  }

  private place(
    meshes: InstancedMesh[],
    index: number,
    from: Vector3,
    to: Vector3,
    radius: number,
    color: Color,
  ): void {
    const along = to.clone().sub(from);
    const length = along.length();
    if (length === 0) along.copy(kAlong);
    const turn = new Quaternion().setFromUnitVectors(kAlong, along.normalize());
    const matrix = new Matrix4().compose(from, turn, new Vector3(radius, radius, length));
    this.put(meshes, index, matrix, color);
  }

  private put([first]: InstancedMesh[], index: number, matrix: Matrix4, color: Color): void {
    first.setMatrixAt(index, matrix);
    first.setColorAt(index, color);
  }

  private finish(meshes: InstancedMesh[], count: number): void {
    for (const mesh of meshes) {
      mesh.instanceColor = meshes[0].instanceColor;
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }
}

const kAlong = new Vector3(0, 0, 1);
