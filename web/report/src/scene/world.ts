// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Color, Raycaster, Scene, type Mesh, Vector2, Vector3 } from "three";
import type { Clock } from "../base/clock";
import { curveColor } from "../base/theme";
import type { JointSpec, SceneSpec } from "../data/messages";
import type { Store } from "../data/store";
import { type ArrowNow, type ArrowScale, Arrows, arrowScale, kArrowKinds } from "./arrows";
import { Batch, type Part } from "./batch";
import { BodyView, isOpaque } from "./body_view";
import { Ground } from "./ground";
import { Link } from "./links";
import type { Look } from "./looks";
import { type Measures, measure } from "./measures";
import { bindMeshes } from "./meshes";
import { Poses } from "./poses";
import { mergedSolids } from "./solids";
import { type JointSeat, jointGeometry, makeTriad } from "./symbols";
import { Trace, pathsOf } from "./traces";

/** What can be switched on and off, besides the kinds of arrows. */
export type Layer = "frames" | "traces" | "joints" | "centers" | "made_up" | "ground";

/** A point that may be named and asked for: a body's origin or a frame of it. */
export interface NamedPoint {
  name: string;
  body: number;
  position: [number, number, number];
  isFrame: boolean;
}

/** The machine in three dimensions: what there is, and where it is at the clock's time. */
export class World {
  readonly scene = new Scene();
  readonly poses: Poses;
  readonly measures: Measures;
  readonly bodies: BodyView[];
  readonly arrows: Arrows[];
  readonly ground: Ground;
  readonly points: NamedPoint[];
  readonly up: Vector3;
  readonly center = new Vector3();
  logarithmic = false;
  private readonly forceScale: ArrowScale;
  private readonly torqueScale: ArrowScale;
  private readonly links: Link[];
  private readonly traces: Trace[];
  private readonly solids: Batch;
  private readonly joints: Batch;
  private readonly worldTriad: Mesh;
  private readonly layers = new Map<Layer, boolean>();

  constructor(
    readonly spec: SceneSpec,
    store: Store,
    private readonly clock: Clock,
    /** Drawn by software: fewer faces, plainer shadows. */
    readonly frugal: boolean,
  ) {
    bindMeshes(spec);
    this.up = new Vector3(...(spec.up ?? [0, 0, 1])).normalize();
    this.poses = new Poses(spec, store.tables.get(spec.stream));
    this.measures = measure(spec, this.poses, this.up);
    const { size, symbol } = this.measures;
    const few = spec.bodies.length <= (frugal ? 20 : 300);
    const detail = this.detailOf(spec);
    this.bodies = spec.bodies.map((body) => new BodyView(body, symbol, few));
    this.solids = new Batch(this.scene, this.surfaceParts(detail), {
      cast: true,
      receive: !frugal,
    });
    this.joints = new Batch(this.scene, this.jointParts(detail), { cast: few, receive: false });
    for (const body of this.bodies) this.scene.add(body.group);
    this.ground = new Ground(this.scene, this.measures, this.up);
    this.poses.setTime(clock.begin);
    this.links = (spec.links ?? []).map(
      (link) => new Link(this.scene, link, this.poses, symbol, frugal ? 0.3 : 1),
    );
    this.worldTriad = makeTriad(0.12 * symbol);
    this.scene.add(this.worldTriad);
    this.arrows = kArrowKinds.flatMap((kind) => {
      const specs = (spec.arrows ?? []).filter((a) => a.kind === kind);
      return specs.length > 0 ? [new Arrows(this.scene, kind, specs, store, size, symbol)] : [];
    });
    const isTorque = (a: Arrows) => a.kind.endsWith("torque");
    this.forceScale = arrowScale(
      this.arrows.filter((a) => !isTorque(a)),
      false,
    );
    this.torqueScale = arrowScale(this.arrows.filter(isTorque), false);
    this.traces = this.makeTraces();
    this.points = spec.bodies.flatMap((body, index): NamedPoint[] => [
      { name: body.name, body: index, position: [0, 0, 0], isFrame: body.kind === "frame" },
      ...(body.frames ?? []).map((frame) => ({
        name: `${body.name}.${frame.name}`,
        body: index,
        position: frame.position,
        isFrame: true,
      })),
    ]);
    for (const layer of ["traces", "joints", "made_up", "ground"] as const) this.show(layer, true);
    for (const layer of ["frames", "centers"] as const) this.show(layer, false);
    this.update();
  }

  /** Whether the scene has anything of a layer. */
  has(layer: Layer): boolean {
    switch (layer) {
      case "traces":
        return this.traces.length > 0;
      case "joints":
        return (this.spec.joints ?? []).length > 0;
      case "centers":
        return this.spec.bodies.some((b) => b.center_of_mass);
      case "made_up":
        return this.spec.bodies.some((b) => b.made_up && b.solids.length > 0);
      default:
        return true;
    }
  }

  isShown(layer: Layer): boolean {
    return this.layers.get(layer) ?? false;
  }

