// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import { HeightField, errorColor } from "@holon/base/data/field";
import { h } from "@holon/base/dom";
import { formatNumber, niceBelow } from "@holon/base/numbers";
import { makeFieldLegend } from "@holon/scene/forces/field_legend";
import type { DocumentMessage } from "@holon/protocol/report";
import { type Section, section } from "./sections";

/** Maps of the fields of a scene: what was cut and filled, or the error to the design, in the plan. */
export function makeMaps({ scene }: DocumentMessage, clock: Clock): Section[] {
  const fields = (scene?.fields ?? [])
    .filter((spec) => spec.design !== undefined || spec.times.length > 0)
    .map((spec) => new HeightField(spec));
  if (fields.length === 0) return [];
  const panels = fields.map((field) => makeMap(field, clock));
  const label = fields.some((f) => f.hasDesign) ? "Surface against the design" : "Cut and fill";
  return [section("maps", label, ...panels)];
}

function makeMap(field: HeightField, clock: Clock): HTMLElement {
  const { columns, rows, spec } = field;
  const canvas = h("canvas", {
    class: "map-cells",
    width: columns,
    height: rows,
    role: "img",
    "aria-label": `Map of ${spec.name}`,
  });
  const figures = h("p", { class: "map-figures" });
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(columns, rows);
  const rgb = [0, 0, 0];
  const paint = (cell: number) => {
    errorColor(field.error(cell) / field.span, rgb);
    // North is above.
    const at = 4 * ((rows - 1 - Math.floor(cell / columns)) * columns + (cell % columns));
    image.data.set([...rgb, 255], at);
  };
  const show = (changed: number[] | null) => {
    if (changed === null) for (let cell = 0; cell < columns * rows; ++cell) paint(cell);
    else for (const cell of changed) paint(cell);
    context.putImageData(image, 0, 0);
    figures.textContent = volumesText(field);
  };
  show(null);
  const update = () => {
    const changed = field.setTime(clock.time.value);
    if (changed === null || changed.length > 0) show(changed);
  };
  clock.time.watch(update);
  update();
  const frame = h("div", { class: "map-frame" }, canvas, ...makeAxes(field));
  frame.style.setProperty("--aspect", String(columns / rows));
  return h(
    "div",
    { class: "panel map" },
    h("h3", {}, spec.name),
    frame,
    h("div", { class: "map-foot" }, makeFieldLegend(field), figures),
  );
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

function volumesText(field: HeightField): string {
  let [low, high] = [0, 0];
  for (let cell = 0; cell < field.heights.length; ++cell) {
    const error = field.error(cell);
    if (error > 0) high += error;
    else if (error < 0) low -= error;
  }
  const area = field.spec.cell ** 2;
  const text = (volume: number) => `${formatNumber(volume * area, 3)}\u00a0m³`;
  return field.hasDesign
    ? `${text(high)} above the design, ${text(low)} missing below it`
    : `${text(low)} cut, ${text(high)} filled`;
}
