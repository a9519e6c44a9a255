// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { SceneSpec } from "@holon/protocol/report";

/** What a camera does not see: bodies with all that belongs to them, and other parts by name. */
export class Hidden {
  readonly bodies: ReadonlySet<number>;
  private readonly names: ReadonlySet<string>;

  constructor(bodies: SceneSpec["bodies"], names: string[]) {
    this.names = new Set(names);
    this.bodies = new Set(bodies.flatMap(({ name }, k) => (this.names.has(name) ? [k] : [])));
  }

  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  body(index: number): boolean {
    return this.bodies.has(index);
  }

  part(name: string): boolean {
    return this.names.has(name);
  }

  /** Whether an output is that of a part that is hidden: "pin.reaction.force" of "pin". */
  output(name: string): boolean {
    if (this.isEmpty) return false;
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1))
      if (this.names.has(name.slice(0, dot))) return true;
    return false;
  }
}

/** For views that see everything. */
export const kNothingHidden = new Hidden([], []);
