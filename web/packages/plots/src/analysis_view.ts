// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Clock } from "@holon/base/clock";
import { h } from "@holon/base/dom";
import { formatNumber, unitText } from "@holon/base/numbers";
import { Signal } from "@holon/base/signal";
import type { Extent } from "@holon/base/data/pyramid";
import { type Spectrum, spectrumOf } from "@holon/base/data/spectrum";
import { type Statistics, mapStatistics, statisticsOf } from "@holon/base/data/statistics";
import { Store } from "@holon/base/data/store";
import { Table } from "@holon/base/data/table";
import { Curve } from "./curve";
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

/** Of all rows of the run, also where the page holds only those that its curve needs. */
function statisticsOfCurve(curve: Curve): Statistics | null {
  const known = curve.table.reduced?.statistics?.[curve.spec.y];
  if (known) return mapStatistics(known, curve.spec.scale ?? 1, curve.spec.offset ?? 0);
  return statisticsOf(curve.table.rows, timeOf(curve), valueOf(curve));
}

function statisticsTable(plot: Plot): HTMLElement {
  const heads = ["Signal", "Min", "at [s]", "Max", "at [s]", "Mean", "RMS", "Final"];
  const rows = plot.curves.map((curve) => {
    const s = statisticsOfCurve(curve);
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
      h("caption", {}, captionOf(plot)),
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...rows),
    ),
  );
}

function captionOf(plot: Plot): string {
  const unit = unitText(plot.spec.y.unit);
  const text = unit ? `Values in ${unit}; mean and RMS over time` : "Mean and RMS over time";
  const reduced = plot.curves.map((c) => c.table.reduced).find((r) => r !== null);
  if (!reduced) return text;
  const rows = reduced.rows.toLocaleString("en");
  return reduced.statistics
    ? `${text}, of all ${rows} rows`
    : `${text}, of the ${reduced.kept.toLocaleString("en")} of ${rows} rows that the curves need: extremes are right, mean and RMS are not`;
}

/** The amplitude spectra as a plot of its own; a line of text where there is none. */
function spectrumPlot(plot: Plot): HTMLElement[] {
  const shown = plot.curves.filter((_, index) => plot.visible[index]);
  const whole = shown.map((curve) => (curve.table.reduced ? recordedOf(plot, curve) : curve));
  const thinned = shown.filter((_, k) => whole[k] === null);
  if (thinned.length === shown.length && thinned.length > 0) {
    const { kept, rows } = thinned[0].table.reduced!;
    const held = `${kept.toLocaleString("en")} of ${rows.toLocaleString("en")}`;
    const text = `No spectrum: the page holds the ${held} rows that its curves need, and these would show frequencies that are not there.`;
    return [h("p", { class: "table-note" }, text)];
  }
  const spectra = whole.flatMap((curve) => {
    if (!curve) return [];
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
        "the signal is interpolated linearly between rows, and averaged where they lie closer than the samples.",
    ),
  ];
}

/** The curve by the rows that the run recorded, where the page holds all of them. */
function recordedOf(plot: Plot, { spec, overTime, index }: Curve): Curve | null {
  const { recorded } = plot;
  return recorded && !recorded.reduced ? new Curve(spec, recorded, overTime, index) : null;
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