  show(layer: Layer, on: boolean): void {
    this.layers.set(layer, on);
    switch (layer) {
      case "frames":
        this.worldTriad.visible = on;
        for (const body of this.bodies) body.showFrames(on);
        break;
      case "traces":
        for (const trace of this.traces) trace.visible = on;
        break;
      case "joints":
        this.joints.show("joints", on);
        break;
      case "centers":
        for (const body of this.bodies) body.showCenters(on);
        break;
      case "made_up":
        this.solids.show("made_up", on);
        for (const { spec, shape } of this.bodies)
          if (spec.made_up) shape.forEach((object) => (object.visible = on));
        break;
      case "ground":
        this.ground.visible = on;
        break;
    }
  }

  /** Puts everything where it is at the clock's time. */
  update(): void {
    const time = this.clock.time.value;
    this.poses.setTime(time);
    this.poses.center(this.center);
    this.bodies.forEach((body, index) => {
      body.group.matrix.copy(this.poses.matrices[index]);
      body.group.matrixWorldNeedsUpdate = true;
    });
    this.solids.setPoses(this.poses.matrices);
    this.joints.setPoses(this.poses.matrices);
    for (const link of this.links) link.update(this.poses);
    for (const trace of this.traces) trace.setTime(time);
    for (const arrows of this.arrows) {
      const scale = arrows.kind.endsWith("torque") ? this.torqueScale : this.forceScale;
      arrows.update(time, this.poses, { ...scale, logarithmic: this.logarithmic });
    }
  }

  /** Leaves out what a camera does not see; returns whether that is other than before. */
  hideFor(look: Look): boolean {
    this.bodies.forEach(({ group }, index) => (group.visible = !look.hides.has(index)));
    this.joints.hideBodies(look.hides);
    return this.solids.hideBodies(look.hides);
  }

  setViewport(width: number, height: number, ratio: number): void {
    for (const trace of this.traces) trace.setViewport(width, height, ratio);
  }

  /** The body that a ray meets first. */
  bodyAt(look: Look, at: Vector2): BodyView | null {
    const ray = new Raycaster();
    ray.setFromCamera(at, look.camera);
    const { surface } = this.solids;
    const hit = surface ? ray.intersectObject(surface, false)[0] : undefined;
    const body = hit?.batchId === undefined ? -1 : this.solids.bodyOf(hit.batchId);
    return body >= 0 ? this.bodies[body] : null;
  }

  arrowsNow(): ArrowNow[] {
    return this.arrows.flatMap((a) => a.now);
  }

  /** How finely round solids are cut into faces; the fewer, the more of them there are to draw. */
  private detailOf({ bodies, cameras = [] }: SceneSpec): number {
    const solids = bodies.reduce((sum, body) => sum + body.solids.length, 1);
    const views = cameras.length > 1 ? cameras.length + 1 : 1;
    return Math.min(1, Math.max(0.25, (this.frugal ? 3 : 20) / Math.sqrt(solids * views)));
  }

  private surfaceParts(detail: number): Part[] {
    return this.spec.bodies.flatMap((body, index): Part[] => {
      const solids = body.solids.filter(isOpaque);
      if (solids.length === 0) return [];
      const layer = body.made_up ? "made_up" : "solids";
      return [{ geometry: mergedSolids(solids, detail), body: index, layer }];
    });
  }

  private jointParts(detail: number): Part[] {
    const { size, symbol, samples } = this.measures;
    return (this.spec.joints ?? []).flatMap((joint): Part[] => {
      const seat = this.seatOf(joint);
      let rail = 0;
      if (joint.type === "Prismatic" && seat.body < 0) {
        const along = samples.map(({ row }) => {
          this.poses.setRow(row);
          return this.poses.point(joint).dot(seat.axis);
        });
        const [low, high] = [Math.min(...along), Math.max(...along)];
        rail = 1.1 * (high - low) + 0.5 * size;
        seat.position.addScaledVector(seat.axis, 0.5 * (low + high) - seat.position.dot(seat.axis));
      }
      const geometry = jointGeometry(joint.type, seat, symbol, this.up, rail, detail);
      return geometry ? [{ geometry, body: seat.body, layer: "joints" }] : [];
    });
  }

  /** What a joint's sign moves with: the world where the joint holds a body on it. */
  private seatOf(joint: JointSpec): JointSeat {
    const axis = new Vector3(...(joint.axis ?? [0, 0, 1])).normalize();
    const onWorld = joint.on_world ?? false;
    this.poses.setTime(this.clock.begin);
    if (joint.body < 0 || onWorld) {
      if (joint.body >= 0 && !joint.axis_in_world)
        axis.transformDirection(this.poses.matrices[joint.body]);
      return { body: -1, position: this.poses.point(joint), axis, onWorld };
    }
    if (joint.axis_in_world)
      axis.transformDirection(this.poses.matrices[joint.body].clone().invert());
    return { body: joint.body, position: new Vector3(...joint.position), axis, onWorld };
  }

  private makeTraces(): Trace[] {
    const traced = this.spec.bodies.flatMap((body, index) =>
      (body.traces ?? []).map((p) => ({ body: index, position: new Vector3(...p) })),
    );
    if (traced.length === 0 || this.poses.rows < 2) return [];
    const paths = pathsOf(this.poses, traced, this.measures.size);
    return paths.map((path, k) => {
      const color = this.spec.bodies[traced[k].body].solids[0]?.color ?? curveColor(k);
      return new Trace(this.scene, path, new Color(color));
    });
  }
}
