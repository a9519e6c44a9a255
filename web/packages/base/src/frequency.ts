// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { Signal } from "./signal";

/** Whether the page shows frequencies as angular ones [rad/s]; streams hold Hz. */
export const isAngular = new Signal(false);

/** What one hertz is in the unit that is shown. */
export function frequencyScale(): number {
  return isAngular.value ? 2 * Math.PI : 1;
}
