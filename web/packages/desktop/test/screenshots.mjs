// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node screenshots.mjs OUT: images of the desktop for the documentation, by `holon serve`
// (HOLON_PROGRAM). Compress them afterwards: tools/make_desktop_screenshots does.

import path from "node:path";
import { launch, openPage, shutDown, until } from "./browser.mjs";
import { makeFolders, serveProgram } from "./serve_program.mjs";

const out = process.argv[2];
const folders = makeFolders();
const server = await serveProgram(folders, { uiDir: process.env.HOLON_UI_DIR });
await launch();

async function open(page, example) {
  await page.evaluate((name) => window.holonDesktop.open({ example: name }), example);
  await page.waitForSelector(`.top-title small:has-text("${example}")`);
  await until("it is checked", () => page.evaluate(() => window.holonDesktop.isChecked()));
  await page.waitForSelector(".react-flow__node");
  await page.waitForTimeout(2500);
}

async function run(page) {
  const before = await page.evaluate(() => window.holonDesktop.runs());
  await page.keyboard.press("Control+Enter");
  await until("it runs", async () => (await page.evaluate(() => window.holonDesktop.runs())) > before);
  await until("it has run", async () => (await page.evaluate(() => window.holonDesktop.run()?.state)) === "done");
  await page.waitForTimeout(1000);
}

const kScenes = [
  {
    name: "start_light",
    at: async (page) => {
      await page.waitForSelector(".card");
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(1500);
    },
  },
  {
    name: "run_light",
    at: async (page) => {
      await open(page, "pid_crane");
      await run(page);
      await page.evaluate(() => window.holonDesktop.setTime(4));
      await page.click('.tree-row:has-text("swing")');
      await page.waitForTimeout(800);
    },
  },
  {
    name: "motion_dark",
    scheme: "dark",
    at: async (page) => {
      await open(page, "pid_crane");
      await run(page);
      await page.click("#tab-motion");
      await page.evaluate(() => window.holonDesktop.setTime(1.2));
      await page.waitForTimeout(3500);
    },
  },
  {
    name: "formula_dark",
    scheme: "dark",
    at: async (page) => {
      await open(page, "four_bar");
      await page.click('.tree-row:not(.tree-model):has-text("Revolute") >> nth=0');
      await page.locator(".more > summary").last().click();
      await page.fill('[id="f-parts.A.torque"]', "-5 [N m/rad]*(A.angle - 90 [deg])");
      await page.waitForTimeout(1200);
      await page.keyboard.press("Escape");
      await page.waitForTimeout(400);
    },
  },
  {
    name: "text_1024",
    size: { width: 1024, height: 720 },
    at: async (page) => {
      await open(page, "dc_motor");
      await page.click("#tab-text");
      await run(page);
      await page.waitForTimeout(1500);
    },
  },
];

const only = process.argv.slice(3);
for (const { name, at, scheme = "light", size = { width: 1440, height: 900 } } of kScenes) {
  if (only.length > 0 && !only.includes(name)) continue;
  const { page, complaints, close } = await openPage(server.url, { viewport: size, colorScheme: scheme });
  await page.waitForFunction(() => window.holonDesktop);
  await page.waitForSelector(".gallery, .workbench");
  await at(page);
  await page.screenshot({ path: path.join(out, `desktop_${name}.png`) });
  console.log(name, complaints.join(" | "));
  await close();
}
await server.kill();
await shutDown();
folders.remove();
