// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Runs, their streams and rows.

import type { Finding } from "./findings";

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
