// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type Theme, kCurves, kDashes, kSolid } from "./palette";
import { Signal } from "./signal";

export type { Theme } from "./palette";

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

export function curveColor(index: number): string {
  return kCurves[theme.value][index % kCurves.light.length];
}

export function curveDash(index: number): number[] {
  const colors = kCurves.light.length;
  const round = 2 * Math.floor(index / colors) + (index % colors < kSolid ? 0 : 1);
  return kDashes[round % kDashes.length];
}

/** The value of a colour of the style sheet. */
export function themeColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
