// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reads reports, and opens in headless Chromium those of them that have content which no other has, to
// use them as a reader would (HOLON_EVERY_PAGE=1: all). HOLON_REPORTS names files and folders,
// separated by colons; without it samples are made. Figures that depend on the machine are
// printed, and held to their limits only where HOLON_REPORT_SPEED is set.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  add,
  close,
  coloursOf,
  cross,
  dot,
  equals,
  kPixel,
  kPoseTolerance,
  kValueTolerance,
  launch,
  locate,
  openPage,
  pointAt,
  poseOf,
  readReport,
  rotate,
  shutDown,
  sub,
  unit,
  until,
  valueAt,
} from "./browser.mjs";
import { writeSamples } from "./make_sample.mjs";
import { checkReferences, chooseVaried } from "./contents.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const held = Boolean(process.env.HOLON_REPORT_SPEED);

const kOpens = 1000; // [ms]
const kPictures = 30; // [1/s]
const kLargestBundle = 700_000; // bytes

function filesOf(where) {
  if (!statSync(where).isDirectory()) return [where];
  return readdirSync(where)
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => path.join(where, name));
}

const reports = process.env.HOLON_REPORTS
  ? process.env.HOLON_REPORTS.split(":").filter(Boolean).flatMap(filesOf)
  : writeSamples(path.join(here, "out"));

const files = process.env.HOLON_EVERY_PAGE ? reports : chooseVaried(reports);

before(launch);
after(shutDown);

for (const file of reports)
  test(`${path.basename(file, ".html")} holds what it refers to`, () => checkReferences(readReport(file)));

/** Checks that one page is enough for, and has had. */
const tried = new Set();

