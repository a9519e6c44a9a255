// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import { interpolate } from "../data/interpolate";
import type { ArrowKind, ArrowSpec } from "../data/messages";
import type { Store } from "../data/store";
import type { Table } from "../data/table";
import type { Poses } from "./poses";

export const kArrowKinds: ArrowKind[] = ["force", "torque", "reaction force", "reaction torque"];

export const kArrowColors: Record<ArrowKind, string> = {
  force: "#d55e00",
  torque: "#b5448b",
  "reaction force": "#009e73",
  "reaction torque": "#2b8cc4",
};

/** The arrow of the usual largest magnitude, as a share of the machine's size. */
const kLongest = 0.35;
/** On the logarithmic scale what is a thousandth of the largest has no length. */
const kDecades = 3;
const kMostMagnitudes = 100000;

/** How magnitudes become lengths. */
export interface ArrowScale {
  /** The magnitude that all but a twentieth of the run's stay below. */
  usual: number;
  logarithmic: boolean;
}

/** What an arrow is now: where it begins and ends, and how much it is. */
export interface ArrowNow {
  spec: ArrowSpec;
  from: Vector3;
  to: Vector3;
  magnitude: number;
}

/** All arrows of one kind; forces and reaction forces share a scale, so do torques. */
export class Arrows {
  visible: boolean;
  now: ArrowNow[] = [];
  /** Some magnitudes of the run, in no order. */
  readonly magnitudes: number[];
  private readonly tables: (Table | undefined)[];
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly headsPerArrow: number;

  constructor(
    scene: Scene,
    readonly kind: ArrowKind,
    readonly specs: ArrowSpec[],
    store: Store,
    /** [m] of the machine, which lengths scale with, and of symbols, which widths scale with. */
    private readonly size: number,
    private readonly symbol: number,
  ) {
    this.visible = kind === "force" || kind === "reaction force";
    this.tables = specs.map((spec) => store.tables.get(spec.stream));
    this.headsPerArrow = kind.endsWith("torque") ? 2 : 1;
    const color = new Color(kArrowColors[kind]);
    const material = new MeshLambertMaterial({ color, emissive: color, emissiveIntensity: 0.3 });
    const shaft = new CylinderGeometry(1, 1, 1, 8, 1, true)
      .rotateX(Math.PI / 2)
      .translate(0, 0, 0.5);
    const head = new ConeGeometry(1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, -0.5);
    this.shafts = new InstancedMesh(shaft, material, specs.length);
    this.heads = new InstancedMesh(head, material, specs.length * this.headsPerArrow);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = false;
      scene.add(mesh);
    }
    this.magnitudes = specs.flatMap((spec, k) => magnitudesOf(spec, this.tables[k], specs.length));
  }

  update(time: number, poses: Poses, scale_: ArrowScale): void {
    this.shafts.visible = this.heads.visible = this.visible;
    this.now = [];
    if (!this.visible) return;
    const direction = new Vector3();
    const turn = new Quaternion();
    const axis = new Vector3(0, 0, 1);
    const matrix = new Matrix4();
    const scale = new Vector3();
    const thick = 0.007 * this.symbol;
    let shafts = 0;
    let heads = 0;
    this.specs.forEach((spec, k) => {
      const table = this.tables[k];
      if (!table || table.rows === 0) return;
      const at = table.locate(time);
      const [x, y, z] = spec.columns.map((c) => interpolate(table.column(c), at));
      const magnitude = Math.hypot(x, y, z);
      const length = shareOf(magnitude, scale_) * kLongest * this.size;
      if (!(length > 0.004 * this.size)) return;
      direction.set(x, y, z).normalize();
      turn.setFromUnitVectors(axis, direction);
      const head = Math.min(0.055 * this.symbol, 0.45 * length);
      const width = thick * Math.min(1, head / (0.037 * this.symbol));
      const from = poses.point(spec.at);
      const to = from.clone().addScaledVector(direction, length);
      matrix.compose(from, turn, scale.set(width, width, length - 0.9 * head));
      this.shafts.setMatrixAt(shafts++, matrix);
      for (let h = 0; h < this.headsPerArrow; ++h) {
        const tip = to.clone().addScaledVector(direction, -0.75 * h * head);
        matrix.compose(tip, turn, scale.set(0.36 * head, 0.36 * head, head));
        this.heads.setMatrixAt(heads++, matrix);
      }
      this.now.push({ spec, from, to, magnitude });
    });
    this.shafts.count = shafts;
    this.heads.count = heads;
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }
}

/** The scale of arrows that share a unit. */
export function arrowScale(arrows: Arrows[], logarithmic: boolean): ArrowScale {
  const sorted = arrows.flatMap((a) => a.magnitudes).sort((a, b) => a - b);
  return { usual: sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 1, logarithmic };
}

/** 1 at the usual largest; peaks above it, as of impacts, grow with their logarithm only. */
function shareOf(magnitude: number, { usual, logarithmic }: ArrowScale): number {
  if (!(magnitude > 0) || !(usual > 0)) return 0;
  const share = magnitude / usual;
  if (logarithmic) return Math.max(0, 1 + Math.log10(share) / kDecades);
  return share <= 1 ? share : Math.min(2, 1 + 0.5 * Math.log(share));
}

function magnitudesOf(spec: ArrowSpec, table: Table | undefined, arrows: number): number[] {
  if (!table) return [];
  const [x, y, z] = spec.columns.map((c) => table.column(c));
  const stride = Math.max(1, Math.ceil((table.rows * arrows) / kMostMagnitudes));
  const magnitudes: number[] = [];
  for (let row = 0; row < table.rows; row += stride) {
    const magnitude = Math.hypot(x[row], y[row], z[row]);
    if (magnitude > 0) magnitudes.push(magnitude);
  }
  return magnitudes;
}
