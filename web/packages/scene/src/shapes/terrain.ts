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

/** A field of heights as a surface, coloured by its error; moves with the clock. */
export class Terrain {
  private readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly colors: BufferAttribute;
  private readonly color = new Color();
  private readonly rgb = [0, 0, 0];

  constructor(
    private readonly scene: Scene,
    readonly field: HeightField,
  ) {
    const { spec, columns, rows } = field;
    const count = columns * rows;
    this.positions = new BufferAttribute(new Float32Array(3 * count), 3);
    this.normals = new BufferAttribute(new Float32Array(3 * count), 3);
    this.colors = new BufferAttribute(new Float32Array(3 * count), 3);
    for (let cell = 0; cell < count; ++cell) {
      const x = spec.x + (cell % columns) * spec.cell;
      const y = spec.y + Math.floor(cell / columns) * spec.cell;
      this.positions.setXYZ(cell, x, y, 0);
    }
    const triangles: number[] = [];
    for (let j = 0; j + 1 < rows; ++j) {
      for (let i = 0; i + 1 < columns; ++i) {
        const a = j * columns + i;
        const [b, c, d] = [a + 1, a + columns, a + columns + 1];
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
    const { columns, rows } = this.field;
    if (changed === null) {
      for (let cell = 0; cell < columns * rows; ++cell) this.place(cell);
      for (let cell = 0; cell < columns * rows; ++cell) this.tilt(cell);
    } else {
      for (const cell of changed) this.place(cell);
      for (const cell of changed)
        for (const other of [cell, cell - 1, cell + 1, cell - columns, cell + columns])
          if (other >= 0 && other < columns * rows) this.tilt(other);
    }
    for (const attribute of [this.positions, this.normals, this.colors])
      attribute.needsUpdate = true;
  }

  private place(cell: number): void {
    const { field } = this;
    const height = field.heights[cell];
    this.positions.setZ(cell, Number.isFinite(height) ? height : 0);
    errorColor(shareOf(field.error(cell), field.spec.error_scale), this.rgb);
    const [r, g, b] = this.rgb;
    this.color.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
    this.colors.setXYZ(cell, this.color.r, this.color.g, this.color.b);
  }

  /** The normal by central differences. */
  private tilt(cell: number): void {
    const { columns, rows, spec, heights } = this.field;
    const i = cell % columns;
    const j = Math.floor(cell / columns);
    const [left, right] = [Math.max(0, i - 1), Math.min(columns - 1, i + 1)];
    const [below, above] = [Math.max(0, j - 1), Math.min(rows - 1, j + 1)];
    const row = j * columns;
    const slope = (a: number, b: number, cells: number) =>
      cells > 0 ? (heights[b] - heights[a]) / (cells * spec.cell) : 0;
    const x = slope(row + left, row + right, right - left);
    const y = slope(below * columns + i, above * columns + i, above - below);
    const length = Math.hypot(x, y, 1);
    this.normals.setXYZ(cell, -x / length, -y / length, 1 / length);
  }
}
