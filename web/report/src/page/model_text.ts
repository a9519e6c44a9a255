// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "../base/dom";

/** The files of the model, with line numbers and light colours. */
export function makeModelText(files: { name: string; text: string }[]): HTMLElement {
  const views = files.map(({ name, text }) => {
    const copy = h(
      "button",
      {
        class: "quiet",
        "aria-label": `Copy ${name}`,
        onclick: async () => {
          await navigator.clipboard.writeText(text);
          copy.textContent = "Copied";
          setTimeout(() => (copy.textContent = "Copy"), 1500);
        },
      },
      "Copy",
    );
    const code = h("ol", { class: "code-lines" });
    for (const line of text.replace(/\n$/, "").split("\n")) {
      const item = h("li");
      item.append(highlighted(line));
      code.append(item);
    }
    return h(
      "div",
      { class: "panel code" },
      h("div", { class: "code-head" }, h("h3", {}, name), copy),
      h("div", { class: "code-scroll", tabindex: 0, role: "region", "aria-label": name }, code),
    );
  });
  return h("div", {}, ...views);
}

const kTokens =
  /(#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')|((?:^|[\s{,[-])[A-Za-z_][\w.]*)(?=\s*:(?:\s|$))|((?:^|(?<=[\s[{(,:*/+-]))[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/g;

/** A line of YAML: comments, quoted text, keys and numbers in colours of their own. */
export function highlighted(line: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let done = 0;
  for (const match of line.matchAll(kTokens)) {
    const [all, comment, quoted, key] = match;
    if (comment !== undefined && match.index > 0 && !/\s/.test(line[match.index - 1])) continue;
    const kind =
      comment !== undefined ? "comment" : quoted ? "text" : key !== undefined ? "key" : "number";
    fragment.append(line.slice(done, match.index), h("span", { class: `token-${kind}` }, all));
    done = match.index + all.length;
  }
  fragment.append(line.slice(done));
  return fragment;
}
