// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The methods with their parameters and results.

import type { Catalogue } from "./catalogue";
import type { Completion, FormulaCheck, LegalTarget, SmoothnessInfo } from "./formulas";
import type { Gallery } from "./gallery";
import type { Edit, ModelState, Position } from "./model";
import type { CompareResult, RunInfo, StreamInfo } from "./runs";
import type { StudyState } from "./studies";
import type { BondsView, DiffView, EquationsView, LinearView, SceneView } from "./views";

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

  /** Copies a part of the library beside the model; its `type` there. */
  "library.take": { params: { name: string }; result: { type: string } };
  /** Keeps a composite part of the model in the library. */
  "library.keep": { params: { part: string; as: string }; result: Record<string, never> };

  /** How often outputs can be differentiated with respect to time, at least. */
  smoothness: { params: { outputs: string[] }; result: { outputs: { [name: string]: SmoothnessInfo } } };
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
  /** The samples of the model's `study:`; events report their progress. */
  "study.start": { params: Record<string, never>; result: Record<string, never> };
  "study.stop": { params: Record<string, never>; result: Record<string, never> };
  "study.state": { params: Record<string, never>; result: StudyState | null };
  compare: {
    params: { a: string; b: string; tolerance?: number; absolute?: number };
    result: CompareResult;
  };
}

export type Method = keyof Methods;
