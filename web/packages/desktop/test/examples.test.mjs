// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Every example in the page: it opens without complaints and has a diagram; those that are quick to
// compute run, and what the page gets has the bits of the command line.
//   HOLON_EVERY_RUN=1: all of them run (the bulldozers take minutes each)

import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isChecked, launch, nodesOf, openPage, shows, shutDown, until, watchProgress } from "./browser.mjs";
import { assertSameBits, exampleNames, exportedRows, familyTicks, makeFolders, runByCommand, runShown, serveProgram } from "./serve_program.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const uiDir = process.env.HOLON_UI_DIR || path.join(here, "..", "dist");

/** Some that are quick to compute, of every domain. */
const kQuick = ["one_bar_linkage", "four_bar", "pid_crane", "dc_motor", "cylinder_and_mass", "thermostat"];

let folders;
let server;
let open;
before(async () => {
  await launch();
  folders = makeFolders();
  server = await serveProgram(folders, { uiDir });
  watchProgress(() => familyTicks(server.child.pid));
  open = await openPage(server.url);
  await open.page.waitForSelector(".card");
});
after(async () => {
  await open?.close();
  await server?.kill();
  await shutDown();
  folders?.remove();
});

describe("the examples in the desktop", () => {
  for (const name of exampleNames()) {
    test(`the example ${name} opens and has a diagram${/swing_study/.test(name) ? "" : ", without complaints"}`, async () => {
      const { page } = open;
      // Requests of the gallery's pictures were cut off where a test before killed the server.
      open.complaints.length = 0;
      await page.evaluate((example) => window.holonDesktop.open({ example }), name);
      await page.waitForSelector(`.top-title small:has-text("${name}")`);
      await isChecked(page);
      assert.notEqual(await page.getAttribute(".verdict", "data-state"), "error");
      await page.click("#tab-diagram");
      await until("it is drawn", async () => (await nodesOf(page)).length > 0);
      assert.deepEqual(open.complaints.filter((c) => !/404/.test(c)), []);
    });
  }

  // What the page gets is what the command line gets.
  for (const name of process.env.HOLON_EVERY_RUN ? exampleNames() : kQuick) {
    test(`the example ${name} runs with the bits of the command line`, async () => {
      const { page } = open;
      await page.evaluate((example) => window.holonDesktop.open({ example }), name);
      await page.waitForSelector(`.top-title small:has-text("${name}")`);
      await isChecked(page);
      const info = await runShown(page);
      assert.equal(info.state, "done");
      const own = await exportedRows(page, folders, `${name}.csv`);
      assertSameBits(own, runByCommand(path.join(process.env.HOLON_EXAMPLES, `${name}.yaml`)), name);
      await page.click("#tab-motion");
      await page.click("#tab-plots");
      await shows(page, ".plot canvas, .plots-view .view-note");
    });
  }
});
