// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Clock } from "@holon/base/clock";
import { h } from "@holon/base/dom";
import { formatNumber, unitText } from "@holon/base/numbers";
import { Signal } from "@holon/base/signal";
import type { Extent } from "@holon/base/data/pyramid";
import { type Spectrum, spectrumOf } from "@holon/base/data/spectrum";
import { statisticsOf } from "@holon/base/data/statistics";
import { Store } from "@holon/base/data/store";
import { Table } from "@holon/base/data/table";
import type { Curve } from "./curve";
import { Plot } from "./plot";
import { showTable } from "./table_view";

/** What the signals of a plot over time do, in numbers, and the spectra of those that are shown. */
export function showAnalysis(plot: Plot): void {
  const body = h("div", { class: "sheet-body" });
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": `Statistics of ${plot.spec.title}` },
    h(
      "header",
      {},
      h("h2", {}, plot.spec.title),
      h("button", { class: "quiet", onclick: () => dialog.close() }, "Close"),
    ),
    body,
  );
  dialog.addEventListener("close", () => dialog.remove());
  body.append(statisticsTable(plot), ...spectrumPlot(plot));
  document.body.append(dialog);
  dialog.showModal();
}

const timeOf = (curve: Curve) => (row: number) => curve.table.times[row];
const valueOf = (curve: Curve) => (row: number) => curve.y(row);

function statisticsTable(plot: Plot): HTMLElement {
  const unit = unitText(plot.spec.y.unit);
  const heads = ["Signal", "Min", "at [s]", "Max", "at [s]", "Mean", "RMS", "Final"];
  const rows = plot.curves.map((curve) => {
    const s = statisticsOf(curve.table.rows, timeOf(curve), valueOf(curve));
    const numbers = s ? [s.min, s.minAt, s.max, s.maxAt, s.mean, s.rms, s.final] : [];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, curve.label),
      ...heads.slice(1).map((_, k) => h("td", {}, formatNumber(numbers[k] ?? NaN, 6))),
    );
  });
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Statistics" },
    h(
      "table",
      {},
      h("caption", {}, unit ? `Values in ${unit}; mean and RMS over time` : "Mean and RMS over time"),
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows),
    ),
  );
}

/** The amplitude spectra as a plot of its own; a line of text where there is none. */
function spectrumPlot(plot: Plot): HTMLElement[] {
  const shown = plot.curves.filter((_, index) => plot.visible[index]);
  const spectra = shown.flatMap((curve) => {
    const spectrum = spectrumOf(curve.table.rows, timeOf(curve), valueOf(curve));
    return spectrum ? [{ curve, spectrum }] : [];
  });
  if (spectra.length === 0) return [h("p", { class: "table-note" }, "Too few rows for a spectrum.")];
  const store = new Store();
  const curves = spectra.map(({ curve, spectrum }) => {
    const stream = `spectrum of ${curve.label}`;
    store.tables.set(stream, tableOf(stream, plot.spec.y.unit, spectrum));
    return { label: curve.label, stream, x: 0, y: 1 };
  });
  const { frequency, resolution: first } = spectra[0].spectrum;
  const linked = {
    clock: new Clock([first, frequency[frequency.length - 1]]),
    isPage: false,
    hover: new Signal<number | null>(null),
    range: new Signal<Extent | null>(null),
  };
  const spec = {
    title: "Amplitude spectrum",
    x: { label: "frequency", unit: "Hz", is_time: true, is_log: true },
    y: { label: "amplitude", unit: plot.spec.y.unit },
    curves,
  };
  const spectrum = new Plot(spec, store, linked, showTable);
  // It has a width only when the sheet is open.
  requestAnimationFrame(() => spectrum.open());
  const resolution = formatNumber(spectra[0].spectrum.resolution, 3);
  return [
    spectrum.element,
    h(
      "p",
      { class: "table-note" },
      `Peak amplitudes, mean removed, Hann window, ${resolution} Hz between the lines; ` +
        "the signal is interpolated linearly between the rows of the plot.",
    ),
  ];
}

function tableOf(stream: string, unit: string, { frequency, amplitude }: Spectrum): Table {
  const table = new Table({
    type: "stream",
    stream,
    columns: [
      { name: "frequency", unit: "Hz", bits: 64 },
      { name: "amplitude", unit, bits: 64 },
    ],
  });
  table.append([frequency, amplitude]);
  return table;
}
