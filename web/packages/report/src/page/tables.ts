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

function panelOf({ title, columns, rows, note }: TableSpec): HTMLElement {
  const cell = (text: string) => h("td", {}, typesetText(text));
  const name = (text: string, group?: string) =>
    h("th", { scope: "row" }, group ? h("a", { href: `#${groupId(group)}` }, text) : typesetText(text));
  return h(
    "div",
    { class: "panel facts" },
    h("h3", {}, title),
    note ? h("p", { class: "note" }, typesetText(note)) : null,
    h(
      "div",
      { class: "facts-scroll", tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...columns.map((c) => h("th", { scope: "col" }, c)))),
        h(
          "tbody",
          {},
          ...rows.map(({ cells, group }) =>
            h("tr", {}, name(cells[0] ?? "", group), ...cells.slice(1).map(cell)),
          ),
        ),
      ),
    ),
  );
}
