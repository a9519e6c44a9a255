// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The messages between the desktop and `holon serve`: docs/design/desktop.md.
// Numbers are in SI units and radians; `unit` names the unit ("m/s", "rad", "" for pure numbers).
// Lines and columns count from 1, columns in characters (code points); `endColumn` is exclusive.

// ---------------------------------------------------------------- envelope

export interface Request<M extends Method = Method> {
  id: number;
  method: M;
  params: Methods[M]["params"];
}

export interface ErrorBody {
  /** A sentence for the user: what is wrong, with names and values. */
  message: string;
  /** What to do about it. */
  hint?: string;
  /** For programs: what kind of error it is. */
  kind:
    | "request" // unknown method, or parameters that do not fit
    | "refused" // an edit or a value that would be invalid; the text is unchanged
    | "stale" // the edit belongs to another revision
    | "changed-on-disk" // the file was changed elsewhere: see `model.resolve`
    | "missing" // no such file, part, run, signal
    | "forbidden" // outside the folder
    | "busy" // too many requests, or too many runs
    | "failed"; // anything else: a full disk, a program error
  findings?: Finding[];
}

export type Reply<M extends Method = Method> =
  | { id: number; result: Methods[M]["result"] }
  | { id: number; error: ErrorBody };

export type Notification =
  | ModelEvent
  | ClosedEvent
  | CheckedEvent
  | DiskEvent
  | RunEvent
  | RunsEvent
  | FolderEvent
  | StudyEvent
  | PictureEvent;

/**
 * A binary frame: 4 bytes (little-endian unsigned) with the length of the header, the header as
 * JSON (padded with spaces so that the payload begins at a multiple of 8), the payload: the
 * columns of `rows`, one after the other, each `count` little-endian IEEE doubles or floats.
 */
export type BinaryHeader = RowsHeader;

// ---------------------------------------------------------------- findings

