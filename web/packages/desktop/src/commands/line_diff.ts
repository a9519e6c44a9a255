// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { DiffView } from "@holon/protocol/messages";

type Line = DiffView["lines"][number];

/** Beyond so many pairs of lines the middle is shown as replaced. */
const kMostPairs = 4_000_000;

/** Lines of two texts, by the longest common subsequence of what differs. */
export function lineDiff(before: string, after: string): Line[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  const same = (text: string, k: number, shift: number): Line => ({ kind: "same", text, before: k + 1, after: k + shift + 1 });
  const middle = between(a.slice(head, a.length - tail), b.slice(head, b.length - tail), head);
  const shift = b.length - a.length;
  return [
    ...a.slice(0, head).map((t, k) => same(t, k, 0)),
    ...middle,
    ...a.slice(a.length - tail).map((t, k) => same(t, a.length - tail + k, shift)),
  ];
}

function between(a: string[], b: string[], head: number): Line[] {
  const removed = (i: number): Line => ({ kind: "removed", text: a[i], before: head + i + 1 });
  const added = (j: number): Line => ({ kind: "added", text: b[j], after: head + j + 1 });
  if (a.length * b.length > kMostPairs) return [...a.map((_, i) => removed(i)), ...b.map((_, j) => added(j))];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1] + 1
          : Math.max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i], before: head + ++i, after: head + ++j });
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
      lines.push(removed(i++));
    } else {
      lines.push(added(j++));
    }
  }
  return lines;
}
