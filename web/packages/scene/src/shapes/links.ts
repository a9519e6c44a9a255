// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  type BufferGeometry,
  Curve as ThreeCurve,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  type Scene,
  TubeGeometry,
  Vector3,
} from "three";
import { theme } from "@holon/base/theme";
import type { LinkSpec } from "@holon/protocol/report";
import type { Table } from "@holon/base/data/table";
import { interpolate } from "@holon/base/data/interpolate";
import type { Hidden } from "./hidden";
import type { Poses } from "../values/poses";

const kTurns = 9;
/** A cable that pulls less than this share of its most hangs loose. */
const kLoose = 1e-6;

const kSteel = new MeshLambertMaterial();
const kBarrel = new MeshLambertMaterial();
const kRope = new MeshLambertMaterial();
const kLooseRope = new MeshLambertMaterial({ transparent: true, opacity: 0.4 });

/** Steel and rope stand out from the background of either theme. */
function recolor(): void {
  const dark = theme.value === "dark";
  kSteel.color.set(dark ? "#a9b2bb" : "#77808a");
  kBarrel.color.set(dark ? "#c9a227" : "#b98900");
  kRope.color.set(dark ? "#c8ced4" : "#4a525a");
  kLooseRope.color.copy(kRope.color);
}
theme.watch(recolor);
recolor();

/** A helix of radius 1 along z. */
class Coil extends ThreeCurve<Vector3> {
  constructor(private readonly length: number) {
    super();
  }

  getPoint(share: number, out = new Vector3()): Vector3 {
    // Straight ends of a tenth each, turns between them.
    const inner = Math.min(1, Math.max(0, (share - 0.1) / 0.8));
    const radius = Math.min(1, 12 * Math.min(inner, 1 - inner));
    const angle = 2 * Math.PI * kTurns * inner;
    return out.set(radius * Math.cos(angle), radius * Math.sin(angle), share * this.length);
  }
}

/** Springs as coils, dampers as pot and rod, cables and rods as bars, cylinders as barrel and rod,
 * between two places. */
export class Link {
  private readonly group = new Group();
  private readonly stretched: Mesh[] = [];
  private readonly fixed: Mesh[] = [];
  private width: number;
  private potLength: number;
  private coilLength: number = 1;
  private length = 0;

  constructor(
    scene: Scene,
    readonly spec: LinkSpec,
    private readonly table: Table | undefined,
    poses: Poses,
    size: number,
    detail: number,
  ) {
    const rest = poses.point(spec.from).distanceTo(poses.point(spec.to));
    this.width = Math.min(0.028 * size, Math.max(0.1 * rest, 0.012 * size));
    this.potLength = 0.45 * (rest || size);
    const material = spec.kind === "cable" ? kRope : kSteel;
    const bar = (radius: number) =>
      new CylinderGeometry(radius, radius, 1, 14).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const add = (list: Mesh[], geometry: BufferGeometry, own = material) => {
      const mesh = new Mesh(geometry, own);
      mesh.castShadow = true;
      mesh.matrixAutoUpdate = false;
      list.push(mesh);
      this.group.add(mesh);
    };
    const coil = () => {
      this.coilLength = Math.max(rest, this.width) / this.width;
      add(
        this.stretched,
        new TubeGeometry(
          new Coil(this.coilLength),
          Math.round(6 + 10 * detail) * kTurns,
          0.16,
          detail < 1 ? 3 : 6,
        ),
      );
    };
    const pot = (radius: number) => {
      add(this.stretched, bar(0.3));
      add(this.fixed, bar(radius));
    };
    switch (spec.kind) {
      case "spring":
        coil();
        break;
      case "damper":
        pot(0.8);
        break;
      case "spring damper":
        coil();
        pot(0.55);
        break;
      case "bushing":
        add(this.stretched, bar(0.6));
        break;
      case "cable":
        add(this.stretched, bar(0.16));
        break;
      case "rod":
        add(this.stretched, bar(0.35));
        break;
      case "cylinder":
        this.addCylinder(bar, add);
        break;
    }
    scene.add(this.group);
  }

  /** In its true size; the barrel's wall is a tenth of its bore. */
  private addCylinder(
    bar: (radius: number) => BufferGeometry,
    add: (list: Mesh[], geometry: BufferGeometry, own?: MeshLambertMaterial) => void,
  ): void {
    const { length, bore, rod } = this.spec.barrel!;
    this.width = bore / 2;
    this.potLength = length;
    add(this.stretched, bar(Math.max(rod / bore, 0.3)));
    add(this.fixed, bar(1.2), kBarrel);
  }

  /** A camera that does not see what it hangs on does not see it either. */
  hideFor(hidden: Hidden): void {
    this.group.visible = this.length > 1e-9 && !this.isHidden(hidden);
  }

  isHidden(hidden: Hidden): boolean {
    const { name, from, to } = this.spec;
    return hidden.part(name) || hidden.body(from.body) || hidden.body(to.body);
  }

  /** The force by which it pulls its ends together; null where nobody recorded it. */
  pullAt(time: number): number | null {
    const { table, spec } = this;
    if (!table || table.rows === 0 || !spec.pull) return null;
    return interpolate(table.column(spec.pull.column), table.locate(time));
  }

  update(poses: Poses, time: number): void {
    if (this.spec.kind === "cable") this.slacken(time);
    const from = poses.point(this.spec.from);
    const along = poses.point(this.spec.to).sub(from);
    const length = (this.length = along.length());
    if (!(length > 1e-9)) return;
    const turn = new Quaternion().setFromUnitVectors(
      new Vector3(0, 0, 1),
      along.divideScalar(length),
    );
    const place = (mesh: Mesh, span: number) => {
      mesh.matrix.copy(
        new Matrix4().compose(from, turn, new Vector3(this.width, this.width, span)),
      );
      mesh.matrixWorldNeedsUpdate = true;
    };
    for (const mesh of this.stretched) place(mesh, length / this.coilLength);
    for (const mesh of this.fixed) place(mesh, Math.min(this.potLength, (this.spec.barrel ? 1 : 0.9) * length));
  }

  /** A cable that pulls nothing is faint. */
  private slacken(time: number): void {
    const pull = this.pullAt(time);
    if (pull === null) return;
    const { max } = this.table!.pyramid(this.spec.pull!.column).extent(0, this.table!.rows);
    for (const mesh of this.stretched) mesh.material = pull <= kLoose * max ? kLooseRope : kRope;
  }
}
