// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Vector3 } from "three";
import type { Measures } from "../values/measures";

/** What is to be in the picture at one moment of the run, in world axes. */
export interface Moment {
  row: number;
  points: Vector3[];
  /** The body that each of the points belongs to. */
  owners: number[];
  /** Of the bodies' origins. */
  center: Vector3;
}

/** All that views without an angle of their own, and Fit, have to hold over the run. */
export class Framing {
  moments: Moment[] = [];
  /** Points of traces, with the body that draws them. */
  traces: { point: Vector3; owner: number }[] = [];
  /** Where joints and links hang on the world. */
  fixed: Vector3[] = [];
  /** Counts its changes. */
  version = 0;

  /** `signs`: the ends of arrows and axes that are drawn at a row of the poses. */
  set(measures: Measures, signs: (row: number) => { point: Vector3; owner: number }[]): void {
    this.moments = measures.samples.map(({ row, points, owners, center }) => {
      const ends = signs(row);
      return {
        row,
        points: [...points, ...ends.map((e) => e.point)],
        owners: [...owners, ...ends.map((e) => e.owner)],
        center,
      };
    });
    this.fixed = measures.fixed;
    ++this.version;
  }
}
