// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Color, Raycaster, Scene, type Mesh, Vector2, Vector3 } from "three";
import type { Clock } from "@holon/base/clock";
import { curveColor } from "@holon/base/theme";
import { HeightField } from "@holon/base/data/field";
import type { SceneSpec } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";
import {
  type ArrowNow,
  type ArrowScale,
  Arrows,
  arrowColor,
  arrowScale,
  kArrowKinds,
} from "./forces/arrows";
import { Batch, type Part } from "./shapes/batch";
import { BodyView, isBare, isOpaque, kTriad } from "./shapes/body_view";
import { ContactPlanes } from "./forces/contacts";
import { Ellipsoids } from "./values/ellipsoids";
import { Framing } from "./camera/framing";
import { Ground } from "./shapes/ground";
import { Insides } from "./shapes/insides";
import { jointLinks } from "./shapes/joint_links";
import { jointSigns } from "./shapes/joint_signs";
import { Link } from "./shapes/links";
import type { Look } from "./camera/looks";
import { type Measures, measure } from "./values/measures";
import { bindMeshes } from "./shapes/meshes";
import { Poses } from "./values/poses";
import { MotorAxes } from "./forces/motor_axes";
import { mergedSolids } from "./shapes/solids";
import { makeTriad } from "./shapes/symbols";
import { Terrain } from "./shapes/terrain";
import { Trace, pathsOf } from "./values/traces";

/** What can be switched on and off, besides the kinds of arrows. */
export type Layer = "frames" | "traces" | "joints" | "centers" | "made_up" | "ground" | "axes";

/** The run is measured anew when it has grown by so much. */
const kGrowth = 1.25;

