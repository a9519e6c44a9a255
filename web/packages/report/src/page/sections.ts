// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h, safeMarkup } from "@holon/base/dom";
import { typesetText } from "@holon/base/numbers";
import type { DocumentMessage } from "@holon/protocol/report";
import { makeEquationPanel } from "@holon/equations/equations";
import { makeModelText } from "./model_text";

export interface Section {
  id: string;
  label: string;
  element: HTMLElement;
}

export function section(id: string, label: string, ...children: (Node | null)[]): Section {
  const element = h("section", { id, "aria-labelledby": `${id}-title` });
  element.append(h("h2", { id: `${id}-title` }, label));
  for (const child of children) if (child) element.append(child);
  return { id, label, element };
}

/** What follows the motion: numbers of the run, equations, diagram, text, where it came from. */
export function makeSections(document_: DocumentMessage): Section[] {
  const {
    labels = {},
    statistics = [],
    notes = [],
    equations = [],
    equations_note,
    diagram,
    model,
    provenance,
  } = document_;
  const sections: Section[] = [];
  if (statistics.length > 0 || notes.length > 0) {
    const groups = statistics.map(({ group, items }) =>
      h(
        "div",
        { class: "panel statistics" },
        h("h3", {}, group),
        h(
          "dl",
          {},
          ...items.map(({ label, value, hint }) =>
            h(
              "div",
              {},
              h("dt", {}, label, hint ? h("small", {}, typesetText(hint)) : null),
              h("dd", {}, typesetText(value)),
            ),
          ),
        ),
      ),
    );
    if (notes.length > 0) {
      const list = h("ul", {}, ...notes.map((note) => h("li", {}, typesetText(note))));
      groups.push(h("div", { class: "panel statistics notes" }, h("h3", {}, "Notes"), list));
    }
    sections.push(section("statistics", labels.statistics ?? "Statistics", h("div", { class: "cards" }, ...groups)));
  }
  if (equations.length > 0 || equations_note) {
    const shown = equations.map(makeEquationPanel);
    const note = equations_note ? h("p", { class: "note" }, equations_note) : null;
    sections.push(section("equations", labels.equations ?? "Equations", note, ...shown));
  }
  if (diagram) {
    const drawing = h("div", {
      class: "panel diagram",
      tabindex: 0,
      role: "region",
      "aria-label": "Diagram of the model",
    });
    drawing.append(safeMarkup(diagram));
    sections.push(section("diagram", "Diagram", drawing));
  }
  if (model && model.files.length > 0) {
    sections.push(section("model", "Model", makeModelText(model.files)));
  }
  if (provenance && provenance.length > 0) {
    const rows = provenance.map(({ label, value }) =>
      h("div", {}, h("dt", {}, label), h("dd", {}, value)),
    );
    const list = h("dl", { class: "panel provenance" }, ...rows);
    sections.push(section("provenance", "Provenance", list));
  }
  return sections;
}
