// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type {
  Catalogue,
  Finding,
  Gallery,
  Methods,
  ModelState,
  RunInfo,
  StudyState,
  TypeInfo,
} from "@holon/protocol/messages";
import { create } from "zustand";
import type { Status } from "../connection/socket";

export type TabName =
  | "diagram"
  | "text"
  | "equations"
  | "bonds"
  | "plots"
  | "motion"
  | "problems"
  | "linear"
  | "compare"
  | "study"
  | "events";

export type PaneName = "upper" | "lower";

export interface Toast {
  id: number;
  kind: "error" | "note";
  text: string;
  hint?: string;
  findings?: Finding[];
}

/** What an overlay over the page shows; one at a time. */
export type Overlay =
  | { kind: "commands" }
  | { kind: "add"; at?: { x: number; y: number } }
  | { kind: "help" }
  | { kind: "link"; part: string; label?: string }
  | { kind: "ask"; title: string; value: string; action: string; done: (value: string) => void }
  | { kind: "disk" }
  | { kind: "diff" };

/** Positions of nodes that the server has not confirmed yet, or that elk has proposed. */
export type Positions = { [part: string]: { x: number; y: number } };

export interface PlotRequest {
  title: string;
  y: string[];
  unit?: string;
  x?: string;
  /** Added here, and not in the model. */
  isOwn?: boolean;
}

export interface Desk {
  status: Status;
  reason: string;
  hello: Methods["hello"]["result"] | null;
  gallery: Gallery | null;
  /** How often an image has been drawn since the page has it, by URL. */
  pictures: { [image: string]: number };
  /** Images that could not be drawn. */
  lostPictures: Set<string>;
  catalogue: Catalogue | null;
  types: Map<string, TypeInfo>;
  model: ModelState | null;
  page: "gallery" | "desk";
  /** Ids of parts; "@link" of a link; "" is the model itself. */
  selection: string[];
  link: string | null;
  opened: Set<string>;
  proposed: Positions;
  panes: Record<PaneName, { tabs: TabName[]; active: TabName }>;
  maximised: PaneName | null;
  overlay: Overlay | null;
  toasts: Toast[];
  runs: RunInfo[];
  /** The run that plots, 3D and values show. */
  run: string | null;
  /** Drawn behind it in the plots. */
  other: string | null;
  /** The last study of the model. */
  study: StudyState | null;
  /** Models from which files of their parts were opened, the last one at the end. */
  trail: string[];
  /** Values for the next run: tunables that sliders have moved. */
  values: { [name: string]: number };
  /** Of outputs at the time of the page. */
  live: { [output: string]: number };
  ownPlots: PlotRequest[];
  /** The version that the diagram is compared with ("": the first text; else a file), and what differs. */
  compared: {
    before: string;
    /** null: not known yet. */
    parts: { [part: string]: "added" | "removed" | "changed" } | null;
  } | null;
  disk: { text?: string } | null;
  /** Where the YAML editor is to show the caret. */
  caret: { line: number; column: number; endLine?: number; endColumn?: number } | null;
  /** The form's field to focus, "mass". */
  field: string | null;
  busy: string | null;
}

export const useDesk = create<Desk>(() => ({
  status: "connecting",
  reason: "",
  hello: null,
  gallery: null,
  pictures: {},
  lostPictures: new Set<string>(),
  catalogue: null,
  types: new Map(),
  model: null,
  page: "gallery",
  selection: [],
  link: null,
  opened: new Set<string>(),
  proposed: {},
  panes: {
    upper: { tabs: ["diagram", "text", "equations", "bonds"], active: "diagram" },
    lower: {
      tabs: ["plots", "motion", "problems", "linear", "compare", "study", "events"],
      active: "plots",
    },
  },
  maximised: null,
  overlay: null,
  toasts: [],
  runs: [],
  run: null,
  other: null,
  study: null,
  trail: [],
  values: {},
  live: {},
  ownPlots: [],
  compared: null,
  disk: null,
  caret: null,
  field: null,
  busy: null,
}));

export const desk = () => useDesk.getState();
export const setDesk = useDesk.setState;

let lastToast = 0;

/** A message at the corner of the page; errors stay until they are closed. */
export function say(kind: Toast["kind"], text: string, rest: Partial<Toast> = {}): void {
  const toast: Toast = { id: ++lastToast, kind, text, ...rest };
  setDesk(({ toasts }) => ({
    toasts: [...toasts.filter((t) => t.text !== text), toast].slice(-4),
  }));
  if (kind === "note") setTimeout(() => closeToast(toast.id), 4000);
}

export function closeToast(id: number): void {
  setDesk(({ toasts }) => ({ toasts: toasts.filter((t) => t.id !== id) }));
}

/** Shows a tab, in whichever pane it is. */
export function showTab(tab: TabName): void {
  setDesk(({ panes, maximised }) => {
    const name: PaneName = panes.upper.tabs.includes(tab) ? "upper" : "lower";
    return {
      panes: { ...panes, [name]: { ...panes[name], active: tab } },
      maximised: maximised && maximised !== name ? null : maximised,
    };
  });
}

/** Moves a tab to the other pane. */
export function moveTab(tab: TabName): void {
  setDesk(({ panes }) => {
    const from: PaneName = panes.upper.tabs.includes(tab) ? "upper" : "lower";
    const to: PaneName = from === "upper" ? "lower" : "upper";
    const tabs = panes[from].tabs.filter((t) => t !== tab);
    if (tabs.length === 0) return {};
    return {
      maximised: null,
      panes: {
        ...panes,
        [from]: { tabs, active: panes[from].active === tab ? tabs[0] : panes[from].active },
        [to]: { tabs: [...panes[to].tabs, tab], active: tab },
      },
    };
  });
}

export function select(ids: string[], link: string | null = null): void {
  setDesk({ selection: ids, link, field: null });
}
