// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The 3D view as an editor: points to pick, axes to drag them along, frames to join.

import { h } from "@holon/base/dom";
import { formatNumber } from "@holon/base/numbers";
import type { Stage, Viewport } from "@holon/scene/stage";
import type { NamedPoint, World } from "@holon/scene/world";
import { Matrix4, Raycaster, Vector2, Vector3 } from "three";
import { edit, freeName, nameFor, openFileOf } from "../state/actions";
import { filePartOf, findPart, pathOfFile } from "../state/apply";
import { desk, say, select } from "../state/store";
import { type PlaceHandle, dragEdit, dragStep, handleOf } from "./handles";

/** [px] of the arrows at the chosen point. */
const kArrow = 64;
/** More points than that are not drawn, but those of the selected part. */
const kMostPoints = 400;
const kAxes = ["x", "y", "z"];
const kSvg = "http://www.w3.org/2000/svg";

/** The world's origin is a point to join with, too. */
const kWorldPoint: NamedPoint = { name: "world", body: -1, position: [0, 0, 0], isFrame: true };

function svg(tag: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const element = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const plainName = (name: string) => name.replace(/\[\d+\]/g, "");

/** What the editor of the next scene goes on with: points by name. */
export interface EditorState {
  picked: string | null;
  joined: string | null;
  isJoining: boolean;
  joint: string;
}

export class MotionEditor {
  /** What stands beside the views' other tools. */
  readonly tools: HTMLElement;
  private isOn = false;
  private picked: NamedPoint | null = null;
  private joined: NamedPoint | null = null;
  private isJoining = false;
  /** Type of the joint that is chosen. */
  private joint = "Revolute";
  private drag: { axis: number; shift: number } | null = null;
  private readonly layers: { view: Viewport; element: SVGElement }[];
  private readonly toggle: HTMLButtonElement;
  private readonly bar: HTMLElement;

  constructor(
    private readonly stage: Stage,
    private readonly world: World,
    before: EditorState | null,
  ) {
    this.toggle = h(
      "button",
      {
        class: "chip",
        "aria-pressed": "false",
        title: "Pick points, drag them along their axes, join frames",
        onclick: () => this.setOn(!this.isOn),
      },
      "Edit",
    ) as HTMLButtonElement;
    this.bar = h("div", { class: "motion-edit", role: "group", "aria-label": "The chosen point" });
    this.tools = h("div", { class: "group" }, this.toggle, this.bar);
    this.layers = stage.views.map((view) => {
      const element = svg("svg", { class: "motion-handles" });
      view.cell.append(element);
      return { view, element };
    });
    stage.ondraw = () => this.draw();
    if (before === null) return;
    this.setOn(true);
    const find = (name: string | null) => this.points().find((p) => p.name === name) ?? null;
    this.picked = find(before.picked);
    this.joined = this.picked && find(before.joined);
    this.isJoining = before.isJoining && this.picked !== null;
    this.joint = before.joint;
    this.changed();
  }

  /** For the editor of the next scene; null where nothing is edited. */
  get state(): EditorState | null {
    if (!this.isOn) return null;
    const { picked, joined, isJoining, joint } = this;
    return { picked: picked?.name ?? null, joined: joined?.name ?? null, isJoining, joint };
  }

  private setOn(on: boolean): void {
    this.isOn = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    if (!on) this.picked = this.joined = null;
    this.isJoining = false;
    this.changed();
  }

  private points(): NamedPoint[] {
    const all = [kWorldPoint, ...this.world.points];
    if (all.length <= kMostPoints) return all;
    const { selection } = desk();
    return all.filter((p) => selection.some((id) => plainName(p.name).startsWith(id)));
  }

  private handle(): PlaceHandle | null {
    const { model } = desk();
    if (!model || !this.picked || this.picked.body < 0) return null;
    return handleOf(model, this.picked.name, this.world.spec.bodies[this.picked.body].name);
  }

  private changed(): void {
    this.showBar();
    this.stage.invalidate();
  }

  private pick(point: NamedPoint): void {
    if (this.isJoining && this.picked && point !== this.picked) {
      this.joined = point;
      this.isJoining = false;
    } else {
      this.picked = point;
      this.joined = null;
      const body = point.body >= 0 ? this.world.spec.bodies[point.body].name : "";
      const id = plainName(body);
      if (id && !desk().selection.includes(id)) select([id]);
    }
    this.changed();
  }

  private showBar(): void {
    const { picked, joined } = this;
    this.bar.hidden = !this.isOn;
    if (!picked) return this.bar.replaceChildren(h("span", { class: "muted" }, "Choose a point."));
    const name = h("b", {}, plainName(picked.name));
    if (joined) return this.bar.replaceChildren(name, ...this.joinChoice(picked, joined));
    const handle = this.handle();
    const place = !handle
      ? h("span", { class: "muted" }, this.reasonWithout(picked))
      : h(
          "span",
          { class: "motion-place-text" },
          handle.axes
            .map((axis, k) => `${kAxes[k]} ${typeof axis === "string" ? "ƒ" : ""}${formatNumber(handle.value[k], 4)}`)
            .join("  ") + " m",
        );
    const join = h(
      "button",
      { "aria-pressed": String(this.isJoining), onclick: () => ((this.isJoining = !this.isJoining), this.changed()) },
      this.isJoining ? "Choose the other frame" : "Join to…",
    );
    this.bar.replaceChildren(name, place, ...(handle ? [] : this.fileButton(picked)), join);
  }

  private reasonWithout({ body }: NamedPoint): string {
    const { model } = desk();
    if (body < 0) return "the world's origin";
    const part = model && findPart(model.parts, plainName(this.world.spec.bodies[body].name));
    return part?.path ? "no number of the text is its place" : "it is a part of another file";
  }

  /** Of a point in another file: where it is moved. */
  private fileButton({ body }: NamedPoint): HTMLElement[] {
    const { model } = desk();
    if (body < 0 || !model) return [];
    const part = filePartOf(model.parts, plainName(this.world.spec.bodies[body].name));
    const path = part?.file ? pathOfFile(model.path, part.file) : null;
    if (!part?.file) return [];
    if (!path) return [h("span", { class: "muted" }, `(${part.file}; save a copy of the example to edit it)`)];
    return [h("button", { onclick: () => void openFileOf(part) }, `Open ${path}`)];
  }

  private joinChoice(from: NamedPoint, to: NamedPoint): HTMLElement[] {
    const joints = [...desk().types.values()].filter((t) => t.kind === "joint" && t.fields.some((f) => f.kind === "between"));
    const choice = h("select", {
      "aria-label": "Type of the joint",
      onchange: () => (this.joint = choice.value),
    }) as HTMLSelectElement;
    for (const type of joints) {
      const option = h("option", { value: type.name }, type.name) as HTMLOptionElement;
      option.selected = type.name === this.joint;
      choice.append(option);
    }
    return [
      h("span", {}, "to "),
      h("b", {}, plainName(to.name)),
      choice,
      h("button", { onclick: () => void this.join(choice.value, from, to) }, "Join"),
      h("button", { class: "quiet", onclick: () => ((this.joined = null), this.changed()) }, "Cancel"),
    ];
  }

  private async join(type: string, from: NamedPoint, to: NamedPoint): Promise<void> {
    const { model } = desk();
    if (!model) return;
    const name = freeName(nameFor(type), model.parts.map((p) => p.name));
    // The world, and what is nearer to it, comes first, as one writes it.
    const [a, b] = to.body < 0 ? [to, from] : [from, to];
    const between = `[${plainName(a.name)}, ${plainName(b.name)}]`;
    this.joined = null;
    if (await edit(`Join ${plainName(a.name)} and ${plainName(b.name)}`, [{ addPart: name, type, values: { between } }]))
      select([name]);
    this.changed();
  }

  // ------------------------------------------------------------------ drawing

  private at(point: NamedPoint): Vector3 {
    return this.world.poses.point({ body: point.body, position: point.position });
  }

  /** The axes in which a handle's numbers are. */
  private axesOf(handle: PlaceHandle): Vector3[] {
    const base = this.world.points.find((p) => p.name === handle.base);
    const matrix = new Matrix4();
    if (base) {
      const body = this.world.spec.bodies[base.body];
      const frame = (body.frames ?? []).find((f) => `${body.name}.${f.name}` === base.name);
      matrix.copy(this.world.poses.frame({ body: base.body, position: [0, 0, 0], orientation: frame?.orientation } as never));
    }
    return [0, 1, 2].map((k) => new Vector3().setFromMatrixColumn(matrix, k).normalize());
  }

  private toPixels(view: Viewport, point: Vector3): { x: number; y: number } | null {
    const clip = point.clone().project(view.look.camera);
    const { clientWidth, clientHeight } = view.cell;
    if (clip.z > 1 || clientWidth === 0) return null;
    return { x: (0.5 + 0.5 * clip.x) * clientWidth, y: (0.5 - 0.5 * clip.y) * clientHeight };
  }

  private draw(): void {
    for (const { view, element } of this.layers) {
      if (this.drag && element.contains(document.activeElement)) {
        this.updateDrag(view, element);
        continue;
      }
      const focused = element.contains(document.activeElement)
        ? document.activeElement?.getAttribute("data-key")
        : null;
      element.replaceChildren(...(this.isOn && view.shown ? this.drawn(view) : []));
      if (focused) element.querySelector<SVGElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  private drawn(view: Viewport): SVGElement[] {
    const dots = this.points().flatMap((point) => {
      const place = this.toPixels(view, this.at(point));
      if (!place) return [];
      const isChosen = point === this.picked || point === this.joined;
      const dot = svg("circle", {
        cx: place.x,
        cy: place.y,
        r: isChosen ? 6 : point.isFrame ? 4.5 : 5.5,
        class: `handle-dot${isChosen ? " is-chosen" : ""}${point.isFrame ? "" : " is-body"}`,
        tabindex: 0,
        role: "button",
        "aria-label": plainName(point.name),
        "data-key": point.name,
      });
      dot.append(svg("title", {}, document.createTextNode(plainName(point.name))));
      dot.addEventListener("pointerdown", (event) => {
        event.stopPropagation();
        this.pick(point);
      });
      dot.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.pick(point);
      });
      const label = svg("text", { x: place.x + 9, y: place.y - 7, class: "handle-name" });
      label.textContent = plainName(point.name);
      return isChosen ? [dot, label] : [dot];
    });
    return [...dots, ...this.drawnArrows(view)];
  }

  private drawnArrows(view: Viewport): SVGElement[] {
    const handle = this.handle();
    if (!handle || !this.picked || this.joined) return [];
    const start = this.at(this.picked);
    const from = this.toPixels(view, start);
    const perMetre = this.pixelsPerMetre(view, start);
    if (!from || !(perMetre > 0)) return [];
    return this.axesOf(handle).flatMap((axis, k) => {
      const to = this.toPixels(view, start.clone().addScaledVector(axis, kArrow / perMetre));
      if (!to || Math.hypot(to.x - from.x, to.y - from.y) < 8) return [];
      return [this.arrow(view, handle, k, from, to)];
    });
  }

  private arrow(
    view: Viewport,
    handle: PlaceHandle,
    axis: number,
    from: { x: number; y: number },
    to: { x: number; y: number },
  ): SVGElement {
    const target = handle.axes[axis];
    const isLocked = typeof target === "string";
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    const name = isLocked ? `${kAxes[axis]} is not to be dragged: ${target}` : target.parameter ?? kAxes[axis];
    const group = svg(
      "g",
      {
        class: `handle-axis axis-${kAxes[axis]}${isLocked ? " is-locked" : ""}`,
        "data-key": `axis ${axis}`,
        ...(isLocked
          ? {}
          : { tabindex: 0, role: "slider", "aria-label": name, "aria-valuenow": handle.value[axis], "aria-valuetext": `${handle.value[axis]} m` }),
      },
      svg("title", {}, document.createTextNode(isLocked ? name : `Drag along ${kAxes[axis]}${target.parameter ? `: the parameter ${target.parameter}` : ""}`)),
      svg("line", { ...line, class: "handle-reach" }),
      svg("line", { ...line, class: "handle-shaft" }),
      svg("path", { d: "M0 0 L-11 -4.5 L-11 4.5 Z", transform: `translate(${to.x} ${to.y}) rotate(${angle})` }),
    );
    const label = svg("text", { x: to.x + 10 * Math.cos((angle * Math.PI) / 180) - 3, y: to.y + 10 * Math.sin((angle * Math.PI) / 180) + 4 });
    label.textContent = kAxes[axis];
    group.append(label);
    if (!isLocked) this.bindAxis(view, group, handle, axis);
    return group;
  }

  private pixelsPerMetre(view: Viewport, at: Vector3): number {
    const eye = new Vector3().setFromMatrixPosition(view.look.camera.matrixWorld);
    const ahead = view.look.camera.getWorldDirection(new Vector3());
    const depth = at.clone().sub(eye).dot(ahead);
    return depth > 0 ? view.cell.clientHeight / 2 / Math.tan((view.look.camera.fov * Math.PI) / 360) / depth : 0;
  }

  // ----------------------------------------------------------------- dragging

  /** How far along the axis the point is that the pointer shows [m]; null where it looks along it. */
  private along(view: Viewport, event: PointerEvent, start: Vector3, axis: Vector3): number | null {
    const box = view.cell.getBoundingClientRect();
    const ray = new Raycaster();
    const clip = new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
    ray.setFromCamera(clip, view.look.camera);
    const { origin, direction } = ray.ray;
    const cosine = axis.dot(direction);
    const square = 1 - cosine * cosine;
    if (square < 1e-3) return null;
    const offset = origin.clone().sub(start);
    return (axis.dot(offset) - cosine * direction.dot(offset)) / square;
  }

  private bindAxis(view: Viewport, group: SVGElement, handle: PlaceHandle, k: number): void {
    const start = this.at(this.picked!);
    const axis = this.axesOf(handle)[k];
    const step = dragStep(1 / this.pixelsPerMetre(view, start));
    const commit = (metres: number) => {
      const change = dragEdit(handle, k, metres, step);
      const what = handle.axes[k];
      if (!change || typeof what === "string") return;
      void edit(what.parameter ? `Move by ${what.parameter}` : `Move ${plainName(this.picked!.name)} along ${kAxes[k]}`, [change]);
    };
    group.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      event.preventDefault();
      const begin = this.along(view, event, start, axis);
      if (begin === null) return say("note", "The view looks along this axis. Turn it first.");
      (group as unknown as HTMLElement).focus();
      group.setPointerCapture(event.pointerId);
      group.dataset.begin = String(begin);
      this.drag = { axis: k, shift: 0 };
    });
    group.addEventListener("pointermove", (event) => {
      event.stopPropagation();
      if (!this.drag) return;
      const now = this.along(view, event, start, axis);
      if (now === null) return;
      const shift = now - Number(group.dataset.begin);
      this.drag.shift = Math.round((handle.value[k] + shift) / step) * step - handle.value[k];
      this.stage.invalidate();
    });
    const end = (isTaken: boolean) => {
      if (!this.drag) return;
      const { shift } = this.drag;
      this.drag = null;
      delete group.dataset.begin;
      if (isTaken && shift !== 0) commit(handle.value[k] + shift);
      this.stage.invalidate();
    };
    group.addEventListener("pointerup", (event) => (event.stopPropagation(), end(true)));
    group.addEventListener("pointercancel", () => end(false));
    group.addEventListener("keydown", (event) => {
      const sign = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (event.key === "Escape" && this.drag) {
        event.stopPropagation();
        return end(false);
      }
      if (!sign) return;
      event.preventDefault();
      event.stopPropagation();
      commit(handle.value[k] + sign * 10 * step);
    });
  }

  /** While a drag lasts its arrow stays, and a line and a number show where the point goes. */
  private updateDrag(view: Viewport, element: SVGElement): void {
    element.querySelector(".handle-drag")?.remove();
    const handle = this.handle();
    if (!handle || !this.drag || !this.picked) return;
    const { axis, shift } = this.drag;
    const target = handle.axes[axis];
    const start = this.at(this.picked);
    const from = this.toPixels(view, start);
    const to = this.toPixels(view, start.clone().addScaledVector(this.axesOf(handle)[axis], shift));
    if (!from || !to) return;
    const label = svg("text", { x: to.x + 12, y: to.y - 12, class: "handle-value" });
    const name = typeof target !== "string" && target.parameter ? target.parameter : kAxes[axis];
    label.textContent = `${name} = ${formatNumber(handle.value[axis] + shift, 5)} m`;
    element.append(
      svg(
        "g",
        { class: "handle-drag" },
        svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
        svg("circle", { cx: to.x, cy: to.y, r: 6 }),
        label,
      ),
    );
  }
}