export interface Range {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Finding {
  severity: "error" | "warning" | "note";
  message: string;
  suggestion?: string;
  /** Relative to the model's folder; absent where there is no location. "" is the model itself. */
  file?: string;
  range?: Range;
  /** Path in the file, "parts.lift.bore"; absent where it concerns no value. */
  path?: string;
  /** Full name of the part ("arm.lift[3]"); absent where it concerns none. */
  part?: string;
}

// ---------------------------------------------------------------- gallery

export interface GalleryItem {
  /** For `model.open`. */
  name: string;
  title: string;
  /** The first comment, or what it consists of: one line. */
  line: string;
  /** URL of an SVG image (same origin), "/images/example/four_bar.svg"; absent where there is none. */
  image?: string;
  /** "mechanics", "hydraulics", "navigation", "estimation", "control", "bond graphs", "energies". */
  topics: string[];
}

export interface FolderItem {
  /** Relative to the folder. */
  path: string;
  kind: "model" | "folder" | "data";
  title?: string;
  /** [s] since 1970, of its last change. */
  changed: number;
}

export interface RecentItem {
  path: string;
  title: string;
  /** Whether it is within the server's folder and exists. */
  available: boolean;
}

export interface Gallery {
  /** Shown name of the folder that the server serves. */
  folder: string;
  examples: GalleryItem[];
  templates: GalleryItem[];
  recent: RecentItem[];
  files: FolderItem[];
}

// ---------------------------------------------------------------- model

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

/** The study of the open model: its progress, at last its table. */
export interface StudyEvent {
  event: "study";
  study: StudyState | null;
}

export interface StudyColumn {
  name: string;
  /** As written: "max(abs(pin.angle))". */
  text: string;
  unit: string;
  /** By sample; null where it failed. */
  values: (number | null)[];
}

export interface StudyState {
  state: "running" | "done" | "interrupted" | "failed";
  done: number;
  failed: number;
  count: number;
  /** Of the text that it is of. */
  revision: number;
  message?: string;
  findings?: Finding[];
  table?: {
    samples: number[];
    varied: StudyColumn[];
    recorded: StudyColumn[];
    failures: { sample: number; message: string }[];
    notes: string[];
  };
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

// ---------------------------------------------------------------- catalogue

export interface FieldInfo {
  name: string;
  kind:
    | "number"
    | "plain"
    | "vector"
    | "numbers"
    | "flag"
    | "integer"
    | "text"
    | "texts"
    | "choice"
    | "axis"
    | "frame"
    | "between"
    | "orientation"
    | "object"
    | "objects"
    | "named"
    | "one_of"
    | "source"
    | "not_yet";
  description: string;
  unit?: string;
  default?: string;
  required?: boolean;
  /** May depend on time and outputs. */
  varying?: boolean;
  structural?: boolean;
  minimum?: number;
  maximum?: number;
  sizes?: number[];
  choices?: string[];
  isFile?: boolean;
  isColor?: boolean;
  isNode?: boolean;
  makesFrames?: boolean;
  makesNames?: boolean;
  namesParts?: boolean;
  inline?: boolean;
  fields?: FieldInfo[];
  alternatives?: { key: string; description: string; fields: FieldInfo[] }[];
}

export interface TypeInfo {
  name: string;
  description: string;
  kind: PartKind;
  /** Folder of the palette: "Bodies", "Joints", "Forces" … */
  group: string;
  plugin?: string;
  isFrame: boolean;
  fields: FieldInfo[];
  outputs: { name: string; components: string[]; unit: string; description: string; isMain: boolean }[];
  frames: { name: string; description: string }[];
  ports: { name: string; domain: string; description: string }[];
  /** Text of a new part of this type with its required values. */
  template: { [key: string]: string };
}

export interface Catalogue {
  types: TypeInfo[];
  frameOutputs: { name: string; components: string[]; unit: string; description: string }[];
  settings: { simulate: FieldInfo[]; world: FieldInfo[]; camera: FieldInfo[] };
  functions: { name: string; signature: string; description: string }[];
  units: string[];
}

// ---------------------------------------------------------------- formulas

export interface FormulaCheck {
  /** Content MathML's presentation of the formula as written; absent where it cannot be parsed. */
  mathml?: string;
  value?: number | number[];
  /** Required by the key, SI: "N m". */
  unit?: string;
  varies?: "constant" | "tunable" | "varies";
  /** How often the value can be differentiated; absent: any number of times. */
  derivatives?: number;
  derivativesCause?: string;
  /** Offsets are in characters of `text`. */
  errors: { offset: number; length: number; message: string; suggestion?: string; severity: "error" | "warning" }[];
  /** The value in other units that fit, for the unit menu. */
  units?: string[];
}

export interface Completion {
  /** Characters from `from` to `to` of the text are replaced by `insert`. */
  from: number;
  to: number;
  items: {
    insert: string;
    label: string;
    kind: "key" | "type" | "output" | "parameter" | "part" | "frame" | "function" | "unit" | "value" | "file";
    detail?: string;
    description?: string;
  }[];
}

export interface LegalTarget {
  /** Part and value that would refer to the source. */
  part: string;
  path: string;
  label: string;
  legal: boolean;
  /** Why not. */
  reason?: string;
  /** What makes the link. */
  edits?: Edit[];
  kind?: LinkKind;
}

// ---------------------------------------------------------------- runs

export interface StreamInfo {
  /** "rows": at the model's recorded times, as in results files; "curves": fine; "poses": the scene. */
  name: "rows" | "curves" | "poses";
  columns: { name: string; unit: string; description?: string }[];
  rows: number;
}

export interface RunInfo {
  run: string;
  /** Number of the run of this model, from 1. */
  number: number;
  model: string;
  title: string;
  state: "starting" | "running" | "paused" | "done" | "interrupted" | "failed" | "crashed";
  /** [s] simulated */
  time: number;
  until: number;
  wallSeconds: number;
  steps: number;
  realtime: boolean;
  /** Real-time factor wanted: 1 is in step with the clock; absent: as fast as possible. */
  speed?: number;
  /** Of a real-time run: deadlines that were missed, and the largest delay [s]. */
  overruns?: number;
  largestDelay?: number;
  settings: { [name: string]: string };
  /** The run with whose final state it began, and that run's time then [s]. */
  from?: { run: string; number: number; time: number };
  /** Another run may begin with its final state. */
  continuable?: boolean;
  notes: string[];
  failure?: { message: string; time: number; step: number; state: string; cause: string; advice: string };
  findings?: Finding[];
  streams: StreamInfo[];
  /** [s] since 1970. */
  begun: number;
  /** URL of the report's page (same origin), when there is one. */
  report?: string;
  /** SHA-256 of the model's text. */
  digest: string;
  solver?: string;
}

/** A run has changed. Sent at most 20 times a second for each run. */
export interface RunEvent {
  event: "run";
  info: RunInfo;
}

export interface RunsEvent {
  event: "runs";
}

export interface RowsHeader {
  type: "rows";
  /** Id of the request that this answers; absent where it was sent to a follower. */
  id?: number;
  run: string;
  stream: string;
  /** Rows [first, last) of the stream that this covers. */
  first: number;
  last: number;
  /** Rows of the stream so far. */
  total: number;
  /**
   * "exact": the payload's columns are time and the signals, one number per row.
   * "blocks": time of the first row, time of the last row, then for each signal four columns:
   * first, least, greatest, last value of the block.
   */
  form: "exact" | "blocks";
  /** Names of the signals, in order (without the time). */
  signals: string[];
  /** Numbers per column. */
  count: number;
  /** Of the numbers: 64, or 32 for poses (the time is always 64 and comes first). */
  bits: 32 | 64;
}

export interface CompareResult {
  agree: boolean;
  rows: { name: string; unit: string; agrees: boolean; difference: number; scale: number; at: number }[];
  notes: string[];
}

// ---------------------------------------------------------------- other views

export interface SceneView {
  /** The scene of docs/design/report.md; `pose` and `columns` are columns of the stream "poses". */
  scene: unknown | null;
  /** Names of the columns of the stream, time first. */
  columns: string[];
  /** The machine at the start: one row of these columns. */
  start: number[];
  notes: string[];
}

export interface EquationsView {
  sheets: { title: string; mathml: string; legend: [string, string][] }[];
  note: string;
}

export interface LinearView {
  states: string[];
  inputs: string[];
  outputs: string[];
  A: number[][];
  B: number[][];
  C: number[][];
  D: number[][];
  poles: { real: number; imaginary: number; frequency: number; damping: number }[];
  stable: boolean;
  notes: string[];
}

export interface BondsView {
  /** SVG with half arrows and causal strokes; absent where the model has no bond graph. */
  svg?: string;
}

export interface DiffView {
  lines: { kind: "same" | "removed" | "added"; text: string; before?: number; after?: number }[];
  parts: { id: string; change: "added" | "removed" | "changed" }[];
}

// ---------------------------------------------------------------- methods

export interface Methods {
  hello: {
    params: { version: 1; client?: string };
    result: {
      version: 1;
      program: string;
      folder: string;
      /** Path of the open model, or null. */
      model: string | null;
      user: string;
      /** Largest message in bytes that the server accepts. */
      largestMessage: number;
      capabilities: string[];
    };
  };
  ping: { params: Record<string, never>; result: Record<string, never> };

