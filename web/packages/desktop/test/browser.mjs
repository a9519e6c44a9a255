// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What tests of the desktop in headless Chromium share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const kFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Busy machines are slow; a test that waits in vain ends by this [ms]. */
export const kPatience = 60_000;
/** Whatever goes on, no wait is longer [ms]. */
const kLongest = 5 * kPatience;

let browser;
export async function launch() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kFlags });
}
export const shutDown = () => browser?.close();

/** A page with its complaints: errors, and what the content security policy has refused. */
export async function openPage(url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(3 * kPatience);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    // The browser's own remarks about reading images back; a server that is gone on purpose.
    if (/GL Driver Message|GPU stall|ERR_CONNECTION_REFUSED|WebSocket connection to/.test(text)) return;
    if (/error|warning/.test(message.type())) complaints.push(text);
  });
  await page.goto(url);
  return { page, context, complaints, close: () => context.close() };
}

/** No violation of accessibility that is serious or critical. */
export async function assertAccessible(page, where) {
  // A policy that refuses inline scripts lets the debugger's own through.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).join(" | ")}`),
    ),
  );
  assert.deepEqual(found, [], where);
}

/** Names of the nodes of the diagram. */
export const nodesOf = (page) =>
  page.locator(".react-flow__node").evaluateAll((nodes) => nodes.map((n) => n.dataset.id).sort());

let commonProgress = () => null;
/** What changes while any wait of the test has reason to go on: processor time of the server. */
export function watchProgress(progress) {
  commonProgress = progress;
}

/**
 * Waits until a function of the test is true. `progress` gives what changes while there is reason to
 * wait on: a busy machine is slow, and patience begins anew with every change of it.
 */
export async function until(what, condition, progress = () => null) {
  const look = async () => JSON.stringify([await progress(), commonProgress()]);
  const begin = Date.now();
  let end = begin + kPatience;
  let known = await look();
  for (;;) {
    if (await condition()) return;
    const now = await look();
    if (now !== known) end = Math.min(Date.now() + kPatience, begin + kLongest);
    known = now;
    if (Date.now() > end) assert.fail(`waited in vain until ${what}; last: ${known}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Waits until something that this selector finds is visible. */
export const shows = (page, selector) =>
  until(`${selector} is there`, () => page.locator(selector).first().isVisible());
