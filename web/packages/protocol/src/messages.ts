// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The messages between the desktop and `holon serve`: docs/design/desktop.md.
// Numbers are in SI units and radians; `unit` names the unit ("m/s", "rad", "" for pure numbers).
// Lines and columns count from 1, columns in characters (code points); `endColumn` is exclusive.

export type * from "./messages/envelope";
export type * from "./messages/findings";
export type * from "./messages/gallery";
export type * from "./messages/model";
export type * from "./messages/catalogue";
export type * from "./messages/formulas";
export type * from "./messages/runs";
export type * from "./messages/studies";
export type * from "./messages/views";
export type * from "./messages/methods";
