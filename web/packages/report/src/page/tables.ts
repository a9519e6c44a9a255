// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { typesetText } from "@holon/base/numbers";
import type { DocumentMessage, TableSpec } from "@holon/protocol/report";
import { groupId } from "./plots";
import { type Section, section } from "./sections";

/** Tables of facts that stand before the plots. */
export function makeTables({ tables = [], labels = {} }: DocumentMessage): Section[] {
  if (tables.length === 0) return [];
  return [section("tables", labels.tables ?? "Tables", ...tables.map(panelOf))];
}

/** Longer cells are broken into lines. */
const kLongText = 48;

/** A bar of so many medians fills its cell. */
const kMedians = 4;

/** What a full bar stands for: the largest value, or so much that one outlier does not hide the others. */
function barScale(values: (number | null | undefined)[]): number {
  const sizes = values.map((v) => Math.abs(v ?? 0)).filter((v) => v > 0).sort((a, b) => a - b);
  if (sizes.length === 0) return 0;
  return Math.min(sizes[sizes.length - 1], kMedians * sizes[Math.floor(0.5 * (sizes.length - 1))]);
}

function panelOf({ title, columns, rows, note }: TableSpec): HTMLElement {
  const scales = columns.map((_, k) => barScale(rows.map(({ values }) => values?.[k])));
  const hasBars = rows.length > 1 && rows.some((r) => r.values);
  const cell = (text: string, k: number, value: number | null | undefined) => {
    const kind = hasBars ? "facts-number" : text.length > kLongText ? "facts-text" : undefined;
    const td = h("td", { class: kind }, typesetText(text));
    if (!hasBars || value === null || value === undefined || !(scales[k] > 0)) return td;
    // Beside the number, from the left; of negative values in another colour.
    const share = Math.abs(value) / scales[k];
    const kinds = ["facts-bar", value < 0 ? "facts-negative" : "", share > 1 ? "facts-cut" : ""];
    const bar = h("i", { class: kinds.join(" ").trim(), "aria-hidden": "true" });
    bar.style.setProperty("--share", String(Math.min(1, share)));
    td.append(bar);
    return td;
  };
  const name = (text: string, group?: string) =>
    h("th", { scope: "row" }, group ? h("a", { href: `#${groupId(group)}` }, text) : typesetText(text));
  const lines = rows.map(({ cells, group, values }) => ({
    values,
    element: h(
      "tr",
      {},
      name(cells[0] ?? "", group),
      ...cells.slice(1).map((text, k) => cell(text, k + 1, values?.[k + 1])),
    ),
  }));
  const body = h("tbody", {}, ...lines.map((line) => line.element));
  const heads = columns.map((text, k) => {
    const head = h("th", { scope: "col" }, text);
    if (!hasBars || (k > 0 && !(scales[k] > 0))) return head;
    // Ascending, then descending; the first column is the order that was given.
    const sort = h("button", {
      class: "quiet facts-sort",
      title: k === 0 ? "In the order given" : "Sort by size",
      onclick: () => {
        const isUp = k > 0 && head.getAttribute("aria-sort") !== "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        if (k > 0) head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
        const size = ({ values }: (typeof lines)[number]) => Math.abs(values?.[k] ?? Infinity);
        const sorted = k === 0 ? lines : [...lines].sort((a, b) => (isUp ? size(a) - size(b) : size(b) - size(a)));
        body.replaceChildren(...sorted.map((line) => line.element));
      },
    }, text);
    head.replaceChildren(sort);
    return head;
  });
  const isCut = hasBars && rows.some((r) => r.values?.some((v, k) => Math.abs(v ?? 0) > scales[k] * (1 + 1e-9)));
  return h(
    "div",
    { class: hasBars ? "panel facts facts-with-bars" : "panel facts" },
    h("h3", {}, title),
    isCut ? h("p", { class: "note" }, `Bars of more than ${kMedians} times the median of their column are cut off.`) : null,
    note ? h("p", { class: "note" }, typesetText(note)) : null,
    h(
      "div",
      { class: "facts-scroll", tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...heads)),
        body,
      ),
    ),
  );
}
