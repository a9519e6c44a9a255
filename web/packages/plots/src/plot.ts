// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import uPlot from "uplot";
import type { Clock } from "@holon/base/clock";
import { freshId, h } from "@holon/base/dom";
import { frequencyScale, isAngular } from "@holon/base/frequency";
import {
  axisLabel,
  formatFixed,
  formatNumber,
  tickExponent,
  tickUnit,
  withUnit,
} from "@holon/base/numbers";
import { Signal } from "@holon/base/signal";
import { curveColor, theme } from "@holon/base/theme";
import type { GuideSpec, PlotSpec } from "@holon/protocol/report";
import type { Extent } from "@holon/base/data/pyramid";
import type { Store } from "@holon/base/data/store";
import type { Table } from "@holon/base/data/table";
import { plotOptions } from "./axes";
import { Curve } from "./curve";
import { drawCurves } from "./draw";
import { Legend } from "./legend";
import { Marks } from "./marks";
import { PlotView } from "./view";
import { bindZoom } from "./zoom";

/** What plots share: the time (or frequency) shown, the one under the pointer, the range of it. */
export interface Linked {
  /** The page's clock, or one of a stream that is over something else. */
  clock: Clock;
  isPage: boolean;
  hover: Signal<number | null>;
  range: Signal<Extent | null>;
  /** Plots are lower: several stand in a small part of the window. */
  isCompact?: boolean;
}

export interface CurveValue {
  label: string;
  x: number;
  value: number;
  unit: string;
}

/** One plot: head, drawing, legend. */
export class Plot {
  readonly element: HTMLElement;
  readonly curves: Curve[];
  readonly visible: boolean[];
  /** The rows that the run recorded, where the curves have others. */
  readonly recorded: Table | null;
  /** Counts the rows that have come. */
  readonly rowsCame: Signal<number>;
  readonly marks: Marks;
  u: uPlot | null = null;
  private readonly area = h("div", { class: "plot-area" });
  private readonly yLabel = h("span", { class: "axis-label" });
  private readonly reset: HTMLButtonElement;
  private readonly legend: Legend;
  private readonly view: PlotView;
  /** Frequencies are shown in Hz or rad/s, on all plots alike. */
  private readonly isOverFrequency: boolean;
  private readonly unitButton = h("button", {
    class: "quiet",
    onclick: () => isAngular.set(!isAngular.value),
  });
  /** Has been near the window. */
  private near = false;
  /** What ends its watching of the page. */
  private readonly ends: (() => void)[] = [];

  constructor(
    readonly spec: PlotSpec,
    store: Store,
    readonly linked: Linked,
    showTable: (plot: Plot) => void,
    showAnalysis?: (plot: Plot) => void,
  ) {
    this.curves = spec.curves.flatMap((curve, index) => {
      const table = store.tables.get(curve.stream);
      return table ? [new Curve(curve, table, spec.x.is_time, index, spec.x.is_log, spec.y.is_log)] : [];
    });
    this.view = new PlotView(spec, this.curves);
    this.isOverFrequency = spec.x.is_log === true && spec.x.unit === "Hz";
    this.setFrequencyUnit();
    this.recorded = store.tables.get(store.document?.recorded ?? "") ?? null;
    this.visible = this.curves.map(() => true);
    this.rowsCame = store.rows;
    const id = freshId("plot");
    this.ends.push(isAngular.watch(() => this.changeFrequency()));
    this.reset = h(
      "button",
      { class: "quiet", hidden: true, onclick: () => this.resetZoom(), title: "Double-click, 0" },
      "Whole range",
    );
    this.legend = new Legend(this);
    this.element = h(
      "figure",
      { class: "plot panel", "aria-labelledby": id },
      h(
        "figcaption",
        { class: "plot-head" },
        h("h3", { id }, spec.title),
        this.reset,
        this.isOverFrequency && this.unitButton,
        showAnalysis &&
          h(
            "button",
            {
              class: "quiet",
              onclick: () => showAnalysis(this),
              title: "Smallest and largest value, mean, RMS, final value, and the spectrum",
              "aria-label": `Statistics of ${spec.title}`,
            },
            "Statistics",
          ),
        h(
          "button",
          {
            class: "quiet",
            onclick: () => showTable(this),
            "aria-label": `Table of ${spec.title}`,
          },
          "Table",
        ),
      ),
      this.yLabel,
      this.area,
      this.legend.element,
    );
    this.marks = new Marks(this);
    this.yLabel.textContent = axisLabel(spec.y.label, spec.y.unit);

    if (spec.x.is_time) this.ends.push(linked.range.watch(() => this.refresh()));
    this.ends.push(
      linked.clock.time.watch(() => this.follow(false)),
      linked.hover.watch(() => this.follow(true)),
      linked.clock.playing.watch(() => this.follow(true)),
      theme.watch(() => {
        this.legend.recolor();
        this.marks.recolor();
        this.u?.redraw(false, true);
      }),
    );
    this.legend.update(true);
  }

