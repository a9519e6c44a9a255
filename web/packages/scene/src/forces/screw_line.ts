// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { AxisSpec } from "@holon/protocol/report";
import type { Vector3 } from "three";

/** An axis at a moment: `pitch` is infinite for a translation or a couple. */
export interface AxisNow {
  spec: AxisSpec;
  point: Vector3;
  along: Vector3;
  pitch: number;
}

/** Turns of a helix at most; a ring stands for a lead that is a smaller share of its radius. */
const kMostTurns = 4;
const kFlat = 0.15;

/**
 * A helix about z of the given pitch [m/rad], as long as it has room between -half and half [m]:
 * right-handed for a positive pitch. Without a pitch it is a ring; where its lead is longer than
 * the room, less than a turn of it; for an infinite pitch there is none.
 */
export function helixPoints(
  pitch: number,
  radius: number,
  half: number,
  pieces: number,
): [number, number, number][] {
  if (!Number.isFinite(pitch)) return [];
  const room = 1.2 * half;
  const lead = 2 * Math.PI * Math.abs(pitch);
  const isRing = lead < kFlat * radius;
  const turns = isRing ? 1 : Math.min(kMostTurns, room / lead);
  const rise = isRing ? 0 : pitch;
  return Array.from({ length: pieces + 1 }, (_, k) => {
    const angle = 2 * Math.PI * turns * (k / pieces - 0.5);
    return [radius * Math.cos(angle), radius * Math.sin(angle), rise * angle];
  });
}
