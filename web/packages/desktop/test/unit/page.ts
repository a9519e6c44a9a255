// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What modules of the page expect of a browser when they are loaded.
const media = { matches: false, addEventListener: () => {} };
Object.assign(globalThis, {
  matchMedia: () => media,
  location: { protocol: "http:", host: "127.0.0.1:1", hash: "" },
  requestAnimationFrame: (draw: () => void) => setTimeout(draw, 0),
});
