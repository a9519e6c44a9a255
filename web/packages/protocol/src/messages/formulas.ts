// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Checks, completions and targets of formulas.

import type { Edit, LinkKind } from "./model";

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

/** How smooth an output is in time, judged by the form of the model's equations: at least so much. */
export interface SmoothnessInfo {
  /** Number of continuous derivatives; -1: the value itself may jump; null: any number. */
  continuous: number | null;
  /** What limits it: "abs", "the table 'profile'", "pin: hits its upper limit". */
  cause: string;
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
