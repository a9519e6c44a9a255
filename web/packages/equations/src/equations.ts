// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h, safeMarkup } from "@holon/base/dom";
import { typesetText } from "@holon/base/numbers";

/** Equations as the program prints them: MathML with line breaks between terms, and their symbols. */
export interface EquationSpec {
  title: string;
  mathml: string;
  legend?: string;
}

/** A product of names of several letters needs room between them. */
function standsAtName(times: Element): boolean {
  const isName = (e: Element | null) => e?.localName === "mi" && (e.textContent ?? "").length > 1;
  return isName(times.previousElementSibling) || isName(times.nextElementSibling);
}

/** MathML of the program, with a true minus and room around products. */
export function formulaMarkup(mathml: string): DocumentFragment {
  const formula = safeMarkup(mathml);
  for (const sign of formula.querySelectorAll("mo")) {
    if (sign.textContent === "-") sign.textContent = "\u2212";
    if (sign.textContent === "\u2062" && standsAtName(sign)) sign.setAttribute("rspace", "0.2em");
  }
  return formula;
}

/** So many equations are shown at first; a listing of hundreds would make the page endless. */
const kShownAtFirst = 40;

/** Folds a long listing, with a button that shows the rest. */
function fold(formula: HTMLElement): HTMLElement | null {
  const lines = [...formula.querySelectorAll<HTMLElement>(".equation")];
  if (lines.length <= kShownAtFirst + 10) return null;
  const rest = lines.slice(kShownAtFirst);
  for (const line of rest) line.hidden = true;
  const button = h("button", { class: "quiet" }, `Show all ${lines.length} equations`);
  button.onclick = () => {
    for (const line of rest) line.hidden = false;
    button.remove();
  };
  return button;
}

/** Equations below their title, with a table of their symbols. */
export function makeEquationPanel({ title, mathml, legend }: EquationSpec): HTMLElement {
  const formula = h("div", {
    class: "formula",
    tabindex: 0,
    role: "region",
    "aria-label": title,
  });
  formula.append(formulaMarkup(mathml));
  const panel = h("div", { class: "panel equations" }, h("h3", {}, title), formula);
  const more = fold(formula);
  if (more) panel.append(more);
  if (legend) {
    const symbols = h("div", {
      class: "symbols",
      tabindex: 0,
      role: "region",
      "aria-label": `Symbols of ${title}`,
    });
    symbols.append(safeMarkup(legend));
    for (const cell of symbols.querySelectorAll("td"))
      if (cell.children.length === 0) cell.textContent = typesetText(cell.textContent ?? "");
    panel.append(symbols);
  }
  return panel;
}
