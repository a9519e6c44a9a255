// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Mesh,
  MeshLambertMaterial,
  type Scene,
  SRGBColorSpace,
} from "three";
import { type HeightField, errorColor, shareOf } from "@holon/base/data/field";

/** Drawn by software, a surface has at most about so many points: every second cell, or third … */
const kFrugalPoints = 12000;

/** A field of heights as a surface, coloured by its error; moves with the clock. */
export class Terrain {
  private readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colors: BufferAttribute;
  private readonly color = new Color();
  private readonly rgb = [0, 0, 0];
  /** Cells from point to point, and the numbers of points. */
  private readonly stride: number;
  private readonly across: number;
  private readonly along: number;

  constructor(
    private readonly scene: Scene,
    readonly field: HeightField,
    frugal: boolean,
  ) {
    const { spec, columns, rows } = field;
    const excess = (columns * rows) / kFrugalPoints;
    this.stride = frugal ? Math.max(1, Math.ceil(Math.sqrt(excess))) : 1;
    this.across = Math.ceil((columns - 1) / this.stride) + 1;
    this.along = Math.ceil((rows - 1) / this.stride) + 1;
    const { across, along } = this;
    const count = across * along;
    this.positions = new BufferAttribute(new Float32Array(3 * count), 3);
    this.normals = new BufferAttribute(new Float32Array(3 * count), 3);
    this.colors = new BufferAttribute(new Float32Array(3 * count), 3);
    for (let point = 0; point < count; ++point) {
      const [i, j] = this.cellAt(point);
      this.positions.setXYZ(point, spec.x + i * spec.cell, spec.y + j * spec.cell, 0);
    }
    const triangles: number[] = [];
    for (let j = 0; j + 1 < along; ++j) {
      for (let i = 0; i + 1 < across; ++i) {
        const a = j * across + i;
        const [b, c, d] = [a + 1, a + across, a + across + 1];
        triangles.push(a, b, d, a, d, c);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    geometry.setAttribute("color", this.colors);
    geometry.setIndex(triangles);
    this.mesh = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    scene.add(this.mesh);
    this.refresh(null);
  }

  dispose(): void {
    this.scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  set visible(on: boolean) {
    this.mesh.visible = on;
  }

  setTime(time: number): void {
    const changed = this.field.setTime(time);
    if (changed === null || changed.length > 0) this.refresh(changed);
  }

  /** Cells that have changed; null: all. */
  private refresh(changed: number[] | null): void {
    const { across, along } = this;
    if (changed === null) {
      for (let point = 0; point < across * along; ++point) this.place(point);
      for (let point = 0; point < across * along; ++point) this.tilt(point);
    } else {
      const points = changed.flatMap((cell) => this.pointsAt(cell));
      for (const point of points) this.place(point);
      for (const point of points)
        for (const other of [point, point - 1, point + 1, point - across, point + across])
          if (other >= 0 && other < across * along) this.tilt(other);
    }
    for (const attribute of [this.positions, this.normals, this.colors])
      attribute.needsUpdate = true;
  }

  /** Column and row of the cell of a point; the last one stands at the edge. */
  private cellAt(point: number): [number, number] {
    const { columns, rows } = this.field;
    const i = (point % this.across) * this.stride;
    const j = Math.floor(point / this.across) * this.stride;
    return [Math.min(columns - 1, i), Math.min(rows - 1, j)];
  }

  /** The point of a cell, where it has one. */
  private pointsAt(cell: number): number[] {
    const { columns, rows } = this.field;
    const index = (at: number, count: number) =>
      at % this.stride === 0 ? at / this.stride : at === count - 1 ? Math.ceil(at / this.stride) : -1;
    const i = index(cell % columns, columns);
    const j = index(Math.floor(cell / columns), rows);
    return i >= 0 && j >= 0 ? [j * this.across + i] : [];
  }

  private place(point: number): void {
    const { field } = this;
    const [i, j] = this.cellAt(point);
    const cell = j * field.columns + i;
    const height = field.heights[cell];
    this.positions.setZ(point, Number.isFinite(height) ? height : 0);
    errorColor(shareOf(field.error(cell), field.spec.error_scale), this.rgb);
    const [r, g, b] = this.rgb;
    this.color.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    this.colors.setXYZ(point, this.color.r, this.color.g, this.color.b);
  }

  /** The normal by central differences. */
  private tilt(point: number): void {
    const { stride } = this;
    const { columns, rows, spec, heights } = this.field;
    const [i, j] = this.cellAt(point);
    const [left, right] = [Math.max(0, i - stride), Math.min(columns - 1, i + stride)];
    const [below, above] = [Math.max(0, j - stride), Math.min(rows - 1, j + stride)];
    const row = j * columns;
    const slope = (a: number, b: number, cells: number) =>
      cells > 0 ? (heights[b] - heights[a]) / (cells * spec.cell) : 0;
    const x = slope(row + left, row + right, right - left);
    const y = slope(below * columns + i, above * columns + i, above - below);
    const length = Math.hypot(x, y, 1);
    this.normals.setXYZ(point, -x / length, -y / length, 1 / length);
  }
}
