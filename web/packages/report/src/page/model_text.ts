// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { freshId, h } from "@holon/base/dom";

/** The files of the model, with line numbers and light colours; several of them behind tabs. */
export function makeModelText(files: { name: string; text: string }[]): HTMLElement {
  const panels = files.map(fileView);
  if (files.length < 2) return h("div", {}, ...panels);
  const tabs = files.map(({ name }, index) => {
    panels[index].id = freshId("file");
    panels[index].setAttribute("role", "tabpanel");
    return h(
      "button",
      { role: "tab", "aria-controls": panels[index].id, onclick: () => show(index) },
      name,
    );
  });
  const show = (index: number) => {
    panels.forEach((panel, k) => (panel.hidden = k !== index));
    tabs.forEach((tab, k) => {
      tab.setAttribute("aria-selected", String(k === index));
      tab.tabIndex = k === index ? 0 : -1;
    });
  };
  show(0);
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Files" }, ...tabs);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const now = tabs.findIndex((tab) => tab.tabIndex === 0);
    const next = (now + step + tabs.length) % tabs.length;
    event.preventDefault();
    event.stopPropagation();
    show(next);
    tabs[next].focus();
  });
  return h("div", {}, list, ...panels);
}

function fileView({ name, text }: { name: string; text: string }): HTMLElement {
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
