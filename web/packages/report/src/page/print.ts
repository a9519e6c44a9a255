// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import { type Theme, theme } from "@holon/base/theme";
import type { Plot } from "@holon/plots/plot";
import type { Stage } from "@holon/scene/stage";

/** On paper the page stands still, is light, and has all its plots. */
export function bindPrint(clock: Clock, plots: Plot[], stage: () => Stage | null): void {
  let onScreen: Theme | null = null;
  addEventListener("beforeprint", () => {
    clock.pause();
    onScreen = theme.value;
    theme.set("light");
    for (const plot of plots) plot.open();
    stage()?.draw();
  });
  addEventListener("afterprint", () => {
    if (onScreen) theme.set(onScreen);
    onScreen = null;
  });
}
