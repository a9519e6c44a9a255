// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { h } from "@holon/base/dom";
import { typesetText } from "@holon/base/numbers";
import type { DocumentMessage } from "@holon/protocol/report";

const kStates: Record<DocumentMessage["state"], string> = {
  done: "Completed",
  interrupted: "Interrupted",
  failed: "Failed",
};

/** Title, how the run ended, what it warned of. */
export function makeHeader(document_: DocumentMessage): HTMLElement {
  const { title, subtitle, state, verdict, reason, warnings = [] } = document_;
  const sign = verdict && state === "done" ? (verdict.is_good ? "done" : "interrupted") : state;
  const word = verdict && state === "done" ? verdict.text : (kStates[state] ?? state);
  const header = h(
    "header",
    { class: "page-head" },
    h(
      "div",
      { class: "page-title" },
      h("h1", {}, title),
      h("span", { class: `state state-${sign}` }, word),
    ),
    subtitle && h("p", { class: "subtitle" }, typesetText(subtitle)),
  );
  if (state !== "done" && reason) {
    header.append(
      h(
        "div",
        { class: `callout callout-${state}`, role: "alert" },
        h("strong", {}, state === "failed" ? "The run failed. " : "The run was interrupted. "),
        typesetText(reason),
      ),
    );
  }
  if (warnings.length > 0) header.append(remarks(warnings));
  return header;
}

function remarks(warnings: string[]): HTMLElement {
  return h(
    "details",
    { class: "callout callout-warning", open: warnings.length <= 4 },
    h("summary", {}, warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`),
    h("ul", {}, ...warnings.map((text) => h("li", {}, typesetText(text)))),
  );
}
