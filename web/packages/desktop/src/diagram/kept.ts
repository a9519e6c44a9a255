// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { create } from "zustand";
import type { Route } from "./route";

/** Objects with the same values; those of the keys `deeper` are compared by their own values. */
function isSame(a: object, b: object, deeper: readonly string[] = []): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const [v, w] = [one[key], other[key]];
      if (Object.is(v, w)) return true;
      return deeper.includes(key) && isObject(v) && isObject(w) && isSame(v, w, deeper);
    })
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * The same list with the objects of the last one where nothing has changed: React Flow does nothing
 * for a node that is the same object. `deeper`: keys whose objects are made anew each time.
 */
export class Kept<T extends { id: string }> {
  private known = new Map<string, T>();
  private list: T[] = [];

  constructor(private readonly deeper: readonly string[]) {}

  take(items: T[]): T[] {
    const next = new Map<string, T>();
    let isWhole = items.length === this.list.length;
    const list = items.map((item, k) => {
      const old = this.known.get(item.id);
      const kept = old && isSame(old, item, this.deeper) ? old : item;
      next.set(kept.id, kept);
      isWhole &&= kept === this.list[k];
      return kept;
    });
    this.known = next;
    if (!isWhole) this.list = list;
    return this.list;
  }
}

/** Remembers what was made for a key from the same inputs. */
export class Made<T> {
  private known = new Map<string, { from: readonly unknown[]; made: T }>();
  private next = new Map<string, { from: readonly unknown[]; made: T }>();

  get(key: string, from: readonly unknown[], make: () => T): T {
    const old = this.known.get(key);
    const entry = old && old.from.every((v, k) => Object.is(v, from[k])) ? old : { from, made: make() };
    this.next.set(key, entry);
    return entry.made;
  }
  /** What was not asked for since the last call is forgotten. */
  turn(): void {
    this.known = this.next;
    this.next = new Map();
  }
}

/** Where lines run. Beside React Flow's edges: a drag changes few of them, and none of its own. */
export const useRoutes = create<{ routes: Map<string, Route> }>(() => ({ routes: new Map() }));
