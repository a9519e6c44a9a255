// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { curveColor, curveDash } from "@holon/base/theme";
import type { Curve } from "./curve";
import type { Plot } from "./plot";

/** From so many curves on the legend has a search. */
const kSearchFrom = 9;
/** Of more curves a part of the legend is seen at a time. */
const kMostShown = 24;
/** While it plays values change so often [ms]. */
const kPace = 90;

interface Entry {
  item: HTMLElement;
  button: HTMLButtonElement;
  value: HTMLElement;
  /** Of a line, a mark, or an area. */
  swatch: SVGElement;
}

/** The attributes of a path within 22 x 8 px. */
function swatchOf(curve: Curve): Record<string, string | number> {
  if (curve.isBand) return { d: "M1 0H21V8H1Z", "fill-opacity": 0.3 };
  switch (curve.mark) {
    case "cross":
      return { d: "M8 1L14 7M8 7L14 1", "stroke-width": 1.8 };
    case "circle":
      return { d: "M14 4A3 3 0 1 1 8 4A3 3 0 1 1 14 4Z", "stroke-width": 1.6 };
    case "dot":
      return { d: "M5 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M13 4a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0" };
    case "outline":
      return { d: "M1 4H21", "stroke-width": 1.1 };
    default:
      return { d: "M1 4H21", "stroke-width": 2.2 };
  }
}

/** Names, colours and present values of the curves; each can be hidden or shown alone. */
export class Legend {
  readonly element: HTMLElement;
  private readonly entries: Entry[];
  private readonly at = h("p", { class: "legend-at" });
  private last = 0;

  constructor(private readonly plot: Plot) {
    this.entries = plot.curves.map((_, index) => this.entry(index));
    const list = h("ul", { class: "legend-list", "aria-label": `Curves of ${plot.spec.title}` });
    list.append(...this.entries.map((e) => e.item));
    // Columns as wide as the longest name and a value need, or two values; of many curves two columns
    // are better than room for the longest value.
    const longest = Math.max(...plot.curves.map((c) => c.label.length), 0);
    const isMany = plot.curves.length >= kSearchFrom;
    const values = !plot.spec.x.is_time ? 230 : isMany ? 104 : 128;
    list.style.setProperty("--entry", `${Math.min(420, Math.round(values + 7.1 * longest))}px`);
    this.element = h("div", { class: "legend" });
    if (isMany) {
      this.element.append(this.tools());
    }
    if (plot.curves.length > kMostShown) {
      list.classList.add("legend-many");
      list.tabIndex = 0;
    }
    this.element.append(this.at, list);
    this.recolor();
  }

  recolor(): void {
    this.entries.forEach(({ swatch }, index) => {
      const curve = this.plot.curves[index];
      const isRejected = curve.spec.rejected !== undefined;
      const hue = curve.isBand ? (curve.spec.hue ?? 0) : (curve.spec.hue ?? curve.index);
      const color = isRejected ? "var(--bad)" : curveColor(hue);
      const isFilled = curve.isBand || curve.mark === "dot";
      swatch.setAttribute("stroke", isFilled ? "none" : color);
      swatch.setAttribute("fill", isFilled ? color : "none");
      if (!curve.mark) swatch.setAttribute("stroke-dasharray", curveDash(curve.index).join(" "));
    });
  }

  /** Values at the pointer's time, or else the page's. */
  update(urgent: boolean): void {
    const now = performance.now();
    if (!urgent && now - this.last < kPace) return;
    this.last = now;
    const { plot } = this;
    const hover = plot.linked.hover.value;
    const time = hover ?? plot.linked.clock.time.value;
    const at = plot.cursorText(time);
    if (this.at.textContent !== at) this.at.textContent = at;
    this.at.hidden = at === "";
    plot.cursorValues(time).forEach((point, index) => {
      const entry = this.entries[index];
      entry.button.setAttribute("aria-pressed", String(plot.visible[index]));
      // Of points only the one under the pointer has a value to tell.
      const { mark, isBand, table } = plot.curves[index];
      const isShape = isBand || table.columns[0].name === "point";
      const isUntold = isShape || (mark && (hover === null || Number.isNaN(point.value)));
      const text = isUntold ? "" : plot.formatPoint(point);
      if (entry.value.textContent !== text) entry.value.textContent = text;
    });
  }

  private entry(index: number): Entry {
    const namespace = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(namespace, "svg");
    svg.setAttribute("viewBox", "0 0 22 8");
    svg.setAttribute("class", "swatch");
    svg.setAttribute("aria-hidden", "true");
    const swatch = document.createElementNS(namespace, "path");
    for (const [name, value] of Object.entries(swatchOf(this.plot.curves[index])))
      swatch.setAttribute(name, String(value));
    svg.append(swatch);
    const button = h(
      "button",
      {
        class: "legend-name",
        title: "Click hides or shows it, Shift or a double click shows it alone",
        onclick: (event: MouseEvent) => this.choose(index, event.shiftKey),
        ondblclick: () => this.choose(index, true),
      },
      svg,
      h("span", {}, this.plot.curves[index].label),
    );
    const value = h("span", { class: "legend-value" });
    return { item: h("li", {}, button, value), button, value, swatch };
  }

  private choose(index: number, alone: boolean): void {
    const { visible } = this.plot;
    if (!alone) {
      this.plot.setVisible(visible.map((on, k) => (k === index ? !on : on)));
      return;
    }
    const isAlone = visible.every((on, k) => on === (k === index));
    this.plot.setVisible(visible.map((_, k) => isAlone || k === index));
  }

  private tools(): HTMLElement {
    const found = (text: string, index: number) =>
      this.plot.curves[index].label.toLowerCase().includes(text.toLowerCase());
    const search = h("input", {
      type: "search",
      placeholder: `Search ${this.entries.length} curves`,
      "aria-label": `Search the curves of ${this.plot.spec.title}`,
      oninput: () => {
        this.entries.forEach(({ item }, index) => (item.hidden = !found(search.value, index)));
      },
    });
    const show = (all: boolean) => () =>
      this.plot.setVisible(
        this.plot.visible.map((on, k) => (found(search.value, k) ? all : search.value ? on : all)),
      );
    return h(
      "div",
      { class: "legend-tools" },
      search,
      h("button", { class: "quiet", onclick: show(true) }, "Show all"),
      h("button", { class: "quiet", onclick: show(false) }, "Hide all"),
    );
  }
}
