// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Mesh, MeshLambertMaterial, type Scene, SphereGeometry } from "three";
import { curveColor, theme } from "@holon/base/theme";
import { interpolate } from "@holon/base/data/interpolate";
import type { EllipsoidSpec } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";
import type { Table } from "@holon/base/data/table";
import { factorOf } from "./covariance";

const kOpacity = 0.36;

/** Where filters estimate positions to be, with the covariances of these estimates. */
export class Ellipsoids {
  private readonly meshes: { spec: EllipsoidSpec; mesh: Mesh; table: Table }[];

  constructor(scene: Scene, specs: EllipsoidSpec[], store: Store) {
    this.meshes = specs.flatMap((spec, index) => {
      const table = store.tables.get(spec.stream);
      if (!table) return [];
      // Its front alone: a view from inside it is not veiled.
      const material = new MeshLambertMaterial({
        transparent: true,
        opacity: kOpacity,
        depthWrite: false,
      });
      const color = () => material.color.set(curveColor(index));
      theme.watch(color);
      color();
      const mesh = new Mesh(new SphereGeometry(1, 32, 20), material);
      mesh.matrixAutoUpdate = false;
      scene.add(mesh);
      return [{ spec, mesh, table }];
    });
  }

  update(time: number): void {
    for (const { spec, mesh, table } of this.meshes) {
      const at = table.locate(time);
      const [x, y, z] = spec.position.map((column) => interpolate(table.column(column), at));
      const factor = factorOf(spec.covariance.map((column) => interpolate(table.column(column), at)));
      mesh.visible = factor !== null && [x, y, z].every(Number.isFinite);
      if (!factor) continue;
      const [a, b, c, d, e, f, g, h, i] = factor.map((value) => value * spec.scale);
      mesh.matrix.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }
}
