// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type HeightField, errorGradient } from "@holon/base/data/field";
import { h } from "@holon/base/dom";
import { formatNumber } from "@holon/base/numbers";

/** What the colours of a field mean. */
export function makeFieldLegend(field: HeightField): HTMLElement {
  const isSmall = field.span < 1;
  const end = formatNumber(isSmall ? 1000 * field.span : field.span, 1);
  const unit = isSmall ? "mm" : "m";
  const bar = h("i", { class: "field-bar" });
  bar.style.background = errorGradient();
  const [low, high] = field.hasDesign ? ["too low", "too high"] : ["cut", "filled"];
  const title = field.hasDesign
    ? `heights of ${field.spec.name} above the design`
    : `heights of ${field.spec.name} above those at the start`;
  return h(
    "div",
    { class: "field-legend", title },
    h("span", {}, `${low} −${end}`),
    bar,
    h("span", {}, `+${end}\u00a0${unit} ${high}`),
  );
}
