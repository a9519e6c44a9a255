// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { Clock } from "@holon/base/clock";
import { Signal } from "@holon/base/signal";
import type { DocumentMessage, PlotSpec } from "@holon/protocol/report";
import type { Extent } from "@holon/base/data/pyramid";
import type { Store } from "@holon/base/data/store";
import { showAnalysis } from "@holon/plots/analysis_view";
import { type Linked, Plot } from "@holon/plots/plot";
import { showTable } from "@holon/plots/table_view";

/** The plots; each is drawn when it comes near the window, or when the page has nothing to do. */
export function makePlots(
  document_: DocumentMessage,
  store: Store,
  linked: Linked,
): { plots: Plot[]; element: HTMLElement | null; asides: { label: string; element: HTMLElement }[] } {
  const linkedOf = makeCursors(store, linked);
  const plots = (document_.plots ?? []).map(
    (spec) =>
      new Plot(
        spec,
        store,
        linkedOf(spec),
        showTable,
        spec.x.is_time && !spec.x.is_log ? showAnalysis : undefined,
      ),
  );
  const main = plots.filter((p) => p.spec.section === undefined);
  const element = main.length > 0 ? grouped(main) : null;
  const names = [...new Set(plots.flatMap((p) => p.spec.section ?? []))];
  const asides = names.map((label) => ({
    label,
    element: grouped(plots.filter((p) => p.spec.section === label)),
  }));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        observer.unobserve(entry.target);
        plots.find((p) => p.element === entry.target)?.open();
      }
    },
    { rootMargin: "600px 0px" },
  );
  for (const plot of plots) observer.observe(plot.element);
  openAtLeisure(plots);
  return { plots, element, asides };
}

/** So that pictures of the whole page have all plots; not so many that the page is slow. */
function openAtLeisure(plots: Plot[]): void {
  const kMost = 24;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 100));
  const queue = plots.slice(0, kMost);
  const next = () => {
    // What is not laid out yet has no size.
    const plot = queue[0];
    if (plot?.element.clientWidth) {
      queue.shift();
      plot.open();
    }
    if (queue.length > 0) idle(next);
  };
  idle(next);
}

/** Streams that are not over the page's time have a cursor of their own, which their plots share. */
function makeCursors(store: Store, page: Linked): (spec: PlotSpec) => Linked {
  const cursors = new Map<string, Linked>();
  return (spec) => {
    const table = store.tables.get(spec.curves[0]?.stream ?? "");
    if (!table || table.isOverTime) return page;
    const known = cursors.get(table.name);
    if (known) return known;
    const ends = table.rows > 0 ? [table.times[0], table.times[table.rows - 1]] : [0, 0];
    const cursor: Linked = {
      clock: new Clock([ends[0], ends[1]]),
      isPage: false,
      hover: new Signal<number | null>(null),
      range: new Signal<Extent | null>(null),
    };
    // In the middle: at its ends a cursor is hard to see.
    if (spec.x.is_log) cursor.clock.set(Math.sqrt(ends[0] * ends[1]));
    cursors.set(table.name, cursor);
    return cursor;
  };
}

/** Where the plots of a group stand, for links to it. */
export function groupId(group: string): string {
  return `plots-${[...group].map((c) => (/[A-Za-z0-9]/.test(c) ? c : `_${c.codePointAt(0)}`)).join("")}`;
}

function grouped(plots: Plot[]): HTMLElement {
  const names = [...new Set(plots.map((p) => p.spec.group ?? ""))];
  const gridOf = (name: string) =>
    h(
      "div",
      { class: "plots" },
      ...stacked(plots.filter((p) => (p.spec.group ?? "") === name)),
    );
  if (names.length <= 1 && !names[0]) return gridOf("");
  return h(
    "div",
    { class: "plot-groups" },
    ...names.map((name) =>
      h(
        "section",
        name ? { id: groupId(name), class: "plot-group", "aria-label": name } : {},
        name ? h("h2", {}, name) : null,
        gridOf(name),
      ),
    ),
  );
}

/** Plots that stand below the one before them share its place in the grid. */
function stacked(plots: Plot[]): HTMLElement[] {
  const elements: HTMLElement[] = [];
  for (const { spec, element } of plots) {
    const last = elements[elements.length - 1];
    if (!spec.is_below || !last) elements.push(element);
    else if (last.classList.contains("plot-stack")) last.append(element);
    else elements[elements.length - 1] = h("div", { class: "plot-stack" }, last, element);
  }
  return elements;
}