  private setFrequencyUnit(): void {
    if (!this.isOverFrequency) return;
    this.spec.x.unit = isAngular.value ? "rad/s" : "Hz";
    for (const curve of this.curves) curve.setScaleOfX(frequencyScale());
    this.unitButton.textContent = isAngular.value ? "in Hz" : "in rad/s";
    this.unitButton.title = `Shows frequencies ${this.unitButton.textContent}`;
  }

  private changeFrequency(): void {
    if (this.isOverFrequency) {
      this.setFrequencyUnit();
      this.view.zoomed.x = undefined;
      this.u?.over.setAttribute("aria-label", this.describe());
      this.update();
    }
    this.legend.update(true);
  }

  /** Draws it; called when the plot comes near the window. */
  open(): void {
    if (this.u) return;
    this.near = true;
    if (this.curves.every((c) => c.table.rows === 0)) {
      this.area.replaceChildren(h("p", { class: "plot-empty" }, "No rows"));
      return;
    }
    this.area.replaceChildren();
    this.updateView();
    this.u = new uPlot(
      plotOptions(
        this.spec,
        this.view,
        { width: this.area.clientWidth, height: this.height() },
        (u) => this.draw(u),
      ),
      [
        [0, 1],
        [0, 1],
      ],
      this.area,
    );
    this.u.over.setAttribute("tabindex", "0");
    this.u.over.setAttribute("role", "img");
    this.u.over.setAttribute("aria-label", this.describe());
    this.marks.attach(this.u.over);
    bindZoom(this, this.u);
    new ResizeObserver(() => this.resize()).observe(this.area);
    this.refresh();
  }

  /** Ends it: a page that goes on has no use for it any more. */
  close(): void {
    for (const end of this.ends) end();
    this.u?.destroy();
    this.u = null;
    this.near = false;
    this.element.remove();
  }

  /** Time [s] and x of the plot, where the plot is over time. */
  timeOf(x: number): number {
    const { scale, offset } = this.mapOfX();
    return ((this.spec.x.is_log ? 10 ** x : x) - offset) / scale;
  }

  /** From a stream's first column to x. */
  private mapOfX(): { scale: number; offset: number } {
    const { x_scale = 1, x_offset = 0 } = this.spec.curves[0] ?? {};
    if (!this.isOverFrequency) return { scale: x_scale, offset: x_offset };
    return { scale: frequencyScale(), offset: 0 };
  }

  xOf(time: number): number {
    const { scale, offset } = this.mapOfX();
    const x = time * scale + offset;
    return this.spec.x.is_log ? Math.log10(x) : x;
  }

  /** Where the cursor of a plot stands that is not over the page's time: "1.59 Hz". */
  cursorText(time: number): string {
    const first = this.curves[0]?.table.columns[0];
    if (this.linked.isPage || !first || first.name === "point" || this.curves[0].mark) return "";
    const isShown = first.unit === "Hz";
    const shown = isShown ? time * frequencyScale() : time;
    const unit = isShown && isAngular.value ? "rad/s" : first.unit;
    return `${first.name} ${withUnit(formatNumber(shown, 4), unit)}`;
  }

  /** The values of the curves at a time [s]. */
  cursorValues(time: number): CurveValue[] {
    return this.curves.map((curve) => {
      const point = curve.at(time);
      return {
        label: curve.label,
        x: point?.x ?? NaN,
        value: point ? curve.valueAt(point.y) : NaN,
        unit: this.spec.y.unit,
      };
    });
  }

  /** What a curve is at a time: its value, or where it is in a plane of two outputs. */
  formatPoint({ x, value }: CurveValue): string {
    const y = this.formatValue(value, this.spec.y.unit, this.view.wholeY());
    if (this.spec.x.is_time || Number.isNaN(value)) return y;
    return `(${this.formatValue(x, this.spec.x.unit, this.view.wholeX())}, ${y})`;
  }

