// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import "uplot/dist/uPlot.min.css";
import "@holon/base/style/tokens.css";
import "@holon/base/style/controls.css";
import "./style/page.css";
import "@holon/scene/style/scene.css";
import "@holon/plots/style/plots.css";
import "@holon/plots/style/sheets.css";
import "./style/motion.css";
import "@holon/equations/style/equations.css";
import "./style/sections.css";
import "./style/tables.css";
import "./style/maps.css";
import { Clock } from "@holon/base/clock";
import { h, reducedMotion } from "@holon/base/dom";
import { Signal } from "@holon/base/signal";
import { applyTheme } from "@holon/base/theme";
import type { Extent } from "@holon/base/data/pyramid";
import { Store, messagesOfPage } from "@holon/base/data/store";
import { makeApi } from "./page/api";
import { makeHeader } from "./page/header";
import { makeMaps } from "./page/maps";
import { makeNavigation } from "./page/navigation";
import { makeMotion } from "@holon/scene/motion";
import { makePlots } from "./page/plots";
import { bindPrint } from "./page/print";
import { makeReceiver } from "./page/receiver";
import { type Section, makeSections, section } from "./page/sections";
import { makeTables } from "./page/tables";
import { bindKeys, makeTransport, showKeys } from "./page/transport";
import type { Linked } from "@holon/plots/plot";

async function open(root: HTMLElement): Promise<void> {
  applyTheme();
  const store = new Store();
  for (const message of messagesOfPage()) {
    await store.receive(message);
    // The head of the page is there to read while the numbers are unpacked.
    if (message.type === "document") {
      root.replaceChildren(makeHeader(message));
      await painted();
    }
  }
  const { document: said } = store;
  if (!said) throw new Error("the page holds no document");

  const clock = new Clock(store.timeRange());
  const linked: Linked = {
    clock,
    isPage: true,
    hover: new Signal<number | null>(null),
    range: new Signal<Extent | null>(null),
  };
  const { plots, element: plotGrid, asides } = makePlots(said, store, linked);
  const motion = makeMotion(said, store, clock);

  const both = h("div", { class: "motion" });
  const sections: Section[] = [];
  if (motion) {
    const element = h("section", { id: "motion", class: "motion-stage", "aria-label": "Motion" });
    element.append(motion.element);
    both.append(element);
    sections.push({ id: "motion", label: "Motion", element });
  }
  if (plotGrid) {
    const label = said.labels?.plots ?? "Plots";
    const element = h("section", { id: "plots", class: "motion-plots", "aria-label": label });
    element.append(plotGrid);
    both.append(element);
    sections.push({ id: "plots", label, element });
  }
  both.classList.add(`motion-${sections.length}`);
  const facts = makeTables(said);
  const added = asides.map(({ label, element }, k) => section(`plots-${k + 1}`, label, element));
  const rest = [...makeMaps(said, clock), ...added, ...makeSections(said)];
  const all = [...facts, ...sections, ...rest];

  root.append(
    ...facts.map((s) => s.element),
    both,
    ...rest.map((s) => s.element),
    h("footer", { class: "page-foot" }, said.generator ?? "Holon"),
  );
  root.before(h("div", { id: "top" }), makeNavigation(said.title, all, showKeys));
  showTransport(clock, root);
  clock.range.watch(() => showTransport(clock, root));
  bindKeys(clock, showKeys);
  bindPrint(clock, plots, () => motion?.shown?.stage ?? null);

  const receive = makeReceiver(store, clock, (last) => {
    motion?.takeRows(last);
    for (const plot of plots) plot.update();
  });
  window.holonReport = makeApi(
    ready,
    said.state,
    clock,
    plots,
    () => motion?.shown ?? null,
    receive,
  );
  motion?.shown?.stage.draw();
  performance.mark("holon-ready");
  const moves = clock.end > clock.begin;
  if (motion?.shown && moves && !reducedMotion.matches) playUntilTouched(clock);
}

/** The bar at the bottom, from the time on that there is anything to play. */
function showTransport(clock: Clock, root: HTMLElement): void {
  if (clock.end <= clock.begin || document.body.classList.contains("has-transport")) return;
  root.after(makeTransport(clock));
  document.body.classList.add("has-transport");
}

/** When the browser has shown what is on the page by now. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    // No pictures are made of a page in the background.
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}

/** The machine moves until the reader does anything; it never starts by itself again. */
function playUntilTouched(clock: Clock): void {
  const kinds = ["pointerdown", "keydown", "wheel"] as const;
  const stop = (event: Event) => {
    for (const kind of kinds) removeEventListener(kind, stop, true);
    // Those who press play or Space mean what it does now.
    const onBar = (event.target as HTMLElement).closest?.(".transport");
    const isSpace = event instanceof KeyboardEvent && event.key === " ";
    if (!onBar && !isSpace && event.type !== "wheel") clock.pause();
  };
  for (const kind of kinds) addEventListener(kind, stop, true);
  clock.play();
}

const root = document.getElementById("holon-report") ?? document.body.appendChild(h("main"));
const ready = Promise.resolve().then(() => open(root));
window.holonReport = { ready } as typeof window.holonReport;
ready.catch((error: unknown) => {
  console.error(error);
  root.append(
    h(
      "p",
      { class: "callout callout-failed", role: "alert" },
      `This report cannot be shown: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
});
