// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import {
  copySelection,
  duplicateSelection,
  groupSelection,
  pasteParts,
  redo,
  removeSelection,
  saveCopy,
  showGallery,
  undo,
} from "../state/actions";
import { commandRun, currentPlayback, currentRun } from "../state/runs";
import { type TabName, desk, moveTab, setDesk, showTab } from "../state/store";
import { toggleVersions } from "../diagram/versions";
import { switchTheme } from "../shell/theme_state";

export interface Command {
  name: string;
  group: string;
  keys?: string;
  run: () => void;
  /** Absent: always. */
  when?: () => boolean;
}

const hasModel = () => desk().page === "desk" && desk().model !== null;
const hasSelection = () => hasModel() && desk().selection.length > 0;

/** A run with the settings of the run bar. */
export const requestRun = (from?: string) =>
  dispatchEvent(new CustomEvent("holon-run", { detail: from }));

const kTabs: [TabName, string, string][] = [
  ["diagram", "Diagram", "1"],
  ["text", "YAML text", "2"],
  ["equations", "Equations", "3"],
  ["plots", "Plots", "4"],
  ["motion", "3D", "5"],
  ["problems", "Problems", "6"],
  ["linear", "Linearisation", "7"],
  ["compare", "Runs", "8"],
  ["study", "Study", "0"],
  ["events", "Events", "9"],
];

/** All commands, with their keys: the palette, the help and the keyboard have the same list. */
export const kCommands: Command[] = [
  { name: "Run", group: "Run", keys: "Ctrl Enter", run: () => requestRun(), when: hasModel },
  { name: "Continue: run from the final state of the run that is shown", group: "Run", keys: "Ctrl Shift Enter", run: () => requestRun(currentRun()?.run), when: () => hasModel() && currentRun()?.continuable === true },
  { name: "Stop the run", group: "Run", keys: "Ctrl .", run: () => void commandRun("stop"), when: () => currentRun() !== undefined },
  { name: "Hold or continue the run", group: "Run", keys: "Ctrl ,", run: () => void commandRun(currentRun()?.state === "paused" ? "resume" : "pause"), when: () => currentRun() !== undefined },
  { name: "Play or pause", group: "Time", keys: "Space", run: () => currentPlayback().clock.toggle(), when: hasModel },
  { name: "Step back", group: "Time", keys: "Left", run: () => currentPlayback().clock.step(-1, false), when: hasModel },
  { name: "Step forward", group: "Time", keys: "Right", run: () => currentPlayback().clock.step(1, false), when: hasModel },
  { name: "To the start", group: "Time", keys: "Home", run: () => currentPlayback().clock.set(currentPlayback().clock.begin), when: hasModel },
  { name: "To the end", group: "Time", keys: "End", run: () => currentPlayback().clock.set(currentPlayback().clock.end), when: hasModel },
  { name: "Slower", group: "Time", keys: "[", run: () => currentPlayback().clock.changeSpeed(-1), when: hasModel },
  { name: "Faster", group: "Time", keys: "]", run: () => currentPlayback().clock.changeSpeed(1), when: hasModel },
  { name: "Add a part", group: "Edit", keys: "A", run: () => setDesk({ overlay: { kind: "add" } }), when: hasModel },
  {
    name: "Link the selected part",
    group: "Edit",
    keys: "L",
    run: () => setDesk({ overlay: { kind: "link", part: desk().selection[0] } }),
    when: hasSelection,
  },
  { name: "Rename the selected part", group: "Edit", keys: "F2", run: () => setDesk({ field: "@name" }), when: hasSelection },
  {
    name: "Edit the properties",
    group: "Edit",
    keys: "Enter",
    run: () => document.querySelector<HTMLElement>(".inspector .fields input, .inspector .fields select, .inspector .fields textarea")?.focus(),
    when: hasModel,
  },
  { name: "Duplicate", group: "Edit", keys: "Ctrl D", run: () => void duplicateSelection(), when: hasSelection },
  { name: "Make a composite part", group: "Edit", keys: "Ctrl G", run: () => void groupSelection(), when: hasSelection },
  { name: "Remove", group: "Edit", keys: "Delete", run: () => void removeSelection(), when: () => hasSelection() || desk().link !== null },
  { name: "Copy", group: "Edit", keys: "Ctrl C", run: () => void copySelection(), when: hasSelection },
  { name: "Paste", group: "Edit", keys: "Ctrl V", run: () => void pasteParts(), when: hasModel },
  { name: "Undo", group: "Edit", keys: "Ctrl Z", run: () => void undo(), when: hasModel },
  { name: "Redo", group: "Edit", keys: "Ctrl Shift Z", run: () => void redo(), when: hasModel },
  { name: "Clear the selection: show the model itself", group: "Edit", keys: "Escape", run: () => setDesk({ selection: [], link: null }), when: hasModel },
  ...kTabs.map(
    ([tab, name, key]): Command => ({
      name: `Show ${name}`,
      group: "View",
      keys: `Alt ${key}`,
      run: () => showTab(tab),
      when: hasModel,
    }),
  ),
  { name: "Move the lower view to the other pane", group: "View", run: () => moveTab(desk().panes.lower.active), when: hasModel },
  {
    name: "Go to the outline",
    group: "View",
    keys: "O",
    run: () => {
      document.getElementById("side-outline")?.click();
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.tree [role="treeitem"][tabindex="0"]')?.focus(),
      );
    },
    when: hasModel,
  },
  { name: "Light or dark colours", group: "View", run: switchTheme },
  { name: "Commands, parts and outputs", group: "View", keys: "Ctrl K", run: () => setDesk({ overlay: { kind: "commands" } }) },
  { name: "Keys and help", group: "View", keys: "?", run: () => setDesk({ overlay: { kind: "help" } }) },
  { name: "Save a copy", group: "File", keys: "Ctrl Shift S", run: () => void saveCopy(), when: hasModel },
  { name: "What has changed since it was opened", group: "File", run: () => setDesk({ overlay: { kind: "diff" } }), when: hasModel },
  { name: "Differences from another version, on the diagram", group: "View", run: () => (showTab("diagram"), toggleVersions()), when: hasModel },
  { name: "Start page: examples, templates, files", group: "File", keys: "Ctrl O", run: showGallery },
];

/** "Ctrl Shift Z" of a key press, as the list writes it. */
export function keysOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const names: Record<string, string> = {
    " ": "Space",
    ArrowLeft: "Left",
    ArrowRight: "Right",
    ArrowUp: "Up",
    ArrowDown: "Down",
    Backspace: "Delete",
  };
  const { key } = event;
  const name = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const mod = event.ctrlKey || event.metaKey ? "Ctrl " : "";
  const alt = event.altKey ? "Alt " : "";
  // Shift of a character is in the character itself: "?".
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/i.test(key)) ? "Shift " : "";
  return `${mod}${alt}${shift}${name}`;
}

/** "Ctrl Y" and the like: other keys for the same. */
const kAlso: Record<string, string> = { "Ctrl Y": "Ctrl Shift Z" };

export function commandFor(keys: string): Command | undefined {
  const wanted = kAlso[keys] ?? keys;
  return kCommands.find((c) => c.keys === wanted);
}
