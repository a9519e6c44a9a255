// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What the program says: the messages of docs/design/report.md.

export type Vector = [number, number, number];
/** w, x, y, z; turns vectors of the inner frame into the outer one. */
export type Quaternion = [number, number, number, number];

export interface ColumnSpec {
  name: string;
  unit: string;
  description?: string;
  bits: 32 | 64;
}

export interface StreamMessage {
  type: "stream";
  stream: string;
  columns: ColumnSpec[];
  /** `statistics`: by column, of all rows of the run. */
  reduced?: { rows: number; kept: number; statistics?: (StatisticsSpec | null)[] } | null;
}

/** Times in s; mean and RMS over time. */
export interface StatisticsSpec {
  min: number;
  minAt: number;
  max: number;
  maxAt: number;
  mean: number;
  rms: number;
  final: number;
}

export interface RowsMessage {
  type: "rows";
  stream: string;
  count: number;
  encoding: "columns-shuffled-deflate" | "columns";
  payload: string;
}

export interface EndMessage {
  type: "end";
  stream: string;
}

export type Message = DocumentMessage | StreamMessage | RowsMessage | EndMessage;

export interface CurveSpec {
  label: string;
  stream: string;
  x: number;
  y: number;
  x_scale?: number;
  x_offset?: number;
  scale?: number;
  offset?: number;
  /** Points alone, without a line between them; an outline is a thin line that has no cursor. */
  mark?: Mark | null;
  /** The column of the lower edge of a band, which is filled. */
  lower?: number;
  /** Points only where y changes from row to row. */
  changes?: boolean;
  /** Points only where this column is 0. */
  rejected?: number;
  /** Points where received less dropped changes, whatever y is: counts of measurements. */
  received?: number;
  dropped?: number;
  /** The curve of the plot whose colour it has. */
  hue?: number;
}

export type Mark = "cross" | "circle" | "dot" | "outline";

/** A thin line behind the curves, in the plot's units; axes do not reach for it. */
export interface GuideSpec {
  x: number[];
  y: number[];
  /** Stands at its end, or where it leaves the view. */
  label?: string;
}

export interface PlotSpec {
  title: string;
  /** Plots of one group stand together below its name. */
  group?: string;
  /** The section of the page in which it stands; absent: that of the plots. */
  section?: string;
  /** `is_time`: x is the first column of the curves' streams. */
  x: { label: string; unit: string; is_time: boolean; is_log?: boolean; steps?: number[] };
  /** `steps`: the distances that ticks may have. */
  y: { label: string; unit: string; steps?: number[]; is_log?: boolean };
  equal_scales?: boolean;
  hides_axes?: boolean;
  /** What is shown at first: from and to of x, of y. */
  view?: [number, number, number, number];
  /** Stands below the plot before it, with the same x: a phase below its magnitude. */
  is_below?: boolean;
  guides?: GuideSpec[];
  curves: CurveSpec[];
}

/** Facts in rows, before the plots. */
export interface TableSpec {
  title: string;
  columns: string[];
  /**
   * Cells as text; `group` is the name of plots that the row is about. `values` of the cells, null where
   * there is none: they get bars, and their columns can be sorted.
   */
  rows: { cells: string[]; group?: string; values?: (number | null)[] }[];
  note?: string;
}

/** A place fixed to a body, or to the world where `body` is -1. */
export interface Place {
  body: number;
  position: Vector;
  orientation?: Quaternion;
}

export interface SolidSpec {
  kind: "box" | "cylinder" | "sphere" | "capsule" | "mesh";
  size: number[];
  /** Of a mesh: which one of the scene's. */
  mesh?: number;
  position: Vector;
  orientation: Quaternion;
  color: string;
  opacity?: number;
}

/** Triangles, as base64 of 16-bit numbers: points across the box around them, and their indices. */
export interface MeshSpec {
  points: string;
  triangles: string;
}

export interface FrameSpec {
  name: string;
  position: Vector;
  orientation?: Quaternion;
}

export interface BodySpec {
  name: string;
  kind: "body" | "frame";
  pose: number;
  solids: SolidSpec[];
  made_up?: boolean;
  center_of_mass?: Vector | null;
  frames?: FrameSpec[];
  traces?: Vector[];
}

/** How a joint is drawn: a plane is a pin without a stand, a weld and a free body have no symbol. */
export type JointSymbol = "free" | "weld" | "pin" | "plane" | "ball" | "rail";

export interface JointSpec {
  name: string;
  type: string;
  symbol: JointSymbol;
  body: number;
  position: Vector;
  /** In the body's axes, or the world's where `axis_in_world` says so. */
  axis?: Vector | null;
  axis_in_world?: boolean;
  on_world?: boolean;
  /** The body, or -1, in which its springs and dampers begin. */
  parent?: number;
  /** Springs and dampers along its axis, and about it. */
  along?: JointElements;
  about?: JointElements;
  /** Those along directions of the plane in which it moves, in the parent's axes. */
  across?: { elements: JointElements; direction: Vector }[];
}

