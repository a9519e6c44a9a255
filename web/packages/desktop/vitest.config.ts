// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/unit/*.test.ts"], environment: "node", setupFiles: ["test/unit/page.ts"] },
});
