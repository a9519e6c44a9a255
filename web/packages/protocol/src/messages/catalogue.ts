// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Types of parts and their fields.

import type { PartKind } from "./model";

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
