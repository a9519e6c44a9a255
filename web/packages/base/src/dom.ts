// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** Makes an element; `onclick` and the like are listeners, true is an empty attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** An icon of 16 × 16 px from the data of an SVG path; for the eye only. */
export function icon(path: string): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(namespace, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Elements of equations (MathML), tables, and drawings (SVG). */
const harmlessElements =
  /^(math|maction|m(frac|i|n|o|over|under|underover|row|s|space|sqrt|root|style|sub|sup|subsup|table|td|tr|text|padded|phantom|enclose)|p|wbr|br|span|table|thead|tbody|tr|th|td|svg|g|defs|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|marker|clippath|lineargradient|stop|animate|animatetransform)$/i;

/** Markup from the document, without anything that could run, load or lead elsewhere. */
export function safeMarkup(markup: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  for (const element of parsed.body.querySelectorAll("*")) {
    if (!harmlessElements.test(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) {
      const active = /^(on|(.*:)?(href|src|action|formaction|srcdoc)$)/i.test(name);
      const target = /^attributename$/i.test(name) && /(href|^on)/i.test(value);
      const loads = /url\s*\(\s*["']?(?!#)|@import|expression\s*\(/i.test(value);
      if (active || target || loads) element.removeAttribute(name);
    }
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}

let lastId = 0;
export function freshId(prefix: string): string {
  return `${prefix}-${++lastId}`;
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
