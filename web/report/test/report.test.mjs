// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Opens reports in headless Chromium and uses them as a reader would. HOLON_REPORTS names files and
// folders, separated by colons; without it samples are made. Figures that depend on the machine are
// printed, and held to their limits only where HOLON_REPORT_SPEED is set.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";
import { inPieces, page as pageOf, pushAndPull, writeSamples } from "./make_sample.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(path.join(here, "../node_modules/axe-core/axe.min.js"), "utf8");
const held = Boolean(process.env.HOLON_REPORT_SPEED);

const kOpens = 1000; // [ms]
const kPictures = 30; // [1/s]
const kLargestBundle = 700_000; // bytes
/** Poses are written as 32-bit numbers and interpolated in 64. */
const kPoseTolerance = 1e-5;
/** Interpolation in other orders of operations. */
const kValueTolerance = 1e-9;
/** [CSS px] */
const kPixel = 0.5;

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

function filesOf(where) {
  if (!statSync(where).isDirectory()) return [where];
  return readdirSync(where)
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => path.join(where, name));
}

const files = process.env.HOLON_REPORTS
  ? process.env.HOLON_REPORTS.split(":").filter(Boolean).flatMap(filesOf)
  : writeSamples(path.join(here, "out"));

/** The messages of a file, read without the page's own code. */
function readReport(file) {
  const html = readFileSync(file, "utf8");
  const pattern = /<script type="application\/json" class="holon-message">([\s\S]*?)<\/script>/g;
  const messages = [...html.matchAll(pattern)].map((m) => JSON.parse(m[1]));
  const streams = new Map();
  for (const message of messages) {
    if (message.type === "stream") {
      streams.set(message.stream, {
        columns: message.columns,
        data: message.columns.map(() => []),
      });
    } else if (message.type === "rows") {
      const { columns, data } = streams.get(message.stream);
      const packed = Buffer.from(message.payload, "base64");
      const shuffled = message.encoding === "columns-shuffled-deflate";
      const bytes = shuffled ? inflateSync(packed) : packed;
      let offset = 0;
      columns.forEach(({ bits }, c) => {
        const width = bits / 8;
        const number = Buffer.alloc(width);
        for (let i = 0; i < message.count; ++i) {
          for (let k = 0; k < width; ++k)
            number[k] = bytes[offset + (shuffled ? k * message.count + i : i * width + k)];
          data[c].push(width === 4 ? number.readFloatLE(0) : number.readDoubleLE(0));
        }
        offset += message.count * width;
      });
    }
  }
  return { html, document: messages.find((m) => m.type === "document"), streams };
}

/** Row and way to the next; of equal times the last row counts. */
function locate(times, time) {
  let row = 0;
  while (row + 1 < times.length && times[row + 1] <= time) ++row;
  if (row + 1 === times.length || times[row] >= time) return [row, 0];
  return [row, (time - times[row]) / (times[row + 1] - times[row])];
}

function valueAt(stream, column, time) {
  const [row, share] = locate(stream.data[0], time);
  const values = stream.data[column];
  return share === 0 ? values[row] : values[row] + share * (values[row + 1] - values[row]);
}

function close(actual, expected, tolerance, what) {
  if (Number.isNaN(expected) || expected === null) return;
  const error = Math.abs(actual - expected);
  assert.ok(
    error <= tolerance * Math.max(1, Math.abs(expected)),
    `${what}: ${actual}, not ${expected}`,
  );
}

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: kFlags,
  });
});
after(() => browser?.close());

async function openPage(file, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // The browser's own remarks about reading pictures back are not the page's.
    const own = !/GL Driver Message|GPU stall/.test(message.text());
    if (own && /error|warning/.test(message.type())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(`file://${path.resolve(file)}`);
  await page.evaluate(() => window.holonReport.ready);
  return { page, complaints, close: () => context.close() };
}

/** How many colours a picture of an element has. */
async function coloursOf(page, selector) {
  const shot = (await page.locator(selector).first().screenshot()).toString("base64");
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4)
      seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return seen.size;
  }, shot);
}

