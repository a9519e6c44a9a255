// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Matrix4, Quaternion, Vector3 } from "three";
import { slerp } from "@holon/base/data/interpolate";
import type { Place, SceneSpec } from "@holon/protocol/report";
import type { Table } from "@holon/base/data/table";

/** The bodies' poses at one moment, as matrices from body to world axes. */
export class Poses {
  readonly matrices: Matrix4[];
  private readonly columns: number[];
  private readonly quaternion = new Float64Array(4);
  private readonly a = new Float64Array(4);
  private readonly b = new Float64Array(4);

  constructor(
    scene: SceneSpec,
    readonly table: Table | undefined,
  ) {
    this.columns = scene.bodies.map((body) => body.pose);
    this.matrices = scene.bodies.map(() => new Matrix4());
  }

  /** That have come so far. */
  get rows(): number {
    return this.table?.rows ?? 0;
  }

  get times(): ArrayLike<number> {
    return this.table?.times ?? [];
  }

  /** Linear in position, spherical in orientation, between the two rows around a time. */
  setTime(time: number): void {
    if (!this.table || this.rows === 0) return;
    const { row, fraction } = this.table.locate(time);
    this.set(row, fraction);
  }

  setRow(row: number): void {
    this.set(row, 0);
  }

  /** A point of a body in world axes at a row; leaves the poses as they are. */
  pointAt(row: number, body: number, position: Vector3, out: Vector3): Vector3 {
    const { table } = this;
    if (!table) return out.copy(position);
    const value = (k: number) => table.column(this.columns[body] + k)[row];
    const turn = new Quaternion(value(4), value(5), value(6), value(3)).normalize();
    out.copy(position).applyQuaternion(turn);
    out.x += value(0);
    out.y += value(1);
    out.z += value(2);
    return out;
  }

  private set(row: number, fraction: number): void {
    const { table, a, b, quaternion: q } = this;
    if (!table) return;
    const next = fraction > 0 ? row + 1 : row;
    const position = new Vector3();
    const orientation = new Quaternion();
    const one = new Vector3(1, 1, 1);
    this.columns.forEach((first, body) => {
      const value = (k: number) => {
        const column = table.column(first + k);
        return column[row] + fraction * (column[next] - column[row]);
      };
      for (let k = 0; k < 4; ++k) {
        a[k] = table.column(first + 3 + k)[row];
        b[k] = table.column(first + 3 + k)[next];
      }
      slerp(a, b, fraction, q);
      position.set(value(0), value(1), value(2));
      orientation.set(q[1], q[2], q[3], q[0]);
      // A body whose pose is not a number stays where it was.
      if (Number.isNaN(position.x + position.y + position.z + q[0])) return;
      this.matrices[body].compose(position, orientation, one);
    });
  }

  /** A place of a body, or of the world where `body` is -1, in world axes. */
  point({ body, position }: Place, out = new Vector3()): Vector3 {
    out.set(...position);
    return body >= 0 ? out.applyMatrix4(this.matrices[body]) : out;
  }

  /** The middle of the bodies' origins. */
  center(out = new Vector3()): Vector3 {
    out.set(0, 0, 0);
    const origin = new Vector3();
    for (const matrix of this.matrices) out.add(origin.setFromMatrixPosition(matrix));
    return this.matrices.length > 0 ? out.divideScalar(this.matrices.length) : out;
  }

  /** The pose of a frame of a body. */
  frame({ body, position, orientation }: Place): Matrix4 {
    const local = localMatrix(position, orientation);
    return body >= 0 ? local.premultiply(this.matrices[body]) : local;
  }
}

export function localMatrix(position: number[], orientation?: number[]): Matrix4 {
  const [w, x, y, z] = orientation ?? [1, 0, 0, 0];
  return new Matrix4().compose(
    new Vector3(position[0], position[1], position[2]),
    new Quaternion(x, y, z, w).normalize(),
    new Vector3(1, 1, 1),
  );
}
