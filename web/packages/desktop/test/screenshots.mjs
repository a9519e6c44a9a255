// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node screenshots.mjs OUT [NAME…]: images of the desktop for the documentation, by `holon serve`
// (HOLON_PROGRAM). Compress them afterwards: tools/make_desktop_screenshots does.
// node screenshots.mjs OUT all: every screen at 1440 and 1024 px, light and dark, to be looked at.

import path from "node:path";
import { launch, openPage, shutDown, until, watchProgress } from "./browser.mjs";
import { exampleNames, familyTicks, makeFolders, serveProgram } from "./serve_program.mjs";

const out = process.argv[2];
const folders = makeFolders(exampleNames());
const server = await serveProgram(folders, { uiDir: process.env.HOLON_UI_DIR });
watchProgress(() => familyTicks(server.child.pid));
await launch();

async function open(page, example) {
  await page.evaluate((name) => window.holonDesktop.open({ example: name }), example);
  await page.waitForSelector(`.top-title small:has-text("${example}")`);
  await until("it is checked", () => page.evaluate(() => window.holonDesktop.isChecked()));
  await page.click("#tab-diagram");
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
      // Images are drawn one after the other.
      const areDrawn = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".card img")]
            .filter((image) => image.getBoundingClientRect().top < innerHeight)
            .every((image) => /[?]v=/.test(image.src) && image.complete),
        );
      await until("the images in sight are drawn", areDrawn);
      await page.waitForTimeout(500);
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
    name: "study_light",
    at: async (page) => {
      await open(page, "swing_study");
      await page.click("#tab-study");
      await page.click('button:has-text("Run the study")');
      await page.waitForSelector(".study-table");
      const { x, y, width, height } = await page.locator(".parallel-take").nth(3).boundingBox();
      await page.mouse.move(x + width / 2, y + 1);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + height / 3, { steps: 4 });
      await page.mouse.up();
      await page.waitForTimeout(600);
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

/** Every view of the workbench, upper and lower ones together, and what lies over it. */
const kPairs = [
  ["pid_crane", "diagram", "plots"],
  ["pid_crane", "text", "motion"],
  ["pid_crane", "equations", "compare"],
  ["four_bar", "diagram", "linear"],
  ["pendulum_bond", "bonds", "events"],
  ["swing_study", "diagram", "study"],
  ["swing_study", "text", "problems"],
];
const kOverlays = [
  ["commands", (page) => page.keyboard.press("Control+k")],
  ["add", (page) => page.keyboard.press("a")],
  ["help", (page) => page.keyboard.press("?")],
];

async function showPair(page, [example, upper, lower]) {
  if (!(await page.locator(`.top-title small:has-text("${example}")`).count())) {
    await open(page, example);
    await run(page);
  }
  await page.click(`#tab-${upper}`);
  await page.click(`#tab-${lower}`);
  if (lower === "study" && !(await page.locator(".study-table").count())) {
    await page.click('button:has-text("Run the study")');
    await page.waitForSelector(".study-table");
  }
  await page.locator(".tree-row:not(.tree-model)").first().click();
  await page.waitForTimeout(lower === "motion" ? 2500 : 900);
}

async function showAll() {
  for (const width of [1440, 1024]) {
    for (const colorScheme of ["light", "dark"]) {
      const of = await openPage(server.url, { viewport: { width, height: width === 1440 ? 900 : 720 }, colorScheme });
      const { page } = of;
      const shoot = (name) => page.screenshot({ path: path.join(out, `${width}_${colorScheme}_${name}.png`) });
      await page.waitForFunction(() => window.holonDesktop);
      await page.waitForSelector(".gallery, .workbench");
      await page.keyboard.press("Control+o");
      await page.waitForSelector(".card");
      await page.waitForTimeout(1500);
      await shoot("start");
      for (const pair of kPairs) {
        await showPair(page, pair);
        await shoot(pair.join("_"));
      }
      for (const [name, show] of kOverlays) {
        await page.keyboard.press("Escape");
        await show(page);
        await page.waitForTimeout(400);
        await shoot(name);
        await page.keyboard.press("Escape");
      }
      console.log(width, colorScheme, of.complaints.join(" | "));
      await of.close();
    }
  }
}

const only = process.argv.slice(3);
if (only[0] === "all") await showAll();
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
