// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Errors and warnings, with their places in the text.

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
