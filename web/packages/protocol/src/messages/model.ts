// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The open model: parts, links, values, edits and events.

import type { Finding, Range } from "./findings";

/** A value as written in the file: text, list or map in the order of the file; null: nothing. */
export type Written = string | Written[] | { [key: string]: Written } | null;

export interface ValueInfo {
  /** Of the key and value in the file, for the caret. */
  range?: Range;
  /** Present where it is a constant. */
  value?: number | number[];
  /** Of `value` in SI. */
  unit?: string;
  /** Whether it varies during a run, or with a tunable parameter. */
  varies?: "constant" | "tunable" | "varies";
}

export type PartKind =
  | "body"
  | "frame"
  | "joint"
  | "force"
  | "constraint"
  | "coupling"
  | "signal"
  | "sensor"
  | "filter"
  | "bond"
  | "hydraulic"
  | "field"
  | "composite"
  | "other";

export interface PartNode {
  /** Key in its `parts`: "link". */
  name: string;
  /** Full name without indices: "arm.link". The id of nodes and links. */
  id: string;
  /** In the file, for `model.edit`: "parts.arm.parts.link"; "" for parts of another file. */
  path: string;
  /** "RigidBody"; for a composite part the file or "". */
  type: string;
  kind: PartKind;
  /** Members of an array; absent for a single part. */
  count?: number;
  range?: Range;
  /** What the file gives, without `type` and `parts`. */
  values: { [key: string]: Written };
  /** By path in the part: "mass", "inertia.rod.length", "between[0]". Present when checked. */
  info?: { [path: string]: ValueInfo };
  /** Frames: their names, with pose in the part where constant. */
  frames?: FrameInfo[];
  /** Parts of a composite part, in order. */
  parts?: PartNode[];
  /** It is a file: not edited here. */
  file?: string;
}

export interface FrameInfo {
  name: string;
  at?: [number, number, number];
  /** w, x, y, z */
  orientation?: [number, number, number, number];
}

export interface OutputInfo {
  /** "pin.angle"; of array members "link[0].position" */
  name: string;
  /** Components: [] for a scalar, x y z, w x y z */
  components: string[];
  unit: string;
  description: string;
  part: string;
  isMain: boolean;
}

export type LinkKind =
  | "joint" // a joint and the frames that it connects
  | "force" // a force and the frames on which it acts
  | "power" // bonds and hydraulic lines
  | "signal" // an output in a formula
  | "frame" // a frame in a frame
  | "relative" // the two references of Relative, and other observed frames
  | "visibility" // what a camera hides
  | "membership" // a part named by a collection
  | "filter-model" // the machine inside a filter
  | "filter-sensor"; // a sensor that a filter reads

export interface LinkEnd {
  /**
   * Id of the part; "world" for the world, "system" for the machine as a whole, "@P" for the hydraulic
   * node P, "scene.cameras.front" for a camera.
   */
  part: string;
  /** Frame, port or output at this end: "tip", "angle"; absent: the part itself. */
  label?: string;
}

export interface Link {
  id: string;
  kind: LinkKind;
  from: LinkEnd;
  to: LinkEnd;
  /** The value that makes it, for edits: "parts.pin.between[0]"; absent: not to be edited here. */
  path?: string;
  /** Connections that it represents, if more than one. */
  count?: number;
}

export interface TunableInfo {
  /** For `run.set`. */
  name: string;
  value: number;
  unit: string;
}

/** A number that varies by a formula, to which a person may add while a run lasts. */
export interface InputInfo {
  name: string;
  unit: string;
  /** The command of a part: what one usually drives. */
  isUsual?: boolean;
}

export interface Position {
  x: number;
  y: number;
}

/** What follows from the text alone: sent at once after every change. */
export interface ModelState {
  /** Counts changes of the text, in this server. */
  revision: number;
  /** Relative to the server's folder; "examples:four_bar" for an example that is not yet saved. */
  path: string;
  /** Examples and templates become a file of the folder with the first edit or `model.saveAs`. */
  readOnly: boolean;
  title: string;
  text: string;
  /** False while the text cannot be parsed: parts and links are those of the last text that could. */
  parsed: boolean;
  parameters: ParameterInfo[];
  parts: PartNode[];
  links: Link[];
  layout: { [part: string]: Position };
  findings: Finding[];
  /** Revision to which links, info, findings and outputs belong; < revision while it is checked. */
  checked: number;
  /** By part id; see PartNode.info. The server sends it here, not in the nodes. */
  info: { [part: string]: { [path: string]: ValueInfo } };
  frames: { [part: string]: FrameInfo[] };
  outputs: OutputInfo[];
  tunables: TunableInfo[];
  inputs: InputInfo[];
  settings: { [key: string]: Written };
  canUndo: boolean;
  canRedo: boolean;
  undoLabel?: string;
  redoLabel?: string;
  changedOnDisk: boolean;
}

export interface ParameterInfo {
  name: string;
  path: string;
  text: string;
  range?: Range;
  value?: number | number[];
  unit?: string;
  tunable: boolean;
}

/** The text has changed, by whomever. Only what differs from the previous revision is sent. */
export interface ModelEvent {
  event: "model";
  revision: number;
  /** Id of the request that made the change, if it was this connection's. */
  cause?: number;
  label: string;
  /** Replaced bytes of the previous text (UTF-16 is the browser's matter: offsets are in code points). */
  edits?: { offset: number; removed: number; inserted: string }[];
  /** In place of edits, where they would be longer. */
  text?: string;
  state: Partial<Omit<ModelState, "text" | "parts">>;
  /** Another model was opened: `state` is complete. */
  whole?: true;
  /** Ranges of parts that are not in `parts` move: lines from `fromLine` (as before) on by `lines`. */
  shift?: { fromLine: number; lines: number };
  /** Top-level parts that are new or changed, in place of the previous ones of the name. */
  parts?: PartNode[];
  removed?: string[];
  /** Names of all top-level parts in order, where the order changed. */
  order?: string[];
}

/** The text of a revision has been elaborated. Absent fields are as before. */
export interface CheckedEvent {
  event: "checked";
  checked: number;
  findings: Finding[];
  links?: Link[];
  /** By part id. */
  info?: { [part: string]: { [path: string]: ValueInfo } };
  frames?: { [part: string]: FrameInfo[] };
  parameters?: ParameterInfo[];
  outputs?: OutputInfo[];
  tunables?: TunableInfo[];
  inputs?: InputInfo[];
}

/** The file was changed by another program; answer with `model.resolve`. */
export interface DiskEvent {
  event: "disk";
  changedOnDisk: boolean;
  /** Text on disk; absent where the file is gone. */
  text?: string;
}

/** The model was closed, by whomever: none is open now. */
export interface ClosedEvent {
  event: "closed";
}

/** An image that was empty when it was asked for has been drawn, or cannot be. */
export interface PictureEvent {
  event: "picture";
  /** Its URL. */
  image: string;
  failed?: boolean;
}

export interface FolderEvent {
  event: "folder";
}

export type Edit =
  | { set: string; value: string } // replaces or adds; value as after `--set name=`
  | { remove: string }
  | { rename: string; to: string } // with all references
  | { add: string; key: string; value: string; after?: string; before?: string } // entry of a map
  | { append: string; value: string; index?: number } // item of a list
  | { addPart: string; type: string; values?: { [key: string]: string }; in?: string }
  | { duplicate: string; to: string }
  | { move: string; in?: string; before?: string; after?: string; index?: number }
  | { group: string[]; to: string } // parts become a composite part
  | { layout: { [part: string]: Position | null } };
