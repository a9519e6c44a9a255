// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Requests, replies and notifications.

import type { Finding } from "./findings";
import type { Method, Methods } from "./methods";
import type { CheckedEvent, ClosedEvent, DiskEvent, FolderEvent, ModelEvent, PictureEvent } from "./model";
import type { RowsHeader, RunEvent, RunsEvent } from "./runs";
import type { StudyEvent } from "./studies";

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