  gallery: { params: Record<string, never>; result: Gallery };
  "model.open": {
    /** Template needs `as`, a new file of the folder; an example is opened read-only unless `as`. */
    params: { path: string } | { example: string; as?: string } | { template: string; as: string };
    result: ModelState;
  };
  "model.close": { params: Record<string, never>; result: Record<string, never> };
  "model.state": { params: Record<string, never>; result: ModelState | null };
  "model.edit": {
    params: { revision: number; edits: Edit[]; label: string };
    result: { revision: number };
  };
  "model.text": { params: { revision: number; text: string; label?: string }; result: { revision: number } };
  "model.undo": { params: Record<string, never>; result: { revision: number } };
  "model.redo": { params: Record<string, never>; result: { revision: number } };
  "model.saveAs": { params: { path: string }; result: ModelState };
  "model.resolve": {
    /** take: the text on disk, as an edit that can be undone; keep: write ours over it. */
    params: { choice: "take" | "keep" };
    result: { revision: number };
  };
  "model.versions": {
    params: Record<string, never>;
    result: { versions: { index: number; label: string; at: number; current: boolean }[] };
  };
  catalogue: { params: Record<string, never>; result: Catalogue };
  "formula.check": { params: { path: string; text: string }; result: FormulaCheck };
  /** In a formula field (`path`), or in the YAML text at a place. */
  complete: {
    params: { path: string; text: string; offset: number } | { text: string; line: number; column: number };
    result: Completion;
  };
  "links.legal": {
    /** Drag from an output or frame of a part, or from the end of a link. */
    params: { part: string; label?: string; link?: string };
    result: { targets: LegalTarget[] };
  };
  /** Full text for the clipboard, and its way back. */
  "parts.copy": { params: { parts: string[] }; result: { text: string } };
  "parts.paste": {
    params: { revision: number; text: string; at?: Position };
    result: { revision: number; parts: string[] };
  };

