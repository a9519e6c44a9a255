// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "../base/dom";
import type { DocumentMessage } from "../data/messages";
import type { Store } from "../data/store";
import { type Linked, Plot } from "../plots/plot";
import { showTable } from "../plots/table_view";

/** The plots; each is drawn when it comes near the window, or when the page has nothing to do. */
export function makePlots(
  document_: DocumentMessage,
  store: Store,
  linked: Linked,
): { plots: Plot[]; element: HTMLElement } {
  const plots = (document_.plots ?? []).map((spec) => new Plot(spec, store, linked, showTable));
  const element = h("div", { class: "plots" }, ...plots.map((p) => p.element));
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
  return { plots, element };
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