/** Points of traces that cameras that turn look at. */
const kMostWays = 600;

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
  readonly framing = new Framing();
  readonly bodies: BodyView[];
  readonly arrows: Arrows[];
  ground: Ground;
  readonly points: NamedPoint[];
  readonly up: Vector3;
  readonly center = new Vector3();
  logarithmic = false;
  private forceScale!: ArrowScale;
  private torqueScale!: ArrowScale;
  private readonly links: Link[];
  private readonly ellipsoids: Ellipsoids;
  readonly axes: MotorAxes;
  private contacts: ContactPlanes;
  readonly terrains: Terrain[];
  private traces: Trace[] = [];
  private readonly solids: Batch;
  private joints: Batch;
  private readonly worldTriad: Mesh;
  private readonly detail: number;
  private readonly insides: Insides;
  private measuredRows: number;
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
    this.measuredRows = this.poses.rows;
    const { symbol } = this.measures;
    const few = spec.bodies.length <= (frugal ? 20 : 300);
    const detail = (this.detail = this.detailOf(spec));
    this.bodies = spec.bodies.map((body) => new BodyView(body, symbol, few));
    this.solids = new Batch(this.scene, this.surfaceParts(detail), {
      cast: true,
      receive: !frugal,
    });
    this.insides = new Insides(spec.bodies);
    this.joints = this.makeJoints();
    for (const body of this.bodies) this.scene.add(body.group);
    this.ground = new Ground(this.scene, this.measures, this.up);
    this.contacts = new ContactPlanes(
      this.scene,
      spec.contacts ?? [],
      this.poses,
      this.measures,
    );
    this.terrains = (spec.fields ?? []).map(
      (field) => new Terrain(this.scene, new HeightField(field), frugal),
    );
    const links = [...(spec.links ?? []), ...jointLinks(spec, this.poses, this.measures)];
    this.poses.setTime(clock.begin);
    this.links = links.map(
      (link) =>
        new Link(this.scene, link, this.poses.table, this.poses, symbol, frugal ? 0.3 : 1),
    );
    this.ellipsoids = new Ellipsoids(this.scene, spec.ellipsoids ?? [], store);
    this.axes = new MotorAxes(this.scene, spec.axes ?? [], store, symbol, this.measures.size);
    this.worldTriad = makeTriad(kTriad * symbol);
    this.scene.add(this.worldTriad);
    this.arrows = kArrowKinds.flatMap((kind) => {
      const own = (spec.arrows ?? []).filter((a) => a.kind === kind);
      return [false, true].flatMap((open) => {
        const specs = own.filter((a) => (a.undetermined ?? false) === open);
        if (specs.length === 0) return [];
        const { contacts = [] } = spec;
        return [new Arrows(this.scene, kind, specs, contacts, store, this.measures, this.insides)];
      });
    });
    this.rescale();
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
    for (const layer of ["traces", "joints", "made_up", "ground", "axes"] as const)
      this.show(layer, true);
    for (const layer of ["frames", "centers"] as const) this.show(layer, false);
    this.reframe();
    this.update();
  }

  /** [s] the clock's. */
  get time(): number {
    return this.clock.time.value;
  }

  /** What has to be in the picture, after a choice of arrows or new rows. */
  reframe(): void {
    const shown = this.arrows.filter((a) => a.visible);
    const triads = this.spec.bodies.flatMap((body, k) => (isBare(body) ? [k] : []));
    const length = kTriad * this.measures.symbol;
    this.framing.set(this.measures, (row) => {
      const hasAxes = this.axes.visible && this.axes.specs.length > 0;
      if (shown.length === 0 && triads.length === 0 && !hasAxes) return [];
      this.poses.setRow(row);
      const middle = this.poses.center(new Vector3());
      const motorEnds = hasAxes
        ? this.axes.endsAt(this.poses.times[row], middle).map((point) => ({ point, owner: -1 }))
        : [];
      const arrowEnds = shown.flatMap((arrows) =>
        arrows
          .at(this.poses.times[row], this.poses, this.scaleOf(arrows))
          .flatMap(({ spec, from, to }) =>
            [from, to].map((point) => ({ point, owner: spec.at.body })),
          ),
      );
      const axisEnds = triads.flatMap((owner) =>
        [0, 1, 2].map((k) => {
          const point = new Vector3().setComponent(k, length);
          return { point: point.applyMatrix4(this.poses.matrices[owner]), owner };
        }),
      );
      return [...arrowEnds, ...axisEnds, ...motorEnds];
    });
    this.framing.traces = this.traced().flatMap(({ body, position }) =>
      this.measures.samples.map(({ row }) => ({
        point: this.poses.pointAt(row, body, position, new Vector3()),
        owner: body,
      })),
    );
    const stride = Math.ceil(this.framing.traces.length / kMostWays);
    this.framing.traces = this.framing.traces.filter((_, k) => k % stride === 0);
    this.poses.setTime(this.clock.time.value);
  }

  /** Takes in rows that have come since; returns whether measures have changed. */
  takeRows(last: boolean): boolean {
    for (const trace of this.traces) trace.dispose();
    this.traces = this.makeTraces();
    this.show("traces", this.isShown("traces"));
    const { rows } = this.poses;
    const grown = last ? rows > this.measuredRows : rows >= kGrowth * this.measuredRows;
    if (grown) this.remeasure();
    this.update();
    return grown;
  }

  private remeasure(): void {
    // Signs keep the size that they have.
    const { symbol } = this.measures;
    Object.assign(this.measures, measure(this.spec, this.poses, this.up), { symbol });
    this.measuredRows = this.poses.rows;
    this.rescale();
    this.ground.dispose();
    this.ground = new Ground(this.scene, this.measures, this.up);
    this.contacts.dispose(this.scene);
    this.contacts = new ContactPlanes(
      this.scene,
      this.spec.contacts ?? [],
      this.poses,
      this.measures,
    );
    this.joints.dispose();
    this.joints = this.makeJoints();
    for (const layer of ["ground", "joints"] as const) this.show(layer, this.isShown(layer));
    this.reframe();
  }

  private rescale(): void {
    const isTorque = (a: Arrows) => a.kind.endsWith("torque");
    this.forceScale = arrowScale(
      this.arrows.filter((a) => !isTorque(a)),
      false,
    );
    this.torqueScale = arrowScale(this.arrows.filter(isTorque), false);
  }

  /** Of the kinds that are shown: forces, torques. */
  arrowScales(): { name: string; unit: string; scale: ArrowScale; color: string }[] {
    return ["force", "torque"].flatMap((name) => {
      const shown = this.arrows.filter((a) => a.visible && a.kind.endsWith(name));
      if (shown.length === 0) return [];
      const [first] = shown;
      const color = arrowColor(first.kind);
      return [{ name, unit: first.specs[0].unit, scale: this.scaleOf(first), color }];
    });
  }

  private scaleOf({ kind }: Arrows): ArrowScale {
    const scale = kind.endsWith("torque") ? this.torqueScale : this.forceScale;
    return { ...scale, logarithmic: this.logarithmic };
  }

  private makeJoints(): Batch {
    const few = this.spec.bodies.length <= (this.frugal ? 20 : 300);
    const { spec, poses, measures, up, insides } = this;
    poses.setTime(this.clock.begin);
    const parts = jointSigns({ spec, poses, measures, up, insides }, this.detail);
    return new Batch(this.scene, parts, { cast: few, receive: false });
  }

  /** Whether the scene has anything of a layer. */
  has(layer: Layer): boolean {
    switch (layer) {
      case "traces":
        return this.traces.length > 0;
      case "joints":
        return this.joints.surface !== null;
      case "centers":
        return this.spec.bodies.some((b) => b.center_of_mass);
      case "made_up":
        return this.spec.bodies.some((b) => b.made_up && b.solids.length > 0);
      case "axes":
        return this.axes.specs.length > 0;
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
      case "axes":
        this.axes.visible = on;
        break;
      case "ground":
        // A plane would cut through a terrain.
        this.ground.visible = on && this.terrains.length === 0;
        this.contacts.visible = on;
        for (const terrain of this.terrains) terrain.visible = on;
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
    for (const link of this.links) link.update(this.poses, time);
    this.ellipsoids.update(time);
    this.axes.update(time, this.center);
    this.contacts.update(this.poses);
    for (const terrain of this.terrains) terrain.setTime(time);
    for (const trace of this.traces) trace.setTime(time);
    for (const arrows of this.arrows) arrows.update(time, this.poses, this.scaleOf(arrows));
  }

  /** Leaves out what a camera does not see; returns whether that is other than before. */
  hideFor({ hides }: Look): boolean {
    this.bodies.forEach(({ group }, index) => (group.visible = !hides.body(index)));
    for (const link of this.links) link.hideFor(hides);
    this.contacts.hideFor(hides);
    this.axes.hideFor(hides);
    for (const arrows of this.arrows) arrows.hideFor(hides);
    const traced = this.isShown("traces");
    for (const trace of this.traces) trace.visible = traced && !hides.body(trace.body);
    this.joints.hideFor(hides);
    return this.solids.hideFor(hides);
  }

  setViewport(width: number, height: number, ratio: number): void {
    for (const trace of this.traces) trace.setViewport(width, height, ratio);
  }

  /** The body that a ray meets first. */
  bodyAt(look: Look, at: Vector2): BodyView | null {
    this.hideFor(look);
    const ray = new Raycaster();
    ray.setFromCamera(at, look.camera);
    const { surface } = this.solids;
    const hit = surface ? ray.intersectObject(surface, false)[0] : undefined;
    const body = hit?.batchId === undefined ? -1 : this.solids.bodyOf(hit.batchId);
    return body >= 0 ? this.bodies[body] : null;
  }

  /** Those that a view shows. */
  arrowsNow({ hides }: Look): ArrowNow[] {
    return this.arrows.flatMap((a) => a.seenBy(hides));
  }

  linksNow({ hides }: Look): Link[] {
    return this.links.filter((link) => !link.isHidden(hides));
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

  /** Points of bodies that leave a trace. */
  private traced(): { body: number; position: Vector3 }[] {
    return this.spec.bodies.flatMap((body, index) =>
      (body.traces ?? []).map((p) => ({ body: index, position: new Vector3(...p) })),
    );
  }

  private makeTraces(): Trace[] {
    const traced = this.traced();
    if (traced.length === 0 || this.poses.rows < 2) return [];
    const paths = pathsOf(this.poses, traced, this.measures);
    const own = traced.map(({ body }) => this.spec.bodies[body].solids[0]?.color);
    // Traces of bodies of one colour have colours that are told apart.
    const isShared = own.map((color, k) =>
      own.some((other, j) => other === color && traced[j].body !== traced[k].body),
    );
    return paths.map((path, k) => {
      const color = own[k] === undefined || isShared[k] ? curveColor(k) : own[k];
      return new Trace(this.scene, traced[k].body, path, new Color(color));
    });
  }
}
