// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { formatNumber, niceBelow, tickUnit, withUnit } from "@holon/base/numbers";
import { theme } from "@holon/base/theme";
import { type Arrows, arrowColor, arrowLength } from "./forces/arrows";
import { makeFieldLegend } from "./forces/field_legend";
import { MotorAxes } from "./forces/motor_axes";
import type { Side } from "./camera/orbit";
import type { AxisKind } from "@holon/protocol/report";
import type { Stage } from "./stage";
import type { Layer, World } from "./world";

const kLayers: [Layer, string][] = [
  ["traces", "Traces"],
  ["joints", "Joints"],
  ["frames", "Frames"],
  ["centers", "Centres of mass"],
  ["made_up", "Derived shapes"],
  ["ground", "Ground"],
  ["axes", "Axes of motions and wrenches"],
];

const kSides: [Side, string][] = [
  ["front", "Front"],
  ["side", "Side"],
  ["top", "Top"],
  ["iso", "Iso"],
];

/** The stage with what chooses its views and layers. */
export function makeStagePanel(stage: Stage, world: World): HTMLElement {
  const { orbit } = stage;
  const tools = h("div", { class: "stage-tools" });
  const sides = h(
    "div",
    { class: "group segmented", role: "group", "aria-label": "Free view from" },
    ...kSides.map(([side, label]) => h("button", { onclick: () => orbit.show(side) }, label)),
    h("button", { onclick: () => orbit.fit() }, "Fit"),
  );
  if (stage.views.length > 1) {
    const chips = stage.views.map((view) => {
      const chip = h(
        "button",
        {
          class: "chip",
          onclick: () => {
            const others = stage.views.some((v) => v !== view && v.shown);
            if (view.shown && !others) return;
            view.shown = !view.shown;
            stage.arrange();
          },
        },
        view.look.name,
      );
      return chip;
    });
    stage.onarrange = () => {
      stage.views.forEach((v, k) => chips[k].setAttribute("aria-pressed", String(v.shown)));
      sides.hidden = !stage.views[stage.views.length - 1].shown;
    };
    stage.onarrange();
    tools.append(h("div", { class: "group", role: "group", "aria-label": "Views" }, ...chips));
  }
  tools.append(sides, layersMenu(stage, world));
  const scale = h("span", { class: "stage-scale" });
  scale.hidden = world.terrains.length > 0;
  stage.onmeasure = () => (scale.textContent = `Grid ${gridText(world.ground.cell)}`);
  stage.onmeasure();
  const bars = h("span", { class: "stage-bars" });
  stage.onscale = (perMetre) => drawBars(bars, world, perMetre);
  const legend = h("div", { class: "stage-legend" }, bars);
  for (const arrows of world.arrows) {
    const dot = colorDot(arrows);
    legend.append(
      h("span", { "data-kind": arrows.label, hidden: !arrows.visible }, dot, arrows.label),
    );
  }
  for (const kind of world.axes.kinds)
    legend.append(h("span", {}, axisDot(kind), `${kind} axis`));
  const shown = world.terrains.find(({ field }) => field.hasDesign || field.spec.times.length > 0);
  const left = shown ? makeFieldLegend(shown.field) : scale;
  stage.element.append(h("div", { class: "stage-foot" }, left, legend));
  return h("div", { class: "panel stage-panel" }, tools, stage.element);
}

function layersMenu(stage: Stage, world: World): HTMLElement {
  const list = h("div", { class: "menu-list" });
  const box = (label: string, on: boolean, change: (on: boolean) => void, arrows?: Arrows) => {
    const input = h("input", {
      type: "checkbox",
      onchange: () => {
        change(input.checked);
        world.update();
        stage.invalidate();
      },
    });
    input.checked = on;
    const dot = arrows ? colorDot(arrows) : null;
    list.append(h("label", {}, input, dot, label));
  };
  for (const arrows of world.arrows) {
    const kinds = `${arrows.kind[0].toUpperCase()}${arrows.kind.slice(1)}s`;
    const label = arrows.open ? `${kinds}, not determined` : kinds;
    box(
      label,
      arrows.visible,
      (on) => {
        arrows.visible = on;
        const entry = stage.element.querySelector<HTMLElement>(`[data-kind="${arrows.label}"]`);
        if (entry) entry.hidden = !on;
        world.reframe();
      },
      arrows,
    );
  }
  if (world.arrows.length > 0) {
    box("Logarithmic lengths", world.logarithmic, (on) => {
      world.logarithmic = on;
      world.reframe();
    });
    list.append(h("hr"));
  }
  for (const [layer, label] of kLayers) {
    if (world.has(layer)) box(label, world.isShown(layer), (on) => world.show(layer, on));
  }
  box("Follow the machine", stage.orbit.follow, (on) => stage.orbit.setFollow(on));
  const menu = h("details", { class: "menu" }, h("summary", {}, "Show"), list);
  addEventListener("pointerdown", (event) => {
    if (menu.open && !menu.contains(event.target as Node)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  return menu;
}

/** [CSS px] of the bar that shows the scale of arrows. */
const kBar = 90;

/** Bars as long as an arrow of a round magnitude in the middle of the machine. */
function drawBars(place: HTMLElement, world: World, perMetre: number): void {
  const { symbol } = world.measures;
  const scales = perMetre > 0 ? world.arrowScales() : [];
  const texts = scales.flatMap(({ unit, scale, color }) => {
    const usual = arrowLength(scale.usual, scale, symbol) * perMetre;
    if (!(usual > 0)) return [];
    const magnitude = niceBelow(scale.usual * Math.min(1, kBar / usual));
    const width = arrowLength(magnitude, scale, symbol) * perMetre;
    const exponent = 3 * Math.floor(Math.log10(magnitude) / 3 + 1e-9);
    const shown = tickUnit(unit, exponent);
    const text = shown.power
      ? withUnit(formatNumber(magnitude, 1), unit)
      : `${formatNumber(magnitude / 10 ** shown.exponent, 1)}\u00a0${shown.unit}`;
    const title = scale.logarithmic
      ? "length of an arrow of this magnitude; lengths are logarithmic"
      : "length of an arrow of this magnitude in the middle of the machine";
    return [{ text, width, color, title }];
  });
  // Rebuilt only where it changes: images are drawn many times a second.
  const key = texts.map(({ text, width, color }) => `${text} ${width.toFixed(0)} ${color}`).join();
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(
    ...texts.map(({ text, width, color, title }) => {
      const bar = h("b", {});
      bar.style.width = `${width.toFixed(0)}px`;
      bar.style.color = color;
      return h("span", { title }, bar, text);
    }),
  );
}

function colorDot({ kind, open }: Arrows): HTMLElement {
  const dot = h("i", { class: open ? "open" : undefined });
  const paint = () => (dot.style.color = arrowColor(kind));
  theme.watch(paint);
  paint();
  return dot;
}

function axisDot(kind: AxisKind): HTMLElement {
  const dot = h("i");
  const paint = () => (dot.style.color = MotorAxes.color(kind));
  theme.watch(paint);
  paint();
  return dot;
}

function gridText(metres: number): string {
  if (metres >= 1000) return `${formatNumber(metres / 1000, 1)}\u00a0km`;
  if (metres >= 1) return `${formatNumber(metres, 1)}\u00a0m`;
  if (metres >= 0.01) return `${formatNumber(metres * 100, 1)}\u00a0cm`;
  if (metres >= 0.001) return `${formatNumber(metres * 1000, 1)}\u00a0mm`;
  return `${formatNumber(metres * 1e6, 1)}\u00a0µm`;
}
