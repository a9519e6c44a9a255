// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  type InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  type Scene,
  Vector3,
} from "three";
import { type Theme, theme } from "@holon/base/theme";
import { type RowPosition, interpolate } from "@holon/base/data/interpolate";
import type { ArrowKind, ArrowSpec, ContactSpec } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";
import type { Table } from "@holon/base/data/table";
import { touchPoint } from "./contacts";
import { type Hidden, kNothingHidden } from "../shapes/hidden";
import type { Insides } from "../shapes/insides";
import { faintMaterial, instanced } from "../shapes/instanced";
import type { Measures } from "../values/measures";
import type { Poses } from "../values/poses";

export const kArrowKinds: ArrowKind[] = ["force", "torque", "reaction force", "reaction torque"];

const kColors: Record<Theme, Record<ArrowKind, string>> = {
  light: {
    force: "#c95400",
    torque: "#a63a80",
    "reaction force": "#00845f",
    "reaction torque": "#1f7bb8",
  },
  dark: {
    force: "#ff7d2b",
    torque: "#dd7db9",
    "reaction force": "#1fbf91",
    "reaction torque": "#5db4ea",
  },
};

export function arrowColor(kind: ArrowKind): string {
  return kColors[theme.value][kind];
}

/** The arrow of the usual largest magnitude, as a share of what symbols scale with. */
const kLongest = 0.3;
/** Arrows that are shorter are left out. */
const kShortest = 0.004;
/** On the logarithmic scale what is a thousandth of the largest has no length. */
const kDecades = 3;
const kMostMagnitudes = 100000;
/** How well arrows are seen through what stands before them. */
const kThrough = 0.3;
/** Those that are not determined: dashes of their shafts, and how well they are seen. */
const kDashes = 5;
const kOpen = 0.5;
/** Where along it an arrow is asked whether it runs within its body. */
const kProbes = [0.1, 0.3, 0.5, 0.7, 0.9];
/** In larger machines an arrow heeds its own body only. */
const kMostOthers = 40;
/** The farthest that an arrow is shifted along its line to come out of its body, in sizes. */
const kFarthestShift = 0.16;

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

/**
 * All arrows of one kind, either those that are determined or those that are not; forces and
 * reaction forces share a scale, so do torques.
 */
export class Arrows {
  visible: boolean;
  /** Redundant constraints leave them open. */
  readonly open: boolean;
  now: ArrowNow[] = [];
  private readonly tables: (Table | undefined)[];
  /** Each with its faint copy that is seen through bodies. */
  private readonly shafts: InstancedMesh[];
  private readonly heads: InstancedMesh[];
  private readonly headsPerArrow: number;
  private readonly shaftsPerArrow: number;
  private hidden = kNothingHidden;

  constructor(
    scene: Scene,
    readonly kind: ArrowKind,
    readonly specs: ArrowSpec[],
    private readonly contacts: ContactSpec[],
    store: Store,
    private readonly measures: Measures,
    private readonly insides: Insides,
  ) {
    this.visible = kind !== "reaction torque";
    this.tables = specs.map((spec) => store.tables.get(spec.stream));
    this.headsPerArrow = kind.endsWith("torque") ? 2 : 1;
    this.open = specs.some((spec) => spec.undetermined);
    this.shaftsPerArrow = this.open ? kDashes : 1;
    const solid = new MeshLambertMaterial({
      emissiveIntensity: 0.3,
      transparent: this.open,
      opacity: this.open ? kOpen : 1,
    });
    const faint = faintMaterial(this.open ? 0.5 * kThrough : kThrough);
    const recolor = () => {
      for (const color of [solid.color, solid.emissive, faint.color])
        color.copy(new Color(arrowColor(kind)));
    };
    theme.watch(recolor);
    recolor();
    const shaft = new CylinderGeometry(1, 1, 1, 8, 1, true)
      .rotateX(Math.PI / 2)
      .translate(0, 0, 0.5);
    const head = new ConeGeometry(1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, -0.5);
    this.shafts = instanced(scene, shaft, [solid, faint], specs.length * this.shaftsPerArrow);
    this.heads = instanced(scene, head, [solid, faint], specs.length * this.headsPerArrow);
  }

  /** Some magnitudes of the run, in no order. */
  magnitudes(): number[] {
    return this.specs.flatMap((spec, k) => magnitudesOf(spec, this.tables[k], this.specs.length));
  }

  /** The arrows at a time [s], where the bodies are at that time. */
  at(time: number, poses: Poses, scale: ArrowScale): ArrowNow[] {
    return this.specs.flatMap((spec, k) => {
      const table = this.tables[k];
      if (!table || table.rows === 0) return [];
      return this.placed(spec, table, table.locate(time), poses, scale) ?? [];
    });
  }

  update(time: number, poses: Poses, scale: ArrowScale): void {
    this.now = this.visible ? this.at(time, poses, scale) : [];
    this.draw();
  }

  /** "reaction force", and what else there is to say of them. */
  get label(): string {
    return this.open ? `${this.kind}, not determined` : this.kind;
  }

  /** A camera that does not see a body does not see what acts on it either. */
  hideFor(hidden: Hidden): void {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    this.draw();
  }

  /** Those that a view shows. */
  seenBy(hidden: Hidden): ArrowNow[] {
    return this.now.filter(({ spec }) => !hidden.body(spec.at.body) && !hidden.output(spec.name));
  }

