// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Signal } from "./signal";

export type Theme = "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Light or dark, as the reader's system says until the reader says otherwise. */
export const theme = new Signal<Theme>(dark.matches ? "dark" : "light");

let chosen = false;
dark.addEventListener("change", () => {
  if (!chosen) theme.set(dark.matches ? "dark" : "light");
});

export function applyTheme(): void {
  const apply = () => document.documentElement.setAttribute("data-theme", theme.value);
  theme.watch(apply);
  apply();
}

export function toggleTheme(): void {
  chosen = true;
  theme.set(theme.value === "dark" ? "light" : "dark");
}

/**
 * Okabe and Ito's colours without the yellow, all with a contrast of 3 : 1 and more to the paper;
 * lighter ones of the same order on dark.
 */
const kCurves: Record<Theme, string[]> = {
  light: ["#0072b2", "#d55e00", "#00865f", "#bf5f96", "#2a93d1", "#a87400", "#4d4d4d"],
  dark: ["#4ba6e0", "#ff8a3d", "#2fc79b", "#e39cc4", "#8fd0f7", "#f2b632", "#b8bec4"],
};

/** After seven curves the dash changes. [CSS px] */
const kDashes: number[][] = [[], [7, 3], [2, 2.5], [8, 3, 2, 3], [12, 4], [1, 4]];

export function curveColor(index: number): string {
  return kCurves[theme.value][index % kCurves.light.length];
}

export function curveDash(index: number): number[] {
  return kDashes[Math.floor(index / kCurves.light.length) % kDashes.length];
}

/** The value of a colour of the style sheet. */
export function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
