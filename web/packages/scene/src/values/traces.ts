// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  Color,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  BufferAttribute,
  Mesh,
  type Scene,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
  DoubleSide,
} from "three";
import { theme } from "@holon/base/theme";
import { upperBound } from "@holon/base/data/interpolate";
import type { Poses } from "./poses";

const kVertex = `
attribute vec4 start, end;
uniform vec2 viewport;
uniform float width;
varying float time;
void main() {
  vec4 from = viewMatrix * vec4(start.xyz, 1.0);
  vec4 to = viewMatrix * vec4(end.xyz, 1.0);
  // What lies behind the camera has no place on the screen.
  float near = projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
  if (from.z > -near && to.z > -near) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  float cut = (-near - from.z) / (to.z - from.z);
  if (from.z > -near) from = mix(from, to, cut);
  else if (to.z > -near) to = mix(from, to, cut);
  vec4 a = projectionMatrix * from;
  vec4 b = projectionMatrix * to;
  vec2 along = (b.xy / b.w - a.xy / a.w) * viewport;
  float length_ = length(along);
  along = length_ > 1e-4 ? along / length_ : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  gl_Position = position.y < 0.5 ? a : b;
  vec2 offset = across * position.x + along * (position.y - 0.5) * 0.1;
  gl_Position.xy += offset * width / viewport * gl_Position.w;
  time = mix(start.w, end.w, position.y);
}`;

const kFragment = `
uniform vec3 color;
uniform float now, fade, ahead;
varying float time;
void main() {
  float age = (now - time) / fade;
  float fresh = age < 0.0 ? 0.0 : max(0.0, 1.0 - age);
  float alpha = max(ahead, 0.85 * fresh * fresh);
  if (alpha < 0.02) discard;
  gl_FragColor = linearToOutputTexel(vec4(color, alpha));
}`;

const kMostRows = 4000;
const kMostSegments = 120000;

/** The way of a point of a body, brightest where it has just been, as a ribbon of constant width that fades with age. */
export class Trace {
  private readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private readonly unwatch: () => void;
  private readonly times: Float64Array;
  private readonly begin: number;

