// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { desk, setDesk } from "../state/store";
import { commandFor, keysOf } from "./list";

/** Keys that work while one types, because no text has a use for them. */
const kEverywhere = /^(Ctrl (K|Enter|\.|,|O)|Ctrl Shift S|Alt \d|F2)$/;

/** Binds the keys of all commands to the page; returns what ends it. */
export function bindKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const keys = keysOf(event);
    const target = event.target as HTMLElement;
    if (desk().overlay) {
      if (keys === "Escape") setDesk({ overlay: null });
      return;
    }
    const isText =
      (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(range|checkbox)$/.test((target as HTMLInputElement).type)) ||
      target.isContentEditable;
    if (isText && !kEverywhere.test(keys)) {
      // A field that nobody has changed leaves undo to the model.
      const isUnchanged = target.closest(".formula-field") && !target.closest("[data-edited]");
      if (!(isUnchanged && /^Ctrl (Z|Y|Shift Z)$/.test(keys))) return;
    }
    // What is focused has its own use of these.
    if (/^(Space|Enter)$/.test(keys) && target.closest("button, summary, a, [role=tab]")) return;
    if (/^(Left|Right|Home|End)$/.test(keys) && target.closest('[role="tree"], [role="tablist"], [role="separator"], input, .u-over, .react-flow__node, .view')) return;
    const selected = getSelection()?.toString();
    if (keys === "Ctrl C" && selected) return;
    const command = commandFor(keys);
    if (!command || (command.when && !command.when())) return;
    event.preventDefault();
    command.run();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