export type JointElements = "spring" | "damper" | "spring damper";

/** A sphere that touches a plane. */
export interface ContactSpec {
  name: string;
  /** A place in the plane, and what points out of it in the axes of the place's body. */
  ground: Place;
  normal: Vector;
  sphere: Place;
  /** [m] 0 for a point. */
  radius: number;
}

export type LinkKind = "spring" | "damper" | "spring damper" | "cable" | "rod" | "bushing" | "cylinder";

export interface LinkSpec {
  name: string;
  kind: LinkKind;
  from: Place;
  to: Place;
  /** [m] Of a cylinder: its barrel, which begins at `from`, and its diameters. */
  barrel?: { length: number; bore: number; rod: number };
  /** The force by which it pulls its ends together, a column of the scene's stream. */
  pull?: { name: string; column: number; unit: string };
}

export type ArrowKind = "force" | "torque" | "reaction force" | "reaction torque";

export interface ArrowSpec {
  name: string;
  kind: ArrowKind;
  stream: string;
  columns: [number, number, number];
  unit: string;
  at: Place;
  /** It acts where this one of the scene's contacts touches. */
  contact?: number;
  /** Redundant constraints leave it open in part; what is drawn is the least that it may be. */
  undetermined?: boolean;
}

export interface CameraSpec {
  name: string;
  on: Place;
  at: Vector;
  look_at: Place;
  up?: Vector;
  /** [rad] across the height; 0 or absent where the model leaves it open. */
  field_of_view?: number | null;
  /** Names of bodies, joints, links, contacts and other parts. */
  hides?: string[];
}

/** Of colours [m]: linear up to about `fine`, logarithmic beyond, the darkest from `span` on. */
export interface HeightScale {
  fine: number;
  span: number;
}

/** Heights over square cells, and how they change; lists of numbers are base64, little-endian. */
export interface FieldSpec {
  name: string;
  /** [m] centre of the first cell, and the cells' size. */
  x: number;
  y: number;
  cell: number;
  columns: number;
  rows: number;
  /** [m] a height is `lowest` + its 16-bit number times `step`; 65535: none. */
  lowest: number;
  step: number;
  start: string;
  /** Heights to be reached. */
  design?: string;
  /** Of the differences from the design, else the start, and of those from the start. */
  error_scale: HeightScale;
  change_scale: HeightScale;
  /** [s] of the frames, how many cells have changed in each, which (32 bits), and to what. */
  times: number[];
  counts: number[];
  cells: string;
  heights: string;
}

/** The covariance of an estimated position about it, in world axes. */
export interface EllipsoidSpec {
  name: string;
  stream: string;
  position: [number, number, number];
  /** Columns xx, xy, xz, yy, yz, zz. */
  covariance: [number, number, number, number, number, number];
  /** Half axes are so many standard deviations. */
  scale: number;
}

/** Of a motion: the instantaneous screw axis; of a force and a torque: their central axis. */
export type AxisKind = "screw" | "wrench";

/** An axis in world axes. A direction of zero: there is none. */
export interface AxisSpec {
  name: string;
  kind: AxisKind;
  stream: string;
  point: [number, number, number];
  direction: [number, number, number];
  /** A column [m/rad, m]: translation per angle, or torque per force; may be infinite. */
  pitch: number;
}

export interface SceneSpec {
  stream: string;
  bodies: BodySpec[];
  meshes?: MeshSpec[];
  joints?: JointSpec[];
  links?: LinkSpec[];
  contacts?: ContactSpec[];
  arrows?: ArrowSpec[];
  ellipsoids?: EllipsoidSpec[];
  axes?: AxisSpec[];
  cameras?: CameraSpec[];
  fields?: FieldSpec[];
  up?: Vector;
  plane?: Vector | null;
}

export interface DocumentMessage {
  type: "document";
  version: number;
  title: string;
  generator?: string;
  subtitle?: string;
  state: "done" | "interrupted" | "failed";
  /** What stands beside the title in place of the state. */
  verdict?: { text: string; is_good: boolean };
  /** Names of sections that are not those of a run. */
  labels?: { plots?: string; tables?: string; statistics?: string; equations?: string };
  reason?: string;
  tables?: TableSpec[];
  warnings?: string[];
  notes?: string[];
  statistics?: { group: string; items: { label: string; value: string; hint?: string }[] }[];
  plots?: PlotSpec[];
  /** The stream with the columns of the curves at the moments that the run records. */
  recorded?: string;
  scene?: SceneSpec | null;
  equations?: { title: string; mathml: string; legend?: string }[];
  equations_note?: string;
  diagram?: string;
  model?: { path: string; files: { name: string; text: string }[] };
  provenance?: { label: string; value: string }[];
}
