// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

export type Theme = "light" | "dark";

/**
 * Chosen so that the nearest two lie as far apart as may be, also for readers who lack one kind of
 * cone, with a contrast of 3 : 1 and more to the paper; the first two are Okabe and Ito's.
 */
export const kCurves: Record<Theme, string[]> = {
  light: ["#0072b2", "#d55e00", "#2d9d8b", "#a23951", "#25219e", "#68111c", "#9480f0"],
  dark: ["#4ba6e0", "#ff8a3d", "#b5f5c2", "#e6408c", "#7a74f5", "#7dddfb", "#ecdc45"],
};

/** So many curves are solid; the next ones, and those after seven, have a dash beside their colour. */
export const kSolid = 4;
export const kDashes: number[][] = [[], [7, 3], [2, 2.5], [8, 3, 2, 3], [12, 4], [1, 4]];
