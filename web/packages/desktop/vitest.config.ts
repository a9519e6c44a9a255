// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from "vitest/config";

export default defineConfig({
  // Nothing fails because the machine is busy.
  test: { include: ["test/unit/*.test.ts"], environment: "node", setupFiles: ["test/unit/page.ts"], testTimeout: 300_000, hookTimeout: 300_000 },
});
