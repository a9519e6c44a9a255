// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { axisLabel, plainNumber } from "@holon/base/numbers";
import type { Table } from "@holon/base/data/table";
import { Curve } from "./curve";
import type { Plot } from "./plot";

const kPage = 100;

interface Cell {
  label: string;
  unit: string;
  value: (row: number) => number;
}

/** The rows behind a plot, a page at a time. */
export function showTable(plot: Plot): void {
  const { recorded } = plot;
  const curves = recorded
    ? plot.curves.map((c) => new Curve(c.spec, recorded, c.overTime, c.index))
    : plot.curves;
  const streams = [...new Set(curves.map((c) => c.table))];
  if (streams.length === 0) return;
  let table = streams[0];
  let cells = cellsOf(plot, curves, table);
  let page = Math.floor(table.locate(plot.linked.clock.time.value).row / kPage);

  const body = h("tbody");
  const head = h("tr");
  const position = h("output", { class: "table-position" });
  const scroller = h(
    "div",
    {
      class: "table-scroll",
      tabindex: 0,
      role: "region",
      "aria-label": `Rows of ${plot.spec.title}`,
    },
    h("table", {}, h("thead", {}, head), body),
  );
  const pages = () => Math.max(1, Math.ceil(table.rows / kPage));
  const draw = () => {
    page = Math.min(pages() - 1, Math.max(0, page));
    const first = page * kPage;
    const last = Math.min(table.rows, first + kPage);
    head.replaceChildren(
      ...cells.map((c) => h("th", { scope: "col" }, axisLabel(c.label, c.unit))),
    );
    const times = timeTexts(table, first, last);
    const rows: HTMLElement[] = [];
    for (let row = first; row < last; ++row) {
      const now = row === table.locate(plot.linked.clock.time.value).row;
      rows.push(
        h(
          "tr",
          { "aria-current": now ? "time" : undefined },
          h("td", {}, times[row - first]),
          ...cells.slice(1).map((c) => h("td", {}, plainNumber(c.value(row), 7))),
        ),
      );
    }
    body.replaceChildren(...rows);
    const kept = table.reduced ? `, thinned from ${table.reduced.rows.toLocaleString("en")}` : "";
    position.textContent = table.rows
      ? `Rows ${first + 1} to ${last} of ${table.rows.toLocaleString("en")}${kept}`
      : "No rows";
  };
  const toNow = () => {
    const now = body.querySelector<HTMLElement>("[aria-current]");
    scroller.scrollTop = now ? now.offsetTop - 0.5 * scroller.clientHeight : 0;
  };
  const go = (to: () => number) => () => {
    page = to();
    draw();
    toNow();
  };
  const csv = () => csvOf(cells, table);
  const copy = h(
    "button",
    {
      onclick: async () => {
        await navigator.clipboard.writeText(csv());
        copy.textContent = "Copied";
      },
    },
    "Copy as CSV",
  );
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": `Table of ${plot.spec.title}` },
    h(
      "header",
      {},
      h("h2", {}, plot.spec.title),
      h("button", { class: "quiet", onclick: () => dialog.close() }, "Close"),
    ),
    streams.length > 1 &&
      h(
        "select",
        {
          "aria-label": "Stream",
          onchange: (event: Event) => {
            table = streams[(event.target as HTMLSelectElement).selectedIndex];
            cells = cellsOf(plot, curves, table);
            draw();
            toNow();
          },
        },
        ...streams.map((s) => h("option", {}, s.name)),
      ),
    recorded &&
      h(
        "p",
        { class: "table-note" },
        "The rows that the run recorded; the curves are drawn through more moments than these.",
      ),
    scroller,
    h(
      "footer",
      {},
      h("button", { onclick: go(() => 0) }, "First"),
      h("button", { onclick: go(() => page - 1) }, "Back"),
      h("button", { onclick: go(() => page + 1) }, "Next"),
      h("button", { onclick: go(() => pages() - 1) }, "Last"),
      h(
        "button",
        { onclick: go(() => Math.floor(table.locate(plot.linked.clock.time.value).row / kPage)) },
        plot.linked.isPage ? "At the time shown" : "At the cursor",
      ),
      position,
      copy,
      h("button", { onclick: () => save(`${plot.spec.title}.csv`, csv()) }, "Save as CSV"),
    ),
  );
  const unwatch = plot.rowsCame.watch(draw);
  dialog.addEventListener("close", () => {
    unwatch();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  draw();
  toNow();
}

/** Times of rows, with the decimals that tell all of them. */
function timeTexts(table: Table, first: number, last: number): string[] {
  const rounded = [...table.times.subarray(first, last)].map((t) => Number(t.toPrecision(9)));
  const decimals = Math.max(0, ...rounded.map((t) => /\.(\d+)$/.exec(String(t))?.[1].length ?? 0));
  return rounded.map((t) => (/e/.test(String(t)) ? String(t) : t.toFixed(Math.min(12, decimals))));
}

function cellsOf(plot: Plot, curves: Curve[], table: Table): Cell[] {
  const { x, y } = plot.spec;
  const first = table.columns[0];
  const cells: Cell[] = [
    { label: first.name, unit: first.unit, value: (row) => table.times[row] },
  ];
  const seen = new Set<number>([0]);
  for (const curve of curves.filter((c) => c.table === table)) {
    if (!seen.has(curve.spec.x) && !x.is_time) {
      seen.add(curve.spec.x);
      cells.push({ label: x.label, unit: x.unit, value: (row) => curve.x(row) });
    }
    cells.push(cell(curve, y.unit));
  }
  return cells;
}

function cell(curve: Curve, unit: string): Cell {
  return { label: curve.label, unit, value: (row) => curve.y(row) };
}

function csvOf(cells: Cell[], table: Table): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const heading = ({ label, unit }: Cell) => (unit ? `${label} [${unit}]` : label);
  const lines = [cells.map((c) => quoted(heading(c))).join(",")];
  for (let row = 0; row < table.rows; ++row) {
    lines.push(
      cells
        .map((c) => {
          const value = c.value(row);
          return Number.isNaN(value) ? "" : String(value);
        })
        .join(","),
    );
  }
  return lines.join("\n") + "\n";
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
