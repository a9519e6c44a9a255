// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

/** A value that tells those who watch it when it changes. */
export class Signal<T> {
  private watchers: ((value: T) => void)[] = [];
  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const watcher of this.watchers) watcher(value);
  }

  /** Returns what ends it. */
  watch(watcher: (value: T) => void): () => void {
    this.watchers.push(watcher);
    return () => {
      this.watchers = this.watchers.filter((w) => w !== watcher);
    };
  }
}
