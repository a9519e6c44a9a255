// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { StudyColumn } from "@holon/protocol/messages";
import { describe, expect, test } from "vitest";
import { isWithin, rangeOf, shareOf, sortedBy } from "../../src/views/study_data";

const column = (name: string, values: (number | null)[]): StudyColumn => ({ name, text: name, unit: "", values });

describe("a study", () => {
  const mass = column("m", [1, 3, 2, 2]);
  const swing = column("swing", [0.5, null, 0.7, 0.6]);
  test("axes reach from the least to the greatest value", () => {
    expect(rangeOf(swing)).toEqual([0.5, 0.7]);
    expect(shareOf(mass, 2)).toBe(0.5);
    expect(shareOf(swing, 1)).toBeNull();
    expect(shareOf(column("one", [4, 4]), 0)).toBe(0.5);
  });
  test("samples within all ranges stay; one that failed is in no range of what it lacks", () => {
    const within = (brushes: { [axis: string]: [number, number] }) =>
      [0, 1, 2, 3].filter((s) => isWithin([mass, swing], brushes, s));
    expect(within({})).toEqual([0, 1, 2, 3]);
    expect(within({ m: [2, 3] })).toEqual([1, 2, 3]);
    expect(within({ m: [2, 3], swing: [0.55, 0.65] })).toEqual([3]);
    expect(within({ swing: [-10, 10] })).toEqual([0, 2, 3]);
  });
  test("the table is sorted by a column, failures last", () => {
    expect(sortedBy([0, 1, 2, 3], swing, false)).toEqual([0, 3, 2, 1]);
    expect(sortedBy([0, 1, 2, 3], swing, true)).toEqual([2, 3, 0, 1]);
    expect(sortedBy([0, 1, 2, 3], undefined, true)).toEqual([0, 1, 2, 3]);
  });
});
