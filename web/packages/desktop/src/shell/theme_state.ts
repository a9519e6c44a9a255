// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { theme, toggleTheme } from "@holon/base/theme";
import { useSyncExternalStore } from "react";

export function useTheme() {
  return useSyncExternalStore(
    (changed) => theme.watch(changed),
    () => theme.value,
  );
}

/** Light or dark, remembered by this browser. */
export function switchTheme(): void {
  toggleTheme();
  localStorage.setItem("holon.theme", theme.value);
}
