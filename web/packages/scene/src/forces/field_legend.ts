// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type HeightField, errorGradient, scaleTicks, shareOf } from "@holon/base/data/field";
import { h } from "@holon/base/dom";

/** Of the bar, which numbers need. */
const kTickDistance = 0.26;

export type FieldQuantity = "error" | "change";

/** What the colours of a field mean. */
export function makeFieldLegend(field: HeightField, of: FieldQuantity = "error"): HTMLElement {
  const isError = of === "error" && field.hasDesign;
  const scale = of === "error" ? field.spec.error_scale : field.spec.change_scale;
  const isSmall = scale.span < 1;
  const bar = h("i", { class: "field-bar" });
  bar.style.background = errorGradient();
  const tick = (value: number, share: number) => {
    const shown = String(Number((isSmall ? 1000 * value : value).toPrecision(3))).replace("-", "−");
    const text = h("span", {}, share > 0 ? `+${shown}` : shown);
    text.style.setProperty("--at", String(0.5 + 0.5 * share));
    return text;
  };
  const ticks = scaleTicks(scale, kTickDistance).flatMap((value) => {
    const share = shareOf(value, scale);
    return [tick(value, share), tick(-value, -share)];
  });
  const [low, high] = isError ? ["too low", "too high"] : ["cut", "filled"];
  const title = isError
    ? `heights of ${field.spec.name} above the design`
    : `heights of ${field.spec.name} above those at the start`;
  return h(
    "div",
    { class: "field-legend", title },
    h("span", {}, low),
    h("div", { class: "field-scale" }, bar, h("div", { class: "field-ticks" }, tick(0, 0), ...ticks)),
    h("span", {}, `${high}, ${isSmall ? "mm" : "m"}`),
  );
}
