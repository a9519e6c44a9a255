// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Studies: samples of the open model with their results.

import type { Finding } from "./findings";

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
  /** Revision of the text from which it was made. */
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