const rotate = ([w, x, y, z], [a, b, c]) => {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * t[0] + y * t[2] - z * t[1],
    b + w * t[1] + z * t[0] - x * t[2],
    c + w * t[2] + x * t[1] - y * t[0],
  ];
};
const add = (a, b) => a.map((v, k) => v + b[k]);
const sub = (a, b) => a.map((v, k) => v - b[k]);
const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (a) => a.map((v) => v / Math.hypot(...a));

/** A body's pose in a row: position, orientation. */
function poseOf(report, body, row) {
  const { stream, bodies } = report.document.scene;
  const { data } = report.streams.get(stream);
  const values = [0, 1, 2, 3, 4, 5, 6].map((k) => data[bodies[body].pose + k][row]);
  return { p: values.slice(0, 3), q: unit(values.slice(3)) };
}

function pointAt(report, { body, position }, row) {
  if (body < 0) return position;
  const { p, q } = poseOf(report, body, row);
  return add(p, rotate(q, position));
}

for (const file of files) {
  describe(path.basename(file, ".html"), () => {
    const report = readReport(file);
    const { document: said, streams } = report;
    const hasScene = Boolean(said.scene?.bodies.length);
    const rows = hasScene ? (streams.get(said.scene.stream)?.data[0].length ?? 0) : 0;
    let opened;
    before(async () => {
      opened = await openPage(file);
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
        [".diagram svg", said.diagram ? 1 : 0],
      ];
      for (const [selector, count] of counts)
        assert.equal(await page.locator(selector).count(), count, selector);
      const ready = await page.evaluate(
        () => performance.getEntriesByName("holon-ready")[0].startTime,
      );
      t.diagnostic(`ready after ${ready.toFixed(0)} ms`);
      if (held) assert.ok(ready <= kOpens);
    });

    test("fits the window from 420 to 1920 px", async () => {
      const { page } = opened;
      for (const width of [420, 800, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(async () => {
          for (let k = 0; k < 3; ++k) await new Promise((next) => requestAnimationFrame(next));
          return document.documentElement.scrollWidth;
        });
        assert.ok(wide <= width, `${wide} px wide in a window of ${width}`);
      }
      await page.setViewportSize({ width: 1024, height: 768 });
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
      assert.ok((await coloursOf(page, `.plot >> nth=${index}`)) > 8);
      const box = await figure.locator(".u-over").boundingBox();
      const x = Math.round(box.x + 0.4 * box.width);
      await page.mouse.move(x, box.y + 0.5 * box.height);
      assert.ok(await figure.locator(".mark-hover").isVisible());
      await page.mouse.click(x, box.y + 0.5 * box.height);
      const { time, left } = await page.evaluate((k) => {
        const { time, plots } = window.holonReport;
        return { time, left: plots[k].pixel(time * (1 / 1), 0).x - scrollX };
      }, index);
      const scale = said.plots[index].curves[0].x_scale ?? 1;
      if (scale === 1)
        assert.ok(Math.abs(left - x) <= kPixel + 0.5, `clicked ${x}, time at ${left}`);
      const text = await figure.locator(".legend-value").first().textContent();
      const shortened = said.plots[index].y.unit.replace(/\^.*/, "");
      assert.ok(text.includes(shortened));
      assert.ok(Number.isFinite(time));
    });

    test("zooms all plots over time together, and back", async () => {
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
      for (const { min, max } of await ranges()) {
        // Two pixels of the drag.
        const tolerance = (2 / box.width) * span;
        assert.ok(Math.abs(min - (before[0].min + 0.25 * span)) < tolerance);
        assert.ok(Math.abs(max - (before[0].min + 0.75 * span)) < tolerance);
      }
      await page.mouse.dblclick(...at(0.5));
      assert.deepEqual(await ranges(), before);
    });

    test("hides a curve, shows it alone, finds it by its name", async () => {
      const index = (said.plots ?? []).findIndex((p) => p.curves.length > 1);
      if (index < 0) return;
      const { page } = opened;
      const names = page.locator(".plot").nth(index).locator(".legend-name");
      const pressed = () =>
        names.evaluateAll((all) => all.map((n) => n.getAttribute("aria-pressed") === "true"));
      const { length } = said.plots[index].curves;
      await names.first().click();
      assert.deepEqual(
        await pressed(),
        Array.from({ length }, (_, k) => k !== 0),
      );
      await names.first().click();
      await names.nth(1).click({ modifiers: ["Shift"] });
      assert.deepEqual(
        await pressed(),
        Array.from({ length }, (_, k) => k === 1),
      );
      await names.nth(1).click({ modifiers: ["Shift"] });
      assert.deepEqual(
        await pressed(),
        Array.from({ length }, () => true),
      );
      const search = page.locator(".plot").nth(index).locator("input[type=search]");
      assert.equal(await search.count(), length > 8 ? 1 : 0);
      if (length <= 8) return;
      const wanted = said.plots[index].curves[length - 1].label;
      await search.fill(wanted);
      const visible = await names.evaluateAll((all) =>
        all.filter((n) => n.offsetParent).map((n) => n.textContent),
      );
      assert.ok(visible.length < length && visible.includes(wanted));
      await search.fill("");
    });

    test("keeps the bodies in step with the rows, and draws them", async () => {
      if (!hasScene || rows === 0) return;
      const { page } = opened;
      const times = streams.get(said.scene.stream).data[0];
      assert.ok((await coloursOf(page, ".stage")) > 24);
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
          for (const [index, body] of said.scene.bodies.entries()) {
            const seen = sub(pointAt(report, { body: index, position: [0, 0, 0] }, last), eye);
            const depth = dot(seen, forward);
            if (depth < 0.05 * Math.hypot(...seen)) continue;
            const scale = box.height / 2 / Math.tan(angle / 2) / depth;
            const expected = [
              box.x + box.width / 2 + scale * dot(seen, right),
              box.y + box.height / 2 - scale * dot(seen, up),
            ];
            const told = await page.evaluate(
              ([t, name, view]) => {
                holonReport.setTime(t);
                return holonReport.project(name, view);
              },
              [times[row], body.name, k],
            );
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

    test("turns the picture by a drag, also that of the model's only camera", async () => {
      if (!hasScene || rows === 0 || said.scene.cameras?.length > 1) return;
      const { page } = opened;
      await page.evaluate(() => scrollTo(0, 0));
      const name = said.scene.bodies[0].name;
      const shown = () => page.evaluate(() => holonReport.views.findIndex((v) => v.shown));
      const at = async () =>
        page.evaluate(([n, v]) => holonReport.project(n, v), [name, await shown()]);
      const before = await at();
      const box = await page.locator(".view:visible").boundingBox();
      await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.3 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 0.5 * box.width + 1, box.y + 0.3 * box.height);
      const taken = await at();
      if (said.scene.cameras?.length === 1 && before && taken) {
        // Free views stand upright, and turn by half a degree for the pixel of the drag.
        const up = said.scene.cameras[0].up ?? [0, 0, 1];
        const still = said.scene.cameras[0].on.body < 0 && up[0] === 0 && up[1] === 0;
        if (still) assert.ok(Math.hypot(taken.x - before.x, taken.y - before.y) < 12);
      }
      await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.4 * box.height, { steps: 4 });
      await page.mouse.up();
      const views = await page.evaluate(() => holonReport.views);
      assert.deepEqual(
        views.map((v) => v.shown),
        views.map((_, k) => k === views.length - 1),
      );
      if (said.scene.cameras?.length === 1) await page.locator(".chip").first().click();
    });

    test("plays, stops, and answers the keys", async (t) => {
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
      await page.waitForTimeout(2500);
      const playing = await state();
      assert.ok(playing.time > (await page.evaluate(() => holonReport.begin)));
      t.diagnostic(`${playing.fps.toFixed(0)} pictures a second`);
      if (held && playing.playing) assert.ok(playing.fps >= kPictures);
      await page.evaluate(() => holonReport.pause());
      const paused = await state();
      await page.waitForTimeout(150);
      assert.equal((await state()).time, paused.time);
      await page.keyboard.press("End");
      const { end, begin } = await page.evaluate(() => ({
        end: holonReport.end,
        begin: holonReport.begin,
      }));
      assert.equal((await state()).time, end);
      await page.keyboard.press("Home");
      assert.equal((await state()).time, begin);
      await page.keyboard.press("ArrowRight");
      close((await state()).time, begin + (end - begin) / 200, 1e-12, "a step");
      await page.keyboard.press("?");
      assert.ok(await page.locator("dialog[open]").isVisible());
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    });

    test("has a table behind each plot", async () => {
      if (!said.plots?.length) return;
      const { page } = opened;
      await page.locator(".plot >> nth=0").getByText("Table", { exact: true }).click();
      const curves = said.plots[0].curves;
      const expected = Math.min(100, streams.get(curves[0]?.stream)?.data[0].length ?? 0);
      const shown = await page.locator("dialog tbody tr").count();
      assert.ok(expected === 0 ? shown === 0 : shown > 0 && shown <= 100);
      await page.keyboard.press("Escape");
    });

    for (const colorScheme of ["light", "dark"]) {
      test(`has no serious violation of accessibility, ${colorScheme}`, async () => {
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

/** Opens a page that is made of messages. */
async function openMessages(name, messages, options) {
  const out = path.join(here, "out");
  mkdirSync(out, { recursive: true });
  const file = path.join(out, `${name}.html`);
  writeFileSync(file, pageOf(messages));
  return openPage(file, options);
}

describe("rows that come later", () => {
  const kChunk = 250;
  for (const first of [0, 1]) {
    test(`show in plots, table, scene and transport, ${first * kChunk} rows before`, async () => {
      const { page: early, later } = inPieces({ chunk: kChunk, first });
      const { page, complaints, close: end } = await openMessages(`pieces_${first}`, early);
      const state = () =>
        page.evaluate(() => ({
          time: holonReport.time,
          end: holonReport.end,
          range: holonReport.plots[0].range(),
          tip: holonReport.position("lower.tip"),
        }));
      const before = await state();
      // 200 rows a second.
      assert.equal(before.end, first ? (kChunk - 1) / 200 : 0);
      if (first) {
        assert.equal(before.range.max, before.end);
        await page.evaluate(() => holonReport.setTime(0));
        await page.locator(".plot >> nth=0").getByText("Table", { exact: true }).click();
      }
      await page.evaluate(async (messages) => {
        for (const message of messages) await holonReport.receive(message);
      }, later);
      assert.equal((await state()).time, first ? 0 : 10);
      await page.evaluate(() => holonReport.setTime(9));
      const after = await state();
      assert.equal(after.end, 10);
      assert.deepEqual(after.range, { min: 0, max: 10 });
      if (!first) await page.locator(".plot >> nth=0").getByText("Table", { exact: true }).click();
      assert.match(await page.locator("dialog output").textContent(), /of 2,001$/);
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".readout-end").textContent(), "10.000 s");
      const report = readReport(path.join(here, "out", "double_pendulum.html"));
      const row = report.streams.get("poses").data[0].indexOf(9);
      const expected = pointAt(report, { body: 1, position: [0, 0, -0.5] }, row);
      after.tip.forEach((value, k) => close(value, expected[k], kPoseTolerance, "tip"));
      const values = await page.evaluate(() => holonReport.plots[0].cursorValues(9));
      const angle = report.streams.get("curves").data[1][row];
      close(values[0].value, (angle * 180) / Math.PI, kValueTolerance, "shoulder.angle");
      assert.ok((await coloursOf(page, ".stage")) > 24);
      assert.ok((await coloursOf(page, ".plot >> nth=0")) > 8);
      assert.deepEqual(complaints, []);
      await end();
    });
  }

  test("only rows and ends may come; what is refused holds up no other", async () => {
    const { page: early, later } = inPieces({ chunk: 1000, first: 1 });
    const { page, close: end } = await openMessages("pieces_refused", early);
    const told = await page.evaluate(async (messages) => {
      const refused = await holonReport.receive({ type: "document" }).catch((e) => e.message);
      for (const message of messages) await holonReport.receive(message);
      return { refused, end: holonReport.end };
    }, later);
    assert.match(told.refused, /"document" after the page has opened/);
    assert.equal(told.end, 10);
    await end();
  });
});

describe("a block that is pushed and pulled", () => {
  let opened;
  before(async () => {
    opened = await openMessages("push_and_pull", pushAndPull());
  });
  after(() => opened?.close());
  const arrowsIn = (view, time) =>
    opened.page.evaluate(
      ([v, t]) => {
        holonReport.setTime(t);
        return Object.fromEntries(holonReport.arrows(v).map((a) => [a.name, a]));
      },
      [view, time],
    );

  test("arrows end where they push and begin where they pull", async () => {
    const { pull, push, middle, twist, reaction } = await arrowsIn(0, 1);
    // The block stands at 0.3 m; arrows of the usual magnitude have 0.3 of the machine's size.
    close(pull.from[0], 0.8, kPoseTolerance, "begin of pull");
    close(push.to[0], -0.2, kPoseTolerance, "end of push");
    const length = pull.to[0] - pull.from[0];
    assert.ok(length > 0.1);
    close(push.to[0] - push.from[0], length, kPoseTolerance, "length of push");
    // The middle is nearer to the face ahead: it pulls there.
    close(middle.from[2], 0.1, kPoseTolerance, "begin of middle");
    assert.ok(twist, "torques of Torque parts are shown");
    assert.equal(reaction, undefined);
  });

  test("all arrows are in the picture of a camera without an angle", async () => {
    const { page } = opened;
    const box = await page.locator(".view").first().boundingBox();
    for (const time of [0, 1, 2]) {
      for (const { name, tip } of Object.values(await arrowsIn(0, time))) {
        const inside =
          tip.x > box.x && tip.x < box.x + box.width && tip.y > box.y && tip.y < box.y + box.height;
        assert.ok(inside, `${name} ends at ${tip.x}, ${tip.y}`);
      }
    }
  });

  test("a camera that hides a body sees nothing that belongs to it", async () => {
    const { page } = opened;
    assert.deepEqual(await arrowsIn(1, 1), {});
    // Without the ground all that is left is the pale background.
    await page.getByText("Show", { exact: true }).click();
    await page.getByLabel("Ground").uncheck();
    await page.keyboard.press("Escape");
    for (const chip of ["all", "Free view"]) await page.getByRole("button", { name: chip, exact: true }).click();
    await page.mouse.move(2, 2);
    await page.waitForTimeout(400);
    const shot = await page.locator(".view:visible").screenshot();
    const darkest = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      // At the edges are borders, above and below the view's texts.
      const { data } = context.getImageData(4, 50, image.width - 8, image.height - 100);
      let least = 255;
      for (let i = 0; i < data.length; i += 4) least = Math.min(least, data[i], data[i + 1]);
      return least;
    }, shot.toString("base64"));
    // The background's darkest is e6eaee.
    assert.ok(darkest >= 0xe4, `a pixel of ${darkest}`);
  });

  test("files have tabs, numbers are printed, tables hold what was recorded", async () => {
    const { page } = opened;
    const tabs = page.getByRole("tab");
    assert.deepEqual(await tabs.allTextContents(), ["block.yaml", "parts/spring.yaml"]);
    await tabs.nth(1).click();
    assert.deepEqual(await page.locator(".code:visible h3").allTextContents(), ["parts/spring.yaml"]);
    assert.equal(await page.locator(".statistics dd").first().textContent(), "−1.5·10⁻⁸ m/s²");
    assert.equal(await page.locator(".axis-label").first().textContent(), "position [µm]");
    await page.locator(".plot").getByText("Table", { exact: true }).click();
    const cells = await page.locator("dialog tbody td").allTextContents();
    assert.deepEqual(cells, ["0", "0", "2.000000", "2.000000e-6"]);
    await page.keyboard.press("Escape");
  });

  test("complained of nothing", () => assert.deepEqual(opened.complaints, []));
});

test("moves by itself where motion is welcome, until the reader acts", async () => {
  const moving = files.find((file) => {
    const { document: said, streams } = readReport(file);
    return said.scene && (streams.get(said.scene.stream)?.data[0].length ?? 0) > 1;
  });
  if (!moving) return;
  const { page, close: end } = await openPage(moving, { reducedMotion: "no-preference" });
  assert.equal(await page.evaluate(() => holonReport.playing), true);
  await page.mouse.click(5, 200);
  assert.equal(await page.evaluate(() => holonReport.playing), false);
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