for (const [index, file] of files.entries()) {
  // The first is seen as it is, in every width.
  const isThorough = index === 0;
  // Pictures are rendered without a graphics card, at a cost by the pixel: most pages are seen from afar.
  const viewport = isThorough ? { width: 1024, height: 768 } : { width: 800, height: 600 };
  const deviceScaleFactor = isThorough ? 1 : 0.5;
  describe(path.basename(file, ".html"), () => {
    const report = readReport(file);
    const { document: said, streams } = report;
    const hasScene = Boolean(said.scene?.bodies.length);
    const rows = hasScene ? (streams.get(said.scene.stream)?.data[0].length ?? 0) : 0;
    // What does not depend on the model, and takes seconds, is tried on the first page that has it.
    const thoroughly = (name, applies, check) => {
      if (!applies || tried.has(name)) return;
      tried.add(name);
      test(name, check);
    };
    const plots = said.plots ?? [];
    const overTime = plots.filter((p) => p.x.is_time && p.curves.length > 0);
    const hasRows = (p) => (streams.get(p.curves[0].stream)?.data[0].length ?? 0) > 1;
    let opened;
    before(async () => {
      opened = await openPage(file, { viewport, deviceScaleFactor });
    });
    after(() => opened?.close());

    test("opens, shows everything that the document says, asks for nothing", async (t) => {
      const { page } = opened;
      assert.equal(await page.locator("h1").textContent(), said.title);
      const counts = [
        [".plot", said.plots?.length ?? 0],
        [".view", rows > 0 ? (said.scene.cameras?.length ?? 0) + 1 : 0],
        [".equations", said.equations?.length ?? 0],
        [".code", said.model?.files.length ?? 0],
        [".callout-warning li", said.warnings?.length ?? 0],
        [".notes li", said.notes?.length ?? 0],
        [".diagram svg", (said.diagram?.match(/<svg/g) ?? []).length],
      ];
      for (const [selector, count] of counts)
        await equals(selector, count, () => page.locator(selector).count());
      const ready = await page.evaluate(
        () => performance.getEntriesByName("holon-ready")[0].startTime,
      );
      t.diagnostic(`ready after ${ready.toFixed(0)} ms`);
      if (held) assert.ok(ready <= kOpens);
    });

    test("fits the window from 420 to 1920 px", async () => {
      const { page } = opened;
      for (const width of isThorough ? [420, 800, 1280, 1920] : [420]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(async () => {
          for (let k = 0; k < 3; ++k) await new Promise((next) => requestAnimationFrame(next));
          return document.documentElement.scrollWidth;
        });
        assert.ok(wide <= width, `${wide} px wide in a window of ${width}`);
      }
      await page.setViewportSize(viewport);
    });

    test("answers the cursor with the rows' values", async () => {
      const { page } = opened;
      const { begin, end } = await page.evaluate(() => ({
        begin: holonReport.begin,
        end: holonReport.end,
      }));
      for (const share of [0, 0.31, 0.5, 1]) {
        const time = begin + share * (end - begin);
        const told = await page.evaluate(
          (t) => holonReport.plots.map((p) => p.cursorValues(t)),
          time,
        );
        said.plots?.forEach((plot, k) =>
          plot.curves.forEach((curve, c) => {
            const stream = streams.get(curve.stream);
            if (!stream || stream.data[0].length === 0) return;
            // Bands, outlines and lists of points have no cursor.
            if (curve.lower !== undefined || curve.mark === "outline") return;
            if (stream.columns?.[0]?.name === "point") return;
            if (time > stream.data[0].at(-1) || time < stream.data[0][0]) return;
            const raw = valueAt(stream, curve.y, time);
            const value = raw * (curve.scale ?? 1) + (curve.offset ?? 0);
            close(
              told[k][c].value,
              value,
              kValueTolerance,
              `${plot.title}, ${curve.label} at ${time}`,
            );
            assert.equal(told[k][c].unit, plot.y.unit);
          }),
        );
      }
    });

    test("draws plots, shows values where the pointer is, sets the time by a click", async () => {
      const index = said.plots?.findIndex((p) => p.x.is_time && p.curves.length > 0) ?? -1;
      if (index < 0) return;
      const { page } = opened;
      const figure = page.locator(".plot").nth(index);
      await figure.scrollIntoViewIfNeeded();
      const many = streams.get(said.plots[index].curves[0].stream).data[0].length > 1;
      if (!many) return;
      await figure.locator(".u-over").waitFor();
      if (isThorough) await until("it is drawn", async () => (await coloursOf(page, `.plot >> nth=${index}`)) > 8);
      const box = await figure.locator(".u-over").boundingBox();
      const x = Math.round(box.x + 0.4 * box.width);
      await page.mouse.move(x, box.y + 0.5 * box.height);
      await figure.locator(".mark-hover").waitFor();
      await page.mouse.click(x, box.y + 0.5 * box.height);
      const scale = said.plots[index].curves[0].x_scale ?? 1;
      await until(`the time is that of the click at ${x}`, async () => {
        const { time, left } = await page.evaluate((k) => {
          const { time, plots } = window.holonReport;
          return { time, left: plots[k].pixel(time, 0).x - scrollX };
        }, index);
        return Number.isFinite(time) && (scale !== 1 || Math.abs(left - x) <= kPixel + 0.5);
      });
      const shortened = said.plots[index].y.unit.replace(/\^.*/, "");
      await until(`a value in ${shortened} is shown`, async () =>
        (await figure.locator(".legend-value").first().textContent()).includes(shortened),
      );
    });

    thoroughly("zooms all plots over time together, and back", overTime.some(hasRows), async () => {
      const over = (said.plots ?? []).flatMap((p, k) =>
        p.x.is_time && p.curves.length > 0 ? [k] : [],
      );
      if (over.length === 0) return;
      const { page } = opened;
      const area = page.locator(".plot").nth(over[0]).locator(".u-over");
      if ((await area.count()) === 0) return;
      await area.scrollIntoViewIfNeeded();
      const box = await area.boundingBox();
      const ranges = () =>
        page.evaluate((which) => which.map((k) => holonReport.plots[k].range()), over);
      const before = await ranges();
      const at = (share) => [box.x + share * box.width, box.y + 0.5 * box.height];
      await page.mouse.move(...at(0.25));
      await page.mouse.down();
      await page.mouse.move(...at(0.4));
      await page.mouse.move(...at(0.75));
      await page.mouse.up();
      const span = before[0].max - before[0].min;
      // Two pixels of the drag.
      const tolerance = (2 / box.width) * span;
      await until("all plots have the range of the drag", async () =>
        (await ranges()).every(
          ({ min, max }) =>
            Math.abs(min - (before[0].min + 0.25 * span)) < tolerance &&
            Math.abs(max - (before[0].min + 0.75 * span)) < tolerance,
        ),
      );
      await page.mouse.dblclick(...at(0.5));
      await equals("the ranges", before, ranges);
    });

    const several = plots.findIndex((p) => p.curves.length > 1);
    const many = plots.findIndex((p) => p.curves.length > 8);
    const hide = async (index) => {
      const { page } = opened;
      const names = page.locator(".plot").nth(index).locator(".legend-name");
      const pressed = () =>
        names.evaluateAll((all) => all.map((n) => n.getAttribute("aria-pressed") === "true"));
      const { length } = said.plots[index].curves;
      const shown = (what, isShown) => equals(what, Array.from({ length }, (_, k) => isShown(k)), pressed);
      await names.first().click();
      await shown("all but the first", (k) => k !== 0);
      await names.first().click();
      await shown("all", () => true);
      await names.nth(1).click({ modifiers: ["Shift"] });
      await shown("the second alone", (k) => k === 1);
      await names.nth(1).click({ modifiers: ["Shift"] });
      await shown("all again", () => true);
      const search = page.locator(".plot").nth(index).locator("input[type=search]");
      assert.equal(await search.count(), length > 8 ? 1 : 0);
      if (length <= 8) return;
      const wanted = said.plots[index].curves[length - 1].label;
      await search.fill(wanted);
      await until(`only ${wanted} and the like are left`, async () => {
        const visible = await names.evaluateAll((all) =>
          all.filter((n) => n.offsetParent).map((n) => n.textContent),
        );
        return visible.length < length && visible.includes(wanted);
      });
      await search.fill("");
    };
    thoroughly("hides a curve, shows it alone", several >= 0, () => hide(several));
    thoroughly("finds a curve by its name", many >= 0, () => hide(many));

    test("keeps the bodies in step with the rows, and draws them", async () => {
      if (!hasScene || rows === 0) return;
      const { page } = opened;
      const times = streams.get(said.scene.stream).data[0];
      await until("it is drawn", async () => (await coloursOf(page, ".stage")) > 24);
      for (const row of [0, Math.floor(rows / 3), rows - 1]) {
        const [last] = locate(times, times[row]);
        const told = await page.evaluate((t) => {
          holonReport.setTime(t);
          return holonReport.names.map((name) => [name, holonReport.position(name)]);
        }, times[row]);
        const size = Math.max(1e-3, ...told.map(([, p]) => Math.hypot(...p)));
        for (const [name, position] of told) {
          const index = said.scene.bodies.findIndex((b) => b.name === name);
          if (index < 0) continue;
          const { p } = poseOf(report, index, last);
          position.forEach((value, k) => close(value / size, p[k] / size, kPoseTolerance, name));
        }
      }
    });

    test("shows bodies where the model's cameras see them", async () => {
      if (!hasScene || rows === 0) return;
      const { page } = opened;
      const times = streams.get(said.scene.stream).data[0];
      await page.evaluate(() => scrollTo(0, 0));
      for (const [k, camera] of (said.scene.cameras ?? []).entries()) {
        const angle = camera.field_of_view || 0;
        if (!angle) continue;
        const box = await page.locator(".view").nth(k).boundingBox();
        for (const row of [0, Math.floor(rows / 2), rows - 1]) {
          const [last] = locate(times, times[row]);
          const on = camera.on.body < 0 ? [1, 0, 0, 0] : poseOf(report, camera.on.body, last).q;
          const own = camera.on.orientation ?? [1, 0, 0, 0];
          const place = {
            body: camera.on.body,
            position: add(camera.on.position, rotate(own, camera.at)),
          };
          const eye = pointAt(report, place, last);
          const forward = unit(sub(pointAt(report, camera.look_at, last), eye));
          const right = unit(cross(forward, rotate(on, rotate(own, camera.up ?? [0, 0, 1]))));
          const up = cross(right, forward);
          // All at once: each time that is set is another picture.
          const projected = await page.evaluate(
            ([t, names, view]) => {
              holonReport.setTime(t);
              return names.map((name) => holonReport.project(name, view));
            },
            [times[row], said.scene.bodies.map((b) => b.name), k],
          );
          for (const [index, body] of said.scene.bodies.entries()) {
            const seen = sub(pointAt(report, { body: index, position: [0, 0, 0] }, last), eye);
            const depth = dot(seen, forward);
            if (depth < 0.05 * Math.hypot(...seen)) continue;
            const scale = box.height / 2 / Math.tan(angle / 2) / depth;
            const expected = [
              box.x + box.width / 2 + scale * dot(seen, right),
              box.y + box.height / 2 - scale * dot(seen, up),
            ];
            const told = projected[index];
            if (!told || Math.max(...expected.map(Math.abs)) > 1e4) continue;
            const off = Math.hypot(told.x - expected[0], told.y - expected[1]);
            assert.ok(
              off < kPixel,
              `${camera.name}: ${body.name} is ${off} px off at ${times[row]} s`,
            );
          }
        }
      }
    });

    const oneCamera = hasScene && rows > 0 && !(said.scene.cameras?.length > 1);
    thoroughly("turns the picture by a drag, also that of the model's only camera", oneCamera, async () => {
      const { page } = opened;
      await page.evaluate(() => scrollTo(0, 0));
      const shown = () => page.evaluate(() => holonReport.views.findIndex((v) => v.shown));
      const at = async (name) =>
        page.evaluate(([n, v]) => holonReport.project(n, v), [name, await shown()]);
      const box = await page.locator(".view:visible").boundingBox();
      // The body nearest to the middle, about which the picture turns.
      let name = said.scene.bodies[0].name;
      let before = await at(name);
      const fromMiddle = (p) => (p ? Math.hypot(p.x - box.width / 2, p.y - box.height / 2) : Infinity);
      for (const body of said.scene.bodies) {
        const there = await at(body.name);
        if (fromMiddle(there) < fromMiddle(before)) [name, before] = [body.name, there];
      }
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.3 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.5 * box.width + 1, box.y + 0.3 * box.height);
      const taken = await at(name);
      if (said.scene.cameras?.length === 1 && before && taken) {
        // Free views stand upright, and turn by half a degree for the pixel of the drag.
        const up = said.scene.cameras[0].up ?? [0, 0, 1];
        const still = said.scene.cameras[0].on.body < 0 && up[0] === 0 && up[1] === 0;
        if (still) assert.ok(Math.hypot(taken.x - before.x, taken.y - before.y) < 12, `${name}: ${JSON.stringify([before, taken, box])}`);
      }
      await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.4 * box.height, { steps: 4 });
      await page.mouse.up();
      await until("only the free view is shown", () =>
        page.evaluate(() => holonReport.views.every((v, k, all) => v.shown === (k === all.length - 1))),
      );
      if (said.scene.cameras?.length === 1) await page.locator(".chip").first().click();
    });

    thoroughly("plays, stops, and answers the keys", rows > 1, async (t) => {
      const { page } = opened;
      const moves = await page.evaluate(() => holonReport.end > holonReport.begin);
      if (!moves) return;
      const state = () =>
        page.evaluate(() => ({
          time: holonReport.time,
          playing: holonReport.playing,
          fps: holonReport.fps(),
        }));
      await page.evaluate(() => {
        document.activeElement?.blur();
        scrollTo(0, 0);
        holonReport.setTime(holonReport.begin);
      });
      await page.keyboard.press("Space");
      if (held) await page.waitForTimeout(2500);
      const begun = await page.evaluate(() => holonReport.begin);
      await until("time passes", async () => (await state()).time > begun);
      const playing = await state();
      t.diagnostic(`${playing.fps.toFixed(0)} pictures a second`);
      if (held && playing.playing) assert.ok(playing.fps >= kPictures);
      await page.evaluate(() => holonReport.pause());
      const paused = await state();
      await page.waitForTimeout(150);
      assert.equal((await state()).time, paused.time);
      const { end, begin } = await page.evaluate(() => ({
        end: holonReport.end,
        begin: holonReport.begin,
      }));
      const time = async () => (await state()).time;
      await page.keyboard.press("End");
      await equals("the time", end, time);
      await page.keyboard.press("Home");
      await equals("the time", begin, time);
      await page.keyboard.press("ArrowRight");
      await until("the time has changed", async () => (await time()) !== begin);
      close(await time(), begin + (end - begin) / 200, 1e-12, "a step");
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    });

    thoroughly("has a table behind each plot", plots.length > 0, async () => {
      const { page } = opened;
      await page.locator(".plot >> nth=0").getByText("Table", { exact: true }).click();
      const curves = said.plots[0].curves;
      const expected = Math.min(100, streams.get(curves[0]?.stream)?.data[0].length ?? 0);
      await page.locator("dialog[open]").waitFor();
      await until("rows of the table are shown", async () => {
        const shown = await page.locator("dialog tbody tr").count();
        return expected === 0 ? shown === 0 : shown > 0 && shown <= 100;
      });
      await page.keyboard.press("Escape");
    });

    for (const colorScheme of ["light", "dark"]) {
      thoroughly(`has no serious violation of accessibility, ${colorScheme}`, hasScene && overTime.length > 0, async () => {
        const { page } = opened;
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          window.axe.run({ resultTypes: ["violations"] }),
        );
        const serious = violations
          .filter((v) => v.impact === "serious" || v.impact === "critical")
          .map(
            (v) =>
              `${v.id}: ${v.nodes
                .slice(0, 3)
                .map((n) => `${n.html} ${n.failureSummary}`)
                .join("; ")}`,
          );
        assert.deepEqual(serious, []);
      });
    }

    test("complained of nothing", () => assert.deepEqual(opened.complaints, []));
  });
}

test("moves by itself where motion is welcome, until the reader acts", async () => {
  const moving = files.find((file) => {
    const { document: said, streams } = readReport(file);
    return said.scene && (streams.get(said.scene.stream)?.data[0].length ?? 0) > 1;
  });
  if (!moving) return;
  const { page, close: end } = await openPage(moving, { reducedMotion: "no-preference" });
  const isPlaying = () => page.evaluate(() => holonReport.playing);
  await equals("it plays", true, isPlaying);
  await page.mouse.click(5, 200);
  await equals("it plays", false, isPlaying);
  await end();
});

test("the script can stand in a page and is small", () => {
  const dist = path.join(here, "..", "dist");
  const js = readFileSync(path.join(dist, "report.js"), "utf8");
  const css = readFileSync(path.join(dist, "report.css"), "utf8");
  assert.ok(!/<\/script|<!--/i.test(js));
  assert.ok(!/<\/style/i.test(css));
  assert.ok(js.length + css.length <= kLargestBundle);
});
