// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import { HeightField, errorColor, shareOf } from "@holon/base/data/field";
import { h } from "@holon/base/dom";
import { formatNumber, niceBelow } from "@holon/base/numbers";
import { type FieldQuantity, makeFieldLegend } from "@holon/scene/forces/field_legend";
import type { DocumentMessage } from "@holon/protocol/report";
import { type Section, section } from "./sections";

/** Maps of the fields of a scene in the plan: the error to the design, and what was cut and filled. */
export function makeMaps({ scene }: DocumentMessage, clock: Clock): Section[] {
  const fields = (scene?.fields ?? [])
    .filter((spec) => spec.design !== undefined || spec.times.length > 0)
    .map((spec) => new HeightField(spec));
  if (fields.length === 0) return [];
  const updates: (() => void)[] = [];
  const panels = fields.flatMap((field) => {
    const maps: HeightMap[] = [];
    if (field.hasDesign) maps.push(new HeightMap(field, "error", `Error of ${field.spec.name} to the design`));
    if (field.spec.times.length > 0)
      maps.push(new HeightMap(field, "change", `Cut and fill of ${field.spec.name} since the start`));
    updates.push(() => {
      const changed = field.setTime(clock.time.value);
      if (changed === null || changed.length > 0) for (const map of maps) map.show(changed);
    });
    return maps.map((map) => map.element);
  });
  const update = () => updates.forEach((one) => one());
  clock.time.watch(update);
  update();
  const label = fields.some((f) => f.hasDesign) ? "Surface against the design" : "Cut and fill";
  return [section("maps", label, ...panels)];
}

/** A picture with a pixel for each cell; north is above. */
class HeightMap {
  readonly element: HTMLElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly image: ImageData;
  private readonly figures = h("p", { class: "map-figures" });
  private readonly rgb = [0, 0, 0];

  constructor(
    private readonly field: HeightField,
    private readonly of: FieldQuantity,
    title: string,
  ) {
    const { columns, rows } = field;
    const canvas = h("canvas", {
      class: "map-cells",
      width: columns,
      height: rows,
      role: "img",
      "aria-label": title,
    });
    this.context = canvas.getContext("2d")!;
    this.image = this.context.createImageData(columns, rows);
    const frame = h("div", { class: "map-frame" }, canvas, ...makeAxes(field));
    frame.style.setProperty("--aspect", String(columns / rows));
    const foot = h("div", { class: "map-foot" }, makeFieldLegend(field, of), this.figures);
    this.element = h("div", { class: "panel map" }, h("h3", {}, title), frame, foot);
    this.show(null);
  }

  /** Cells that have changed; null: all. */
  show(changed: number[] | null): void {
    const { columns, rows } = this.field;
    if (changed === null) for (let cell = 0; cell < columns * rows; ++cell) this.paint(cell);
    else for (const cell of changed) this.paint(cell);
    this.context.putImageData(this.image, 0, 0);
    this.figures.textContent = volumesText(this.field, this.of);
  }

  private paint(cell: number): void {
    const { field, image, rgb } = this;
    const { columns, rows, spec } = field;
    const share =
      this.of === "error"
        ? shareOf(field.error(cell), spec.error_scale)
        : shareOf(field.change(cell), spec.change_scale);
    errorColor(share, rgb);
    const at = 4 * ((rows - 1 - Math.floor(cell / columns)) * columns + (cell % columns));
    image.data.set([...rgb, 255], at);
  }
}

/** Ticks of x below and of y at the left [m], as shares of the picture. */
function makeAxes({ spec, columns, rows }: HeightField): HTMLElement[] {
  const axis = (name: "x" | "y", first: number, count: number) => {
    const [low, high] = [first - spec.cell / 2, first + (count - 0.5) * spec.cell];
    const step = niceBelow((high - low) / (name === "x" ? 6 : 3));
    const ticks: HTMLElement[] = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
      const tick = h("span", {}, String(Number((k * step).toPrecision(6))).replace("-", "−"));
      tick.style.setProperty("--at", String((k * step - low) / (high - low)));
      ticks.push(tick);
    }
    return h("div", { class: `map-axis map-${name}`, "aria-hidden": "true" }, ...ticks);
  };
  const unit = h("span", { class: "map-unit" }, "x, y in m");
  return [axis("x", spec.x, columns), axis("y", spec.y, rows), unit];
}

function volumesText(field: HeightField, of: FieldQuantity): string {
  let [low, high] = [0, 0];
  for (let cell = 0; cell < field.heights.length; ++cell) {
    const difference = of === "error" ? field.error(cell) : field.change(cell);
    if (difference > 0) high += difference;
    else if (difference < 0) low -= difference;
  }
  const area = field.spec.cell ** 2;
  const text = (volume: number) => `${formatNumber(volume * area, 3)}\u00a0m³`;
  return of === "error"
    ? `${text(high)} above the design, ${text(low)} missing below it`
    : `${text(low)} cut, ${text(high)} filled, with what lies on the cells before the blade`;
}
