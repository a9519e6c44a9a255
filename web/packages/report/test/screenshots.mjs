// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node screenshots.mjs REPORTS OUT: the pictures of README.md, from reports of the examples.

import path from "node:path";
import { chromium } from "playwright-core";

const [reports, out] = process.argv.slice(2);
const kPictures = [
  { example: "gps_bulldozer", time: 52, theme: "light", width: 1440, height: 900 },
  { example: "four_bar", time: 1.3, theme: "light", width: 1440, height: 900 },
  { example: "two_airplanes", time: 5.4, theme: "dark", width: 1440, height: 900 },
  { example: "trolley_double_pendulum", time: 2.2, theme: "light", width: 1440, height: 900 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
  ],
});
for (const { example, time, theme, width, height } of kPictures) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  await page.goto(`file://${path.resolve(reports, `${example}.html`)}`);
  await page.evaluate(async (t) => {
    await window.holonReport.ready;
    window.holonReport.setTime(t);
  }, time);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(out, `${example}.png`) });
  await page.close();
}
await browser.close();