  scene: { params: Record<string, never>; result: SceneView };
  equations: { params: { of?: string }; result: EquationsView };
  bonds: { params: Record<string, never>; result: BondsView };
  linearize: {
    params: { at?: "start" | "equilibrium"; inputs?: string[]; outputs?: string[] };
    result: LinearView;
  };
  diff: {
    /** Versions of the journal by index, or a file of the folder; default: what was opened. */
    params: { before?: number | string; after?: number };
    result: DiffView;
  };

  "run.start": {
    params: {
      set?: { [name: string]: string };
      until?: string;
      realtime?: boolean;
      /** Simulated seconds per second; absent: as fast as possible (1 if `realtime`). */
      speed?: number;
      /** Outputs to record besides those of the model and its plots; "all": all of them. */
      signals?: string[] | "all";
      /** Values that `run.set` may change while it runs, beside the tunable parameters. */
      inputs?: string[];
      /** A run from whose final state this one starts. */
      from?: string;
    };
    result: { run: string };
  };
  "run.pause": { params: { run: string }; result: RunInfo };
  "run.resume": { params: { run: string }; result: RunInfo };
  "run.stop": { params: { run: string }; result: RunInfo };
  "run.speed": { params: { run: string; speed: number | null }; result: RunInfo };
  /** A tunable parameter or an input, from now on. */
  "run.set": { params: { run: string; name: string; value: number }; result: { time: number } };
  /** Several inputs at once, as from a gamepad. */
  "run.input": { params: { run: string; values: { [name: string]: number } }; result: { time: number } };
  /** Answered by a binary frame with this `id`, or by an error. */
  "run.rows": {
    params: {
      run: string;
      stream: StreamInfo["name"];
      signals: string[];
      /** [s]; absent: the start, the end so far. */
      from?: number;
      to?: number;
      /** Largest number of rows or blocks, at most 20 000. */
      points: number;
    };
    result: never;
  };
  /** Binary frames of new rows whenever the connection has room, at most 30 times a second. */
  "run.follow": {
    params: { run: string; stream: StreamInfo["name"]; signals: string[]; first: number; points: number };
    result: Record<string, never>;
  };
  "run.unfollow": { params: { run: string; stream?: StreamInfo["name"] }; result: Record<string, never> };
  /** Values of all recorded signals at the last row that is not later. */
  "run.values": {
    params: { run: string; time: number; signals?: string[] };
    result: { time: number; values: { [name: string]: number } };
  };
  "run.report": { params: { run: string }; result: { url: string } };
  /** Writes a results file of the folder: .csv, .h5 or .mat, the same bytes as the command line. */
  "run.export": { params: { run: string; path: string }; result: { path: string } };
  "run.remove": { params: { run: string }; result: Record<string, never> };
  "runs.list": { params: { model?: string }; result: { runs: RunInfo[] } };
  /** The samples of the model's `study:`; events tell what comes of them. */
  "study.start": { params: Record<string, never>; result: Record<string, never> };
  "study.stop": { params: Record<string, never>; result: Record<string, never> };
  "study.state": { params: Record<string, never>; result: StudyState | null };
  compare: {
    params: { a: string; b: string; tolerance?: number; absolute?: number };
    result: CompareResult;
  };
}

export type Method = keyof Methods;
