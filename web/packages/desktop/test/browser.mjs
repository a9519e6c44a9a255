// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What tests of the desktop in headless Chromium share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
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

/** HOLON_SLOWER=6: pages as on a machine that is so many times slower. */
const kSlower = Number(process.env.HOLON_SLOWER ?? 1);

const openPages = new Set();
let browser;
export async function launch() {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kFlags });
}
export const shutDown = () => browser?.close();

/** Pages that are closed, by their options: another address in them is cheaper than another process. */
const spare = new Map();

/** A page with its complaints: errors, and what the content security policy has refused. */
export async function openPage(url, options = {}) {
  const kind = JSON.stringify(options);
  const own = spare.get(kind) ?? (await makePage(options));
  spare.delete(kind);
  const { page, context, complaints } = own;
  complaints.length = 0;
  openPages.add(page);
  await page.goto(url);
  const close = async () => {
    openPages.delete(page);
    if (spare.has(kind) || page.isClosed()) return context.close();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.goto("about:blank");
    spare.set(kind, own);
  };
  return { page, context, complaints, close };
}

async function makePage(options) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  await context.addInitScript(() => {
    // Notes at the corner go by themselves: what was said is kept.
    window.said = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.classList?.contains("toast")) window.said.push(node.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(kLongest);
  page.on("close", () => openPages.delete(page));
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    // The browser's own remarks about reading images back; a server that is gone on purpose.
    if (/GL Driver Message|GPU stall|ERR_CONNECTION_REFUSED|WebSocket connection to/.test(text)) return;
    if (/error|warning/.test(message.type())) complaints.push(text);
  });
  if (kSlower > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: kSlower });
  }
  return { page, context, complaints };
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

/** What the open pages show, for whoever reads why a test failed. */
async function describePages() {
  const texts = [...openPages].map((page) =>
    Promise.race([
      page.evaluate(() => {
        const { activeElement } = document;
        const name = (e) => (e ? `${e.tagName} ${e.className} ${e.id} "${e.value ?? ""}"` : "none");
        const api = window.holonDesktop;
        return JSON.stringify({
          title: document.title,
          said: window.said,
          focus: name(activeElement),
          nameField: name(document.querySelector(".name-field")),
          dialog: document.querySelector("dialog")?.getAttribute("aria-label"),
          banner: document.querySelector(".banner")?.textContent,
          revision: api?.revision(),
          isChecked: api?.isChecked(),
          run: api?.run()?.state,
        });
      }),
      new Promise((done) => setTimeout(done, 10_000, "a page that does not answer")),
    ]).catch((error) => error.message),
  );
  return (await Promise.all(texts)).join("; ");
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
    if (Date.now() > end) assert.fail(`waited in vain until ${what}; last: ${known}; ${await describePages()}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Waits until what is read is as expected: pages change a while after what changes them. */
export async function equals(what, expected, read, progress) {
  let last;
  const isSo = async () => isDeepStrictEqual((last = await read()), expected);
  await until(what, isSo, progress).catch((error) => {
    assert.deepEqual(last, expected, what);
    throw error;
  });
}

/** Waits until something that this selector finds is visible. */
export const shows = (page, selector) =>
  until(`${selector} is there`, () => page.locator(selector).first().isVisible());

/** Waits until nothing is found any more. */
export const isGone = (page, selector) =>
  until(`${selector} is gone`, async () => (await page.locator(selector).count()) === 0);

/** Waits until a note at the corner has been shown. */
export const says = (page, text) =>
  until(`it says "${text}"`, () => page.evaluate((words) => window.said.some((t) => t.includes(words)), text));

/** Waits until what this selector finds takes the keys. */
export const takesKeys = (page, selector) =>
  until(`${selector} has the focus`, () => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector));

/** Keys for the page itself: no dialog and no field takes them. */
export async function pressKeys(page, keys) {
  await isGone(page, "dialog");
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(keys);
}

/** Answers the dialog that asks for a name. */
export async function answer(page, name) {
  await takesKeys(page, ".ask input");
  await page.fill(".ask input", name);
  await page.press(".ask input", "Enter");
  await isGone(page, ".ask");
}

/** Opens a list by its keys and takes the first of what has these words. */
export async function chooseBy(page, keys, words) {
  await pressKeys(page, keys);
  await takesKeys(page, ".chooser-search input");
  await page.keyboard.type(words);
  await equals("it is typed", words, () => page.inputValue(".chooser-search input"));
  await shows(page, '.choices [role="option"][aria-selected="true"]');
  await page.keyboard.press("Enter");
  await isGone(page, ".chooser-search");
}

/** Waits until the page has all changes that the server has announced, and they are checked. */
export async function isChecked(page, progress) {
  // Answers come after the events before them.
  await page.evaluate(() => window.holonDesktop.request("ping", {}));
  await until("it is checked", () => page.evaluate(() => window.holonDesktop.isChecked()), progress);
}

/** Waits until the 3D view shows the text as it is. */
export async function isShownInMotion(page) {
  await isChecked(page);
  await until("the scene is that of the text", () =>
    page.evaluate(() => Number(document.querySelector(".motion-place")?.dataset.revision) === window.holonDesktop.revision()),
  );
}

/** The box of an element that has stood still for some images of the page. */
export async function steadyBox(locator) {
  let box = null;
  await until("it stands still", async () => {
    box = await locator
      .evaluate(async (element) => {
        const read = () => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        };
        const first = read();
        for (let k = 0; k < 5; ++k) await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
        const last = read();
        const isSame = JSON.stringify(first) === JSON.stringify(last);
        return isSame && element.isConnected && last.width + last.height > 0 ? last : null;
      })
      .catch(() => null);
    return box !== null;
  });
  return box;
}

/** The field of a value, where it is, or behind "More". */
export async function fieldOf(page, key) {
  const field = page.locator(`[id="f-${key}"]`);
  await until(`there is a field ${key}`, async () => {
    if (await field.isVisible()) return true;
    const more = page.locator(".inspector .more:not([open]) > summary").last();
    if (await more.count()) await more.click({ timeout: 2000 }).catch(() => {});
    return false;
  });
  return field;
}

/** Types a value into its field, and waits until the model has it. */
export async function setValue(page, key, value) {
  const field = await fieldOf(page, key);
  await field.fill(value);
  await field.press("Enter");
  await isGone(page, `.formula-field[data-edited]:has([id="f-${key}"])`);
}
