// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Scene, equations, linear analysis, bond graphs, differences.

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