  private placed(
    spec: ArrowSpec,
    table: Table,
    at: RowPosition,
    poses: Poses,
    scale: ArrowScale,
  ): ArrowNow | null {
    const { symbol } = this.measures;
    const vector = new Vector3(...spec.columns.map((c) => interpolate(table.column(c), at)));
    const magnitude = vector.length();
    const length = arrowLength(magnitude, scale, symbol);
    if (!(length > kShortest * symbol)) return null;
    const along = vector.divideScalar(magnitude);
    const contact = this.contacts[spec.contact ?? -1];
    const from = contact ? touchPoint(contact, poses) : poses.point(spec.at);
    if (!contact) from.addScaledVector(along, this.beginOf(spec, along, length, poses));
    return { spec, from, to: from.clone().addScaledVector(along, length), magnitude };
  }

  /**
   * Where an arrow begins on its line of action, from the point where it acts [m]: at that point
   * where it pulls the body, and so far before it where it pushes, that its head ends there, or on
   * the body's surface before it, instead of running within the body; where that is no matter,
   * instead of running within another one.
   */
  private beginOf({ at }: ArrowSpec, along: Vector3, length: number, poses: Poses): number {
    if (at.body < 0) return 0;
    const place = poses.point(at);
    const point = new Vector3();
    const within = (body: number) => {
      const toBody = poses.matrices[body].clone().invert();
      return (distance: number) =>
        this.insides.contain(
          body,
          point.copy(place).addScaledVector(along, distance).applyMatrix4(toBody),
        );
    };
    const isWithin = within(at.body);
    const count = (inside: (distance: number) => boolean, sign: number) =>
      kProbes.filter((share) => inside(sign * share * length)).length;
    let excess = 2 * (count(isWithin, 1) - count(isWithin, -1));
    if (poses.matrices.length <= kMostOthers) {
      const others = this.insides.near(place, length, poses.matrices).filter((b) => b !== at.body);
      for (const inside of others.map(within)) excess += count(inside, 1) - count(inside, -1);
    }
    return excess > 0 ? -length - this.shiftOf(isWithin) : 0;
  }

  /** How far back from its point an arrow leaves its body [m]; 0 where that is too far. */
  private shiftOf(isWithin: (distance: number) => boolean): number {
    const farthest = kFarthestShift * this.measures.size;
    let [inside, outside] = [0, 0];
    while (isWithin(-outside)) {
      if (outside >= farthest) return 0;
      inside = outside;
      outside += farthest / 16;
    }
    for (let k = 0; k < 8; ++k) {
      const middle = 0.5 * (inside + outside);
      if (isWithin(-middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  }

  private draw(): void {
    const { symbol } = this.measures;
    const shown = this.seenBy(this.hidden);
    const shafts = this.shaftsPerArrow;
    const along = new Vector3();
    const axis = new Vector3(0, 0, 1);
    const turn = new Quaternion();
    const matrix = new Matrix4();
    const scale = new Vector3();
    shown.forEach(({ from, to }, k) => {
      const length = along.copy(to).sub(from).length();
      along.divideScalar(length);
      turn.setFromUnitVectors(axis, along);
      const head = Math.min(0.055 * symbol, 0.45 * length);
      const width = 0.007 * symbol * Math.min(1, head / (0.037 * symbol));
      // Dashes with gaps as long between them, or one.
      const dash = (length - 0.9 * head) / (2 * shafts - 1);
      for (let s = 0; s < shafts; ++s) {
        const begin = from.clone().addScaledVector(along, 2 * s * dash);
        matrix.compose(begin, turn, scale.set(width, width, dash));
        this.shafts[0].setMatrixAt(k * shafts + s, matrix);
      }
      for (let h = 0; h < this.headsPerArrow; ++h) {
        const tip = to.clone().addScaledVector(along, -0.75 * h * head);
        matrix.compose(tip, turn, scale.set(0.36 * head, 0.36 * head, head));
        this.heads[0].setMatrixAt(k * this.headsPerArrow + h, matrix);
      }
    });
    for (const mesh of this.shafts) mesh.count = shown.length * shafts;
    for (const mesh of this.heads) mesh.count = shown.length * this.headsPerArrow;
    for (const mesh of [...this.shafts, ...this.heads]) {
      mesh.visible = shown.length > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}

/** The scale of arrows that share a unit. */
export function arrowScale(arrows: Arrows[], logarithmic: boolean): ArrowScale {
  const sorted = arrows.flatMap((a) => a.magnitudes()).sort((a, b) => a - b);
  return { usual: sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 1, logarithmic };
}

/** 1 at the usual largest; peaks above it, as of impacts, grow with their logarithm only. */
function shareOf(magnitude: number, { usual, logarithmic }: ArrowScale): number {
  if (!(magnitude > 0) || !(usual > 0)) return 0;
  const share = magnitude / usual;
  if (logarithmic) return Math.max(0, 1 + Math.log10(share) / kDecades);
  return share <= 1 ? share : Math.min(1.5, 1 + 0.3 * Math.log(share));
}

/** [m], where symbols scale with `symbol`. */
export function arrowLength(magnitude: number, scale: ArrowScale, symbol: number): number {
  return shareOf(magnitude, scale) * kLongest * symbol;
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