  /** A value in the unit of its axis, with the digits that the plot's range calls for. */
  private formatValue(value: number, unit: string, { min, max }: Extent): string {
    if (Number.isNaN(value)) return "–";
    const largest = Math.max(Math.abs(min), Math.abs(max), 1e-300);
    const display = tickUnit(unit, tickExponent(largest));
    if (display.power) return withUnit(formatNumber(value, 4), unit);
    const exponent = Math.floor(Math.log10(largest)) - display.exponent;
    const decimals = Math.min(12, Math.max(0, 4 - exponent));
    return withUnit(formatFixed(value / 10 ** display.exponent, decimals), display.unit);
  }

  /** Shows rows that have come since. */
  update(): void {
    if (!this.u) {
      if (this.near) this.open();
      return;
    }
    this.refresh();
    this.u.redraw(false, true);
    this.follow(true);
  }

  setVisible(visible: boolean[]): void {
    visible.forEach((on, index) => (this.visible[index] = on));
    this.legend.update(true);
    this.refresh();
  }

  /** Shows a range; undefined leaves an axis as it is. */
  zoom(view: { x?: Extent; y?: Extent }): void {
    if (view.y) this.view.zoomed.y = view.y;
    if (view.x) {
      if (this.spec.x.is_time) {
        const [a, b] = [this.timeOf(view.x.min), this.timeOf(view.x.max)];
        this.linked.range.set({ min: Math.min(a, b), max: Math.max(a, b) });
      } else {
        this.view.zoomed.x = view.x;
      }
    }
    this.refresh();
  }

  resetZoom(): void {
    this.view.zoomed = {};
    if (this.spec.x.is_time) this.linked.range.set(null);
    this.refresh();
  }

  /** Draws anew what rows, range, size or choice of curves have changed. */
  refresh(): void {
    const whole = this.spec.x.is_time && this.linked.range.value === null;
    this.reset.hidden =
      this.view.zoomed.x === undefined && this.view.zoomed.y === undefined && (whole || !this.spec.x.is_time);
    if (!this.u) return;
    this.updateView();
    const { u } = this;
    const { shown } = this.view;
    u.batch(() => {
      u.setScale("x", shown.x);
      u.setScale("y", shown.y);
    });
    this.marks.place();
  }

  private resize(): void {
    const width = Math.floor(this.area.clientWidth);
    if (!this.u || width === 0 || (width === this.u.width && this.height() === this.u.height))
      return;
    this.u.setSize({ width, height: this.height() });
    this.refresh();
  }

  private height(): number {
    const width = this.area.clientWidth;
    if (this.linked.isCompact) return Math.round(Math.min(240, Math.max(150, 0.4 * width)));
    if (this.spec.hides_axes) return Math.round(Math.min(460, Math.max(260, width)));
    if (this.spec.equal_scales) return Math.round(Math.min(440, Math.max(260, 0.72 * width)));
    return Math.round(Math.min(300, Math.max(220, 0.42 * width)));
  }

  private follow(urgent: boolean): void {
    this.marks.place();
    this.legend.update(urgent || !this.linked.clock.playing.value);
  }

  private updateView(): void {
    const shown = this.curves.filter((_, index) => this.visible[index]);
    const { range, clock } = this.linked;
    const box = this.u?.bbox;
    this.view.update(
      shown,
      range.value ?? { min: clock.begin, max: clock.end },
      (time) => this.xOf(time),
      {
        width: box?.width || this.area.clientWidth - 70 || 1,
        height: box?.height || this.height() - 60,
      },
    );
    const { y } = this.spec;
    this.yLabel.textContent = axisLabel(y.label, y.unit, this.view.exponents.y);
  }

  private describe(): string {
    const { spec } = this;
    const names = this.curves.slice(0, 8).map((c) => c.label);
    if (this.curves.length > 8) names.push(`and ${this.curves.length - 8} more`);
    return (
      `${axisLabel(spec.y.label, spec.y.unit)} over ${axisLabel(spec.x.label, spec.x.unit)}: ` +
      `${names.join(", ")}. Its table holds the numbers.`
    );
  }

  /** As the axes have them. */
  private guides(): GuideSpec[] {
    const { guides = [], x, y } = this.spec;
    const scale = this.isOverFrequency ? frequencyScale() : 1;
    const logarithms = (values: number[], factor = 1) => values.map((v) => Math.log10(v * factor));
    return guides.map((g) => ({
      ...g,
      x: x.is_log ? logarithms(g.x, scale) : g.x,
      y: y.is_log ? logarithms(g.y) : g.y,
    }));
  }

  private draw(u: uPlot): void {
    const shown = this.curves.filter((_, index) => this.visible[index]);
    drawCurves(u, shown, this.view.shown, curveColor, this.guides());
  }
}
