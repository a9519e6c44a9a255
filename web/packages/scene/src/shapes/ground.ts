// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  Quaternion,
  type Scene,
  ShadowMaterial,
  Vector3,
} from "three";
import { niceBelow } from "@holon/base/numbers";
import { theme, themeColor } from "@holon/base/theme";
import type { Measures } from "../values/measures";

/** Every so many lines of the grid one is stronger. */
const kMajor = 5;

/** A plane below the machine with a grid and the machine's shadow. */
export class Ground {
  /** [m] between lines of the grid. */
  readonly cell: number;
  /** [m] along `up`. */
  readonly height: number;
  private shadowed = true;
  private readonly unwatch: () => void;
  private readonly turn: Quaternion;
  private readonly grid: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly shadow: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor(
    private readonly scene: Scene,
    measures: Measures,
    private readonly up: Vector3,
  ) {
    const { box, size, reach, lowest, floor } = measures;
    const span = Math.min(reach, 6 * size);
    this.cell = niceBelow(span / 4);
    // At what the machine touches, on the world's zero where it stands on that, else below it.
    const onZero = lowest > -0.01 * size && lowest < 0.6 * size;
    this.height = floor ?? (onZero ? 0 : lowest - 0.06 * size);
    this.turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);

    const cells = Math.ceil((1.6 * span) / this.cell);
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true });
    material.depthWrite = false;
    this.grid = new LineSegments(gridGeometry(cells, this.cell), material);
    // The lamp stands so high that a shadow is no longer than what casts it.
    const extent = box.getSize(new Vector3());
    const reached = Math.min(2.2 * size, 0.5 * extent.length() + 0.5 * extent.dot(up) + 0.3 * size);
    this.shadow = new Mesh(
      new PlaneGeometry(2 * reached, 2 * reached),
      new ShadowMaterial({ transparent: true, depthWrite: false }),
    );
    this.shadow.receiveShadow = true;
    this.grid.renderOrder = -2;
    this.shadow.renderOrder = -1;
    scene.add(this.grid, this.shadow);
    this.follow(box.getCenter(new Vector3()));
    this.followShadow(box.getCenter(new Vector3()));
    this.unwatch = theme.watch(() => this.recolor());
    this.recolor();
  }

  dispose(): void {
    this.unwatch();
    for (const mesh of [this.grid, this.shadow]) {
      this.scene.remove(mesh);
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  set visible(on: boolean) {
    this.grid.visible = on;
    this.shadow.visible = on && this.shadowed;
  }

  set shadowVisible(on: boolean) {
    this.shadowed = on;
    this.shadow.visible = on && this.grid.visible;
  }

  /** Keeps the plane below a machine that goes far; the lines stay where they are. */
  follow(center: Vector3): void {
    const local = center.clone().applyQuaternion(this.turn.clone().invert());
    const step = kMajor * this.cell;
    const snapped = new Vector3(
      Math.round(local.x / step) * step,
      Math.round(local.y / step) * step,
      this.height,
    );
    this.grid.position.copy(snapped.applyQuaternion(this.turn));
    this.grid.quaternion.copy(this.turn);
  }

  /** Keeps what catches the shadow below the machine. */
  followShadow(center: Vector3): void {
    this.shadow.position.copy(center).addScaledVector(this.up, this.height - center.dot(this.up));
    this.shadow.quaternion.copy(this.turn);
  }

  private recolor(): void {
    this.grid.material.color = new Color(themeColor("--stage-grid"));
    this.shadow.material.opacity = theme.value === "dark" ? 0.45 : 0.16;
  }
}

/** Lines that fade with their distance from the middle. */
function gridGeometry(cells: number, cell: number): BufferGeometry {
  const half = kMajor * Math.ceil(cells / kMajor);
  const radius = half * cell;
  const kPieces = 8;
  const positions: number[] = [];
  const colors: number[] = [];
  const vertex = (x: number, y: number, strength: number) => {
    positions.push(x, y, 0);
    const near = Math.max(0, 1 - Math.hypot(x, y) / radius);
    colors.push(1, 1, 1, strength * near * near * (3 - 2 * near));
  };
  for (let line = -half; line <= half; ++line) {
    const strength = line % kMajor === 0 ? 0.75 : 0.34;
    const at = line * cell;
    for (let piece = 0; piece < kPieces; ++piece) {
      const [a, b] = [piece, piece + 1].map((p) => radius * ((2 * p) / kPieces - 1));
      vertex(at, a, strength);
      vertex(at, b, strength);
      vertex(a, at, strength);
      vertex(b, at, strength);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colors), 4));
  return geometry;
}
