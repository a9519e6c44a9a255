// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type PerspectiveCamera, Vector2, Vector3, type WebGLRenderer } from "three";
import type { Clock } from "@holon/base/clock";
import { h } from "@holon/base/dom";
import { formatNumber, withUnit } from "@holon/base/numbers";
import { bindOrbit } from "./camera/orbit_input";
import { Labels } from "./shapes/labels";
import { Lights } from "./camera/light";
import { type Look, ModelLook } from "./camera/looks";
import { Orbit } from "./camera/orbit";
import type { World } from "./world";

/** Pictures that take longer while they play are drawn more plainly [ms]. */
const kSlow = 30;
/** In the mean of so many. */
const kPatience = 12;
/** Pixels per CSS px of pictures that software draws (fewer on a page that is zoomed out): still, and moving, ever more plainly. */
const kStill = 2;
const kMoving = [1.4, 1, 1, 0.75, 0.5];
/** From this plainness on they have no shadows. */
const kUnshadowed = 2;
/** A picture is still when nothing has changed for so long [ms]. */
const kRest = 120;

/** A look and its place on the page. */
export interface Viewport {
  look: Look;
  cell: HTMLElement;
  labels: HTMLElement;
  tip: HTMLElement;
  shown: boolean;
}

/** All views of the scene, drawn into one canvas; draws only what has changed. */
export class Stage {
  readonly element = h("div", { class: "stage" });
  readonly views: Viewport[];
  /** Called when other views are shown. */
  onarrange: () => void = () => {};
  /** Called when the machine is measured anew. */
  onmeasure: () => void = () => {};
  /** Called when everything has been drawn. */
  ondraw: () => void = () => {};
  /** Called with every image: CSS px per metre in the middle of the machine, in the first view. */
  onscale: (perMetre: number) => void = () => {};
  readonly orbit: Orbit;
  private readonly grid = h("div", { class: "views" });
  private readonly lights: Lights | null = null;
  private readonly labels: Labels;
  private readonly machineAspect: number;
  /** Near the window: what plays elsewhere is not drawn, so that the rest of the page stays quick. */
  private isNear = true;
  private takePointer: (event: PointerEvent) => void = () => {};
  private pending = false;
  /** Index of kMoving. */
  private plainness = 0;
  /** Nothing moves, so that software may take its time. */
  private still = false;
  private rest = 0;
  private pictures = 0;
  private lastDraw = 0;
  /** What the last pictures took [ms]. */
  private paces: number[] = [];

  constructor(
    readonly world: World,
    private readonly clock: Clock,
    private readonly renderer: WebGLRenderer | null,
  ) {
    const { spec, measures } = world;
    const cameras = (spec.cameras ?? []).map((c) => new ModelLook(c, world));
    this.orbit = new Orbit(
      measures,
      world.framing,
      spec.up ?? [0, 0, 1],
      spec.plane,
      cameras.length > 0,
    );
    world.update();
    this.views = [...cameras, this.orbit].map((look) => this.makeView(look));
    this.labels = new Labels(world);
    this.element.append(this.grid);
    if (this.renderer) {
      this.lights = new Lights(world.scene, measures, world.up, world.frugal);
      const { domElement } = this.renderer;
      domElement.setAttribute("aria-hidden", "true");
      this.element.append(domElement);
    } else {
      this.element.append(
        h("p", { class: "stage-note" }, "This browser does not support WebGL, which the 3D view needs."),
      );
    }
    this.orbit.onchange = () => this.invalidate();
    clock.time.watch(() => {
      world.update();
      this.invalidate();
    });
    clock.playing.watch(() => {
      this.paces = [];
      this.lastDraw = 0;
      this.invalidate();
    });
    new ResizeObserver(() => this.arrange()).observe(this.element);
    new IntersectionObserver(
      (entries) => {
        this.isNear = entries[entries.length - 1].isIntersecting;
        if (this.isNear) this.invalidate();
      },
      { rootMargin: "100px 0px" },
    ).observe(this.element);
    this.machineAspect = this.orbit.homeAspect();
    this.arrange();
  }

  /** Lays the shown views side by side. */
  arrange(): void {
    const shown = this.views.filter((v) => v.shown);
    for (const view of this.views) view.cell.hidden = !view.shown;
    const columns = this.columnsFor(shown.length);
    this.grid.style.setProperty("--columns", String(columns));
    this.grid.dataset.count = String(shown.length);
    shown.forEach(({ cell }, index) => {
      const fills = index === shown.length - 1 ? columns - (index % columns) : 1;
      cell.style.gridColumn = fills > 1 ? `span ${fills}` : "";
    });
    this.onarrange();
    this.invalidate();
  }

