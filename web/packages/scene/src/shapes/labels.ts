// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Vector3 } from "three";
import { h } from "@holon/base/dom";
import { isBare } from "./body_view";
import type { Look } from "../camera/looks";
import { radiusOf } from "./solids";
import type { NamedPoint, World } from "../world";

const kMost = 40;
/** Bodies that are smaller on the screen are told by their names [CSS px]. */
const kTiny = 16;
/** How far a label stands from its point, how wide a letter and how high a line is [CSS px]. */
const kGap = 7;
const kLetter = 6.6;
const kLine = 20;

interface Labelled extends NamedPoint {
  /** [m] of the body; 0 for frames. */
  radius: number;
}

/** Names of frames, and of bodies that are too small to be recognised; none covers another. */
export class Labels {
  private readonly frames: Labelled[];
  private readonly bodies: Labelled[];

  constructor(private readonly world: World) {
    const { points, spec } = world;
    const isOrigin = (p: NamedPoint) => Number(p.position.every((x) => x === 0));
    this.frames = points
      .filter((p) => p.isFrame)
      .sort((a, b) => isOrigin(b) - isOrigin(a))
      .slice(0, kMost)
      .map((p) => ({ ...p, radius: 0 }));
    const shaped = points.filter(
      (p) => p.name === spec.bodies[p.body].name && !isBare(spec.bodies[p.body]),
    );
    this.bodies = (shaped.length <= kMost ? shaped : [])
      .map((p) => ({ ...p, radius: radiusOf(spec.bodies[p.body]) }))
      .filter((p) => p.radius > 0)
      .sort((a, b) => b.radius - a.radius);
  }

  draw(place: HTMLElement, look: Look, { width, height }: DOMRect): void {
    const { world } = this;
    const { camera } = look;
    const all = world.isShown("frames");
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const perMetre = height / 2 / Math.tan((camera.fov * Math.PI) / 360);
    const taken: { x: number; y: number; width: number }[] = [];
    const recognised: { x: number; y: number; size: number }[] = [];
    let used = 0;
    for (const point of [...this.frames, ...this.bodies]) {
      if (look.hides.body(point.body)) continue;
      if (point.radius === 0 && !all && !isBare(world.spec.bodies[point.body])) continue;
      const at = world.poses.point(point);
      const size = (2 * point.radius * perMetre) / at.distanceTo(eye);
      const clip = at.project(camera);
      if (Math.max(Math.abs(clip.x), Math.abs(clip.y), Math.abs(clip.z)) >= 1) continue;
      const [left, top] = [(0.5 + 0.5 * clip.x) * width, (0.5 - 0.5 * clip.y) * height];
      if (size > kTiny) {
        recognised.push({ x: left, y: top, size });
        continue;
      }
      // A small part of a body that is seen needs no name.
      const isPart = (b: { x: number; y: number; size: number }) =>
        Math.hypot(b.x - left, b.y - top) < b.size;
      if (point.radius > 0 && recognised.some(isPart)) continue;
      // To the right above its point, within the picture.
      const wide = kGap + kLetter * point.name.length;
      const x = Math.min(left, width - wide - kGap);
      const y = Math.max(top, kLine + 2);
      const covers = taken.some(
        (other) => Math.abs(other.y - y) < kLine && x < other.x + other.width && other.x < x + wide,
      );
      if (covers) continue;
      taken.push({ x, y, width: wide });
      const label = (place.children[used++] ?? place.appendChild(h("span"))) as HTMLElement;
      if (label.textContent !== point.name) label.textContent = point.name;
      label.style.visibility = "visible";
      label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
    for (const spare of [...place.children].slice(used))
      (spare as HTMLElement).style.visibility = "hidden";
  }
}