  constructor(
    private readonly scene: Scene,
    readonly body: number,
    readonly path: Path,
    private readonly color: Color,
  ) {
    const { points, times } = path;
    this.times = times;
    this.begin = times[0] ?? 0;
    const data = new Float32Array(4 * times.length);
    for (let k = 0; k < times.length; ++k) {
      data.set([points[3 * k], points[3 * k + 1], points[3 * k + 2], times[k] - this.begin], 4 * k);
    }
    const buffer = new InstancedInterleavedBuffer(data, 4, 1);
    const geometry = new InstancedBufferGeometry();
    const corners = new Float32Array([-1, 0, 0, 1, 0, 0, -1, 1, 0, 1, 1, 0]);
    geometry.setAttribute("position", new BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    geometry.setAttribute("start", new InterleavedBufferAttribute(buffer, 4, 0));
    // The end of a segment is the start of the next one, four numbers on in the same buffer.
    geometry.setAttribute("end", new InterleavedBufferAttribute(buffer, 4, 4));
    const uniforms = {
      color: { value: new Color() },
      now: { value: 0 },
      fade: { value: path.fade },
      ahead: { value: path.short ? 0.14 : 0 },
      width: { value: 2.2 },
      viewport: { value: new Vector2(1, 1) },
    };
    const material = new ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
    scene.add(this.mesh);
    this.unwatch = theme.watch(() => this.recolor());
    this.recolor();
  }

  dispose(): void {
    this.unwatch();
    this.scene.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  set visible(on: boolean) {
    this.mesh.visible = on;
  }

  setTime(time: number): void {
    const { uniforms } = this.mesh.material;
    uniforms.now.value = time - this.begin;
    const row = this.path.short ? Infinity : upperBound(this.times, this.times.length, time);
    this.mesh.geometry.instanceCount = Math.max(0, Math.min(this.times.length - 1, row));
  }

  /** The body's colour, made to stand out from the background. */
  private recolor(): void {
    const { h, s, l } = this.color.getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
    const seen = theme.value === "dark" ? Math.max(l, 0.58) : Math.min(l, 0.45);
    const { color } = this.mesh.material.uniforms;
    (color.value as Color).setHSL(h, s, seen, SRGBColorSpace);
  }

  setViewport(width: number, height: number, ratio: number): void {
    const { uniforms } = this.mesh.material;
    (uniforms.viewport.value as Vector2).set(width, height);
    uniforms.width.value = 2.2 * ratio;
  }
}

export interface Path {
  points: Float32Array;
  times: Float64Array;
  /** [s] after which the trace has gone. */
  fade: number;
  /** So short that all of it may be seen faintly from the start. */
  short: boolean;
}

/** A path may leave out points that lie so near the line between the others, in machine's sizes. */
const kSlack = 7e-4;

/** The points that are needed to know where the path is at any time, within `slack` [m]. */
function simplified(points: Float32Array, times: Float64Array, slack: number) {
  const last = times.length - 1;
  const kept = new Set([0, last]);
  const open: [number, number][] = [[0, last]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    let farthest = slack * slack;
    let split = -1;
    for (let k = from + 1; k < to; ++k) {
      const share = (times[k] - times[from]) / (times[to] - times[from]);
      let square = 0;
      for (let c = 0; c < 3; ++c) {
        const [a, b] = [points[3 * from + c], points[3 * to + c]];
        square += (points[3 * k + c] - a - share * (b - a)) ** 2;
      }
      if (square > farthest) [farthest, split] = [square, k];
    }
    if (split < 0) continue;
    kept.add(split);
    open.push([from, split], [split, to]);
  }
  const rows = [...kept].sort((a, b) => a - b);
  return {
    points: Float32Array.from(rows.flatMap((k) => [...points.subarray(3 * k, 3 * k + 3)])),
    times: Float64Array.from(rows, (k) => times[k]),
  };
}

/** A machine that goes farther than so many of its sizes leaves a trail as long as itself. */
const kFar = 3;

/** Where points of bodies go over the run. */
export function pathsOf(
  poses: Poses,
  traced: { body: number; position: Vector3 }[],
  { size, reach }: { size: number; reach: number },
): Path[] {
  const each = Math.min(kMostRows, Math.floor(kMostSegments / Math.max(1, traced.length)));
  const stride = Math.max(1, Math.ceil(poses.rows / each));
  const rows: number[] = [];
  for (let row = 0; row < poses.rows; row += stride) rows.push(row);
  if (rows.length > 0 && rows[rows.length - 1] !== poses.rows - 1) rows.push(poses.rows - 1);
  const times = Float64Array.from(rows, (row) => poses.times[row]);
  const paths = traced.map(() => new Float32Array(3 * rows.length));
  const lengths = traced.map(() => 0);
  const last = traced.map(() => new Vector3());
  const point = new Vector3();
  rows.forEach((row, k) => {
    traced.forEach(({ body, position }, t) => {
      poses.pointAt(row, body, position, point);
      point.toArray(paths[t], 3 * k);
      if (k > 0) lengths[t] += point.distanceTo(last[t]);
      last[t].copy(point);
    });
  });
  const duration = rows.length > 1 ? times[times.length - 1] - times[0] : 1;
  // Long enough to tell the shape of the motion, short enough not to fill or leave the picture.
  const isFar = reach > kFar * size;
  const shown = isFar ? 1.2 * size : 7 * size;
  return paths.map((points, t) => ({
    ...simplified(points, times, kSlack * size),
    fade: Math.max(1e-9, duration * Math.min(1.2, shown / Math.max(lengths[t], 1e-9))),
    short: !isFar && lengths[t] < 12 * size,
  }));
}
