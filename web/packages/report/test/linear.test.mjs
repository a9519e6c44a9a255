// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The page of a linear model: tables, plots in groups, cursors over the frequency.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { close, coloursOf, launch, openPage, shutDown } from "./browser.mjs";
import { oscillator } from "./sample_curves.mjs";
import { page as pageOf } from "./sample_page.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const file = path.join(here, "out", "oscillator.html");
/** A row lies a hundredth of a decade from the next one. */
const kRow = 0.03;

before(async () => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, pageOf(oscillator()));
  await launch();
});
after(shutDown);

describe("a linear model", () => {
  let opened;
  before(async () => {
    opened = await openPage(file);
  });
  after(() => opened?.close());
  const cursors = () => opened.page.locator(".legend-at:visible").allTextContents();

  test("says what it is, and has no bar of time", async () => {
    const { page } = opened;
    assert.equal(await page.locator(".state").textContent(), "Stable");
    assert.equal(await page.locator(".transport").count(), 0);
    assert.deepEqual(await page.locator(".bar-links a").allTextContents(), [
      "Poles and characteristics",
      "Responses",
      "Operating point",
      "Provenance",
    ]);
  });

  test("a row leads to its plots", async () => {
    const { page } = opened;
    await page.locator(".facts a").first().click();
    const heading = page.getByRole("heading", { name: "force → position" });
    assert.ok(await heading.evaluate((e) => e.getBoundingClientRect().top >= 0));
    assert.ok(await heading.evaluate((e) => e.getBoundingClientRect().top < innerHeight));
    assert.equal(await page.locator(".plot-group").count(), 2);
  });

  test("plots of one response share a cursor, by pointer and keys", async () => {
    const { page } = opened;
    const [magnitude] = [page.locator(".plot", { hasText: "Magnitude" })];
    await magnitude.scrollIntoViewIfNeeded();
    const at = await page.evaluate(() => holonReport.plots[1].pixel(0, 0));
    const scrolled = await page.evaluate(() => scrollY);
    await page.mouse.click(at.x, at.y - scrolled);
    await page.mouse.move(0, 0);
    const told = await cursors();
    assert.equal(told.length, 3);
    for (const text of told) {
      const number = Number(/^frequency (.+)\u00a0Hz$/.exec(text)?.[1]);
      close(number, 1, kRow, text);
    }
    // At 1 Hz: 1/(2 ζ) = 5, a quarter of a turn behind.
    const values = await page.evaluate(() => holonReport.plots.slice(1).map((p) => p.cursorValues(1)[0]));
    close(values[0].value, 20 * Math.log10(5), 1e-9, "magnitude");
    close(values[1].value, -90, 1e-9, "phase");
    close(values[2].value, -5, 1e-9, "imaginary part");

    await magnitude.locator(".u-over").focus();
    await page.keyboard.press("End");
    assert.deepEqual(new Set(await cursors()), new Set(["frequency 100.0\u00a0Hz"]));
    await page.keyboard.press("Shift+ArrowLeft");
    // A twentieth of four decades.
    const after_ = Number(/^frequency (.+)\u00a0Hz$/.exec((await cursors())[0])[1]);
    close(after_, 10 ** 1.8, kRow, "after Shift and the arrow");
  });

  test("zooms of a response go together, in decades", async () => {
    const { page } = opened;
    assert.deepEqual(await page.evaluate(() => holonReport.plots[1].range()), { min: -2, max: 2 });
    await page.locator(".plot", { hasText: "Magnitude" }).locator(".u-over").focus();
    await page.keyboard.press("+");
    const ranges = await page.evaluate(() => [1, 2].map((k) => holonReport.plots[k].range()));
    close(ranges[0].max - ranges[0].min, 2.8, 1e-9, "range");
    assert.deepEqual(ranges[0], ranges[1]);
    await page.keyboard.press("0");
  });

  test("its table is over the frequency", async () => {
    const { page } = opened;
    await page.locator(".plot", { hasText: "Phase" }).getByText("Table", { exact: true }).click();
    assert.deepEqual(await page.locator("dialog th").allTextContents(), [
      "frequency [Hz]",
      "phase [°]",
    ]);
    await page.keyboard.press("Escape");
  });

  test("complained of nothing", () => assert.deepEqual(opened.complaints, []));
});

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 360],
]) {
  test(`is for everyone, ${colorScheme}, ${width} px wide`, async () => {
    const { page, close: end } = await openPage(file, {
      viewport: { width, height: 800 },
      colorScheme,
    });
    await page.locator(".plot canvas").first().waitFor();
    assert.ok((await coloursOf(page, ".plot >> nth=0")) > 4);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      window.axe.run({ resultTypes: ["violations"] }),
    );
    assert.deepEqual(
      violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes[0].html}`),
      [],
    );
    await end();
  });
}
