// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What tests of reports in headless Chromium share: the browser, the messages of a file read without
// the page's own code, and where bodies are by them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

/** Poses are written as 32-bit numbers and interpolated in 64. */
export const kPoseTolerance = 1e-5;
/** Interpolation in other orders of operations. */
export const kValueTolerance = 1e-9;
/** [CSS px] */
export const kPixel = 0.5;

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

/** The messages of a file, read without the page's own code. */
export function readReport(file) {
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
export function locate(times, time) {
  let row = 0;
  while (row + 1 < times.length && times[row + 1] <= time) ++row;
  if (row + 1 === times.length || times[row] >= time) return [row, 0];
  return [row, (time - times[row]) / (times[row + 1] - times[row])];
}

export function valueAt(stream, column, time) {
  const [row, share] = locate(stream.data[0], time);
  const values = stream.data[column];
  return share === 0 ? values[row] : values[row] + share * (values[row + 1] - values[row]);
}

export function close(actual, expected, tolerance, what) {
  if (Number.isNaN(expected) || expected === null) return;
  const error = Math.abs(actual - expected);
  assert.ok(
    error <= tolerance * Math.max(1, Math.abs(expected)),
    `${what}: ${actual}, not ${expected}`,
  );
}

let browser;
export async function launch() {
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: kFlags,
  });
}
export const shutDown = () => browser?.close();

/** Pages that are closed, by their options: another file in them is cheaper than another process. */
const spare = new Map();

export async function openPage(file, options = {}) {
  const kind = JSON.stringify(options);
  const own = spare.get(kind) ?? (await makePage(options));
  spare.delete(kind);
  const { page, complaints } = own;
  await page.goto("about:blank");
  complaints.length = 0;
  await page.setViewportSize(options.viewport ?? kViewport);
  await page.emulateMedia({ colorScheme: options.colorScheme ?? "light", media: "screen", reducedMotion: options.reducedMotion ?? "reduce" });
  await page.goto(`file://${path.resolve(file)}`);
  await page.evaluate(() => window.holonReport.ready);
  const close = async () => {
    if (spare.has(kind)) return page.context().close();
    await page.evaluate(() => localStorage.clear());
    spare.set(kind, own);
  };
  return { page, complaints, close };
}

const kViewport = { width: 1024, height: 768 };

async function makePage(options) {
  const context = await browser.newContext({ viewport: kViewport, reducedMotion: "reduce", ...options });
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
  return { page, complaints };
}

/** On a busy machine a page takes its time; a wait in vain ends by this [ms]. */
const kPatience = 120_000;

/** Waits until a function of the test is true. */
export async function until(what, condition) {
  const end = Date.now() + kPatience;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`waited in vain until ${what}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** Waits until what is read is as expected: pages change a while after what changes them. */
export async function equals(what, expected, read) {
  let last;
  await until(what, async () => isDeepStrictEqual((last = await read()), expected)).catch(() => {
    assert.deepEqual(last, expected, what);
  });
}

/** How many colours a picture of an element has. */
export async function coloursOf(page, selector) {
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

export const rotate = ([w, x, y, z], [a, b, c]) => {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    a + w * t[0] + y * t[2] - z * t[1],
    b + w * t[1] + z * t[0] - x * t[2],
    c + w * t[2] + x * t[1] - y * t[0],
  ];
};
export const add = (a, b) => a.map((v, k) => v + b[k]);
export const sub = (a, b) => a.map((v, k) => v - b[k]);
export const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
export const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
export const unit = (a) => a.map((v) => v / Math.hypot(...a));

/** A body's pose in a row: position, orientation. */
export function poseOf(report, body, row) {
  const { stream, bodies } = report.document.scene;
  const { data } = report.streams.get(stream);
  const values = [0, 1, 2, 3, 4, 5, 6].map((k) => data[bodies[body].pose + k][row]);
  return { p: values.slice(0, 3), q: unit(values.slice(3)) };
}

export function pointAt(report, { body, position }, row) {
  if (body < 0) return position;
  const { p, q } = poseOf(report, body, row);
  return add(p, rotate(q, position));
}