  /** The number of columns in which the machine is seen largest. */
  private columnsFor(count: number): number {
    const width = this.element.clientWidth || 4;
    const height = this.element.clientHeight || 3;
    const aspect = this.machineAspect;
    const sizes = Array.from({ length: Math.max(1, count) }, (_, k) => {
      const rows = Math.ceil(count / (k + 1));
      return Math.min(height / rows, width / (k + 1) / aspect);
    });
    return 1 + sizes.indexOf(Math.max(...sizes));
  }

  /** Shows rows that have come since; `last`: no more will come. */
  takeRows(last: boolean): void {
    if (this.world.takeRows(last)) {
      this.lights?.resize();
      this.onmeasure();
    }
    this.invalidate();
  }

  /** Draws at the next opportunity. */
  invalidate(): void {
    this.still = false;
    if (this.world.frugal) {
      clearTimeout(this.rest);
      if (!this.clock.playing.value) this.rest = window.setTimeout(() => this.refine(), kRest);
    }
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => requestAnimationFrame(() => this.draw()));
  }

  /** Where a point of the world is on the page [CSS px]; null behind the camera. */
  project(point: Vector3, view: Viewport): { x: number; y: number } | null {
    const box = view.cell.getBoundingClientRect();
    if (!view.shown || box.width === 0) return null;
    this.updateLook(view, box.width / box.height);
    const clip = point.clone().project(view.look.camera);
    if (clip.z > 1) return null;
    return {
      x: box.left + scrollX + (0.5 + 0.5 * clip.x) * box.width,
      y: box.top + scrollY + (0.5 - 0.5 * clip.y) * box.height,
    };
  }

  /** Draws what stands still as well as it can. */
  private refine(): void {
    this.still = true;
    this.draw();
  }

  draw(): void {
    this.pending = false;
    const { renderer, world } = this;
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    if (width === 0 || height === 0) return;
    const playing = this.clock.playing.value;
    if (playing && !this.isNear) return;
    if (playing) this.watchPace();
    const plainness = world.frugal && playing ? this.plainness : 0;
    const shadows = plainness < kUnshadowed;
    const finest = Math.min(2, devicePixelRatio || 1);
    const ratio = !world.frugal ? finest : Math.min(1, finest) * (this.still ? kStill : kMoving[plainness]);
    world.ground.shadowVisible = shadows;
    if (renderer) {
      const canvas = renderer.domElement;
      if (
        canvas.width !== Math.floor(width * ratio) ||
        canvas.height !== Math.floor(height * ratio)
      ) {
        renderer.setPixelRatio(ratio);
        renderer.setSize(width, height);
      }
      if (this.orbit.follow) world.ground.follow(world.center);
      if (this.lights?.moves) {
        world.ground.followShadow(world.center);
        this.lights.follow(world.center);
      }
      renderer.setScissorTest(false);
      renderer.clear();
      renderer.setScissorTest(true);
      // By software, shadows on the ground may be a picture late.
      renderer.shadowMap.needsUpdate =
        shadows && !(world.frugal && playing && ++this.pictures % 2 === 0);
    }
    const stage = this.element.getBoundingClientRect();
    let isFirst = true;
    for (const view of this.views) {
      if (!view.shown) continue;
      const box = view.cell.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      this.updateLook(view, box.width / box.height);
      if (isFirst) this.onscale(this.scaleIn(view, box.height));
      isFirst = false;
      if (renderer) {
        const left = box.left - stage.left;
        const bottom = stage.bottom - box.bottom;
        renderer.setViewport(left, bottom, box.width, box.height);
        renderer.setScissor(left, bottom, box.width, box.height);
        world.setViewport(box.width * ratio, box.height * ratio, ratio);
        // Shadows of bodies that this camera does not see are not seen either.
        if (world.hideFor(view.look) && !world.frugal) renderer.shadowMap.needsUpdate = true;
        renderer.render(world.scene, view.look.camera);
      }
      this.labels.draw(view.labels, view.look, box);
    }
    this.ondraw();
  }

  /** Draws more plainly where the last pictures took too long. */
  private watchPace(): void {
    const now = performance.now();
    if (this.lastDraw > 0) this.paces.push(now - this.lastDraw);
    this.lastDraw = now;
    if (this.paces.length < kPatience) return;
    const mean = this.paces.reduce((sum, pace) => sum + pace, 0) / this.paces.length;
    this.paces = [];
    if (mean > kSlow && this.plainness + 1 < kMoving.length) ++this.plainness;
  }

  private updateLook(view: Viewport, aspect: number): void {
    this.orbit.setCenter(this.world.center);
    view.look.update(this.world.poses, aspect);
  }

  private scaleIn({ look: { camera } }: Viewport, height: number): number {
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const ahead = camera.getWorldDirection(new Vector3());
    const depth = this.world.center.clone().sub(eye).dot(ahead);
    return depth > 0 ? height / 2 / Math.tan((camera.fov * Math.PI) / 360) / depth : 0;
  }

  private makeView(look: Look): Viewport {
    const labels = h("div", { class: "view-labels", "aria-hidden": "true" });
    const tip = h("div", { class: "view-tip", hidden: true });
    const free = look === this.orbit;
    const cell = h(
      "div",
      { class: "view", tabindex: free ? 0 : undefined, role: "group", "aria-label": look.name },
      h("span", { class: "view-name" }, look.name),
      labels,
      tip,
    );
    // A single camera gives the picture that its author wanted; the free view is a drag away.
    const single = this.world.spec.cameras?.length === 1;
    const view: Viewport = { look, cell, labels, tip, shown: !(free && single) };
    if (free) this.takePointer = bindOrbit(this.orbit, cell);
    else this.bindTakeOver(view);
    cell.addEventListener("pointermove", (event) => this.point(view, event));
    cell.addEventListener("pointerleave", () => (tip.hidden = true));
    this.grid.append(cell);
    return view;
  }

  /** Who drags a model's camera gets the free view in its place, from where the camera stands. */
  private bindTakeOver(view: Viewport): void {
    const { cell } = view;
    cell.addEventListener("pointermove", (event) => {
      const free = this.views[this.views.length - 1];
      const drags = event.buttons & 1 && Math.hypot(event.movementX, event.movementY) > 0;
      if (!drags || free.shown) return;
      this.orbit.takeOver(view.look.camera as PerspectiveCamera);
      view.shown = false;
      free.shown = true;
      this.arrange();
      this.takePointer(event);
    });
  }

  /** Tells what is under the pointer: an arrow with its size, or a body. */
  private point(view: Viewport, event: PointerEvent): void {
    if (event.buttons !== 0 || this.clock.playing.value) {
      view.tip.hidden = true;
      return;
    }
    const box = view.cell.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const text =
      this.arrowText(view, box, x, y) ??
      this.linkText(view, box, x, y) ??
      this.bodyText(view, box, x, y);
    view.tip.hidden = text === null;
    if (text === null) return;
    view.tip.textContent = text;
    view.tip.style.transform = `translate(${Math.min(x, box.width - 160)}px, ${y}px)`;
  }

  private arrowText(view: Viewport, box: DOMRect, x: number, y: number): string | null {
    const arrow = this.nearest(view, box, new Vector2(x, y), this.world.arrowsNow(view.look));
    if (!arrow) return null;
    const { name, unit, undetermined } = arrow.spec;
    const size = `${name}  ${withUnit(formatNumber(arrow.magnitude, 4), unit)}`;
    return undetermined ? `${size}, not determined` : size;
  }

  private linkText(view: Viewport, box: DOMRect, x: number, y: number): string | null {
    const { poses, time } = this.world;
    const links = this.world
      .linksNow(view.look)
      .map((link) => ({ link, from: poses.point(link.spec.from), to: poses.point(link.spec.to) }));
    const { link } = this.nearest(view, box, new Vector2(x, y), links) ?? {};
    if (!link) return null;
    const { name, pull } = link.spec;
    const value = link.pullAt(time);
    if (!pull || value === null) return name;
    return `${pull.name}  ${withUnit(formatNumber(value, 4), pull.unit)}`;
  }

  /** What lies under the pointer or next to it, of things that go from somewhere to somewhere. */
  private nearest<T extends { from: Vector3; to: Vector3 }>(
    { look }: Viewport,
    box: DOMRect,
    at: Vector2,
    things: T[],
  ): T | null {
    const kReach = 7;
    const onScreen = (point: Vector3) => {
      const clip = point.clone().project(look.camera);
      return new Vector2((0.5 + 0.5 * clip.x) * box.width, (0.5 - 0.5 * clip.y) * box.height);
    };
    let best: T | null = null;
    let least = kReach;
    for (const thing of things) {
      const from = onScreen(thing.from);
      const along = onScreen(thing.to).sub(from);
      const share = Math.min(1, Math.max(0, at.clone().sub(from).dot(along) / along.lengthSq()));
      const distance = from.addScaledVector(along, share).distanceTo(at);
      if (distance >= least) continue;
      least = distance;
      best = thing;
    }
    return best;
  }

  private bodyText(view: Viewport, box: DOMRect, x: number, y: number): string | null {
    const clip = new Vector2((2 * x) / box.width - 1, 1 - (2 * y) / box.height);
    return this.world.bodyAt(view.look, clip)?.spec.name ?? null;
  }
}
