// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The page against the server of made-up physics (mock/server.mjs): what a person sees and presses,
// and what happens when the connection, the disk or a run fails.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, beforeEach, afterEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  answer,
  assertAccessible,
  chooseBy,
  equals,
  fieldOf,
  isGone,
  launch,
  nodesOf,
  openPage,
  pressKeys,
  setValue,
  shows,
  shutDown,
  steadyBox,
  takesKeys,
  until,
} from "./browser.mjs";
import { serveMock } from "./mock/server.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "..", "dist");
const read = (name) => readFileSync(path.join(here, "mock", name), "utf8");
const text = read("pendulum.yaml");
const settings = {
  dist,
  catalogue: JSON.parse(read("catalogue.json")),
  examples: [
    { name: "pendulum", text },
    { name: "broken_run", text: text.replace("Link pinned to the ground", "FAIL halfway") },
  ],
};

let server;
let open;
before(launch);
after(shutDown);
beforeEach(async () => {
  server = await serveMock({ ...settings, port: server?.port ?? 0 });
});
afterEach(async () => {
  await open?.close();
  await server.close();
});

/** What a view shows when it has its answers. */
const kShown = {
  text: ".cm-content",
  plots: '[data-view="plots"] .plots-view, [data-view="plots"] .view-note',
  problems: '[data-view="problems"] > *',
  linear: ".linear-body",
  equations: ".equations-view math",
  diagram: ".react-flow__node",
};

/** Opens the example; with a name, as a file of one's own. */
async function openModel(title = "Link pinned", as = "mine.yaml") {
  open = await openPage(server.url);
  const { page } = open;
  await page.click(`.card:has-text("${title}")`);
  await page.waitForSelector(".react-flow__node");
  if (as) {
    await page.click("text=Save a copy");
    await answer(page, as);
    await until("it is a file", () => server.state().path === as);
    await page.waitForSelector(`.top-title small:has-text("${as}")`);
  }
  return page;
}

describe("the desktop", () => {
  test("gallery: examples by title, one line, words and topic; without violations", async () => {
    open = await openPage(server.url);
    const { page } = open;
    await page.waitForSelector(".card");
    await equals("no token is left in the address", "", () => new URL(page.url()).hash);
    await page.fill('[aria-label="Search the examples"]', "halfway");
    await equals("one is left", 1, () => page.locator(".card").count());
    await assertAccessible(page, "gallery");
    assert.deepEqual(open.complaints, []);
  });

  test("a wrong token is said, with what to do", async () => {
    open = await openPage(server.url.replace("token=mock", "token=wrong"));
    await open.page.waitForSelector('.banner[data-status="refused"]');
    assert.match(await open.page.textContent(".banner"), /Open the address/);
  });

  test("diagram and outline have the same parts; no violations in light and dark", async () => {
    const page = await openModel();
    await equals("nodes", ["link", "motor", "pin", "world"], () => nodesOf(page));
    const texts = async (selector) => (await page.locator(selector).allTextContents()).map((l) => l.trim()).sort();
    await equals("outline", ["link", "motor", "pin"], () => texts(".tree-row:not(.tree-model) .tree-name"));
    await page.click('.tree-row:not(.tree-model):has-text("pin")');
    await equals("links", ["joint with link", "joint with world", "signal to motor at angle"], () => texts(".link-row"));
    for (const tab of ["text", "plots", "problems", "linear", "equations", "diagram"]) {
      await page.click(`#tab-${tab}`);
      await shows(page, kShown[tab]);
      await assertAccessible(page, tab);
    }
    await page.click('[aria-label="Dark colours"]');
    await page.waitForSelector("html[data-theme=dark]");
    await assertAccessible(page, "dark");
    assert.deepEqual(open.complaints, []);
  });

  test("a value of the form becomes a minimal edit, and undo gives the same bytes", async () => {
    const page = await openModel();
    const bytes = server.state().text;
    await page.click('.tree-row:not(.tree-model):has-text("link")');
    await setValue(page, "parts.link.mass", "2.5 kg");
    await until("the text has the mass", () => server.state().text.includes("mass: 2.5 kg"));
    // In a field that nobody has changed, undo is the model's.
    await takesKeys(page, '[id="f-parts.link.mass"]');
    await page.keyboard.press("Control+z");
    await until("undone", () => server.state().text === bytes);
    await pressKeys(page, "Control+Shift+z");
    await until("redone", () => server.state().text.includes("mass: 2.5 kg"));
  });

  test("a wrong formula shows its place under the characters, with a suggestion", async () => {
    const page = await openModel();
    await page.click('.tree-row:not(.tree-model):has-text("pin")');
    const torque = await fieldOf(page, "parts.pin.torque");
    await torque.fill("-5*pin.angl");
    await equals("what is marked", ["angl"], () => page.locator(".caret-line mark").allTextContents());
    await shows(page, `.formula-error:has-text("did you mean 'angle'")`);
    await shows(page, '[id="f-parts.pin.torque"][aria-invalid="true"]');
  });

  test("completion proposes outputs, and Tab takes one", async () => {
    const page = await openModel();
    await page.click('.tree-row:not(.tree-model):has-text("motor")');
    const input = page.locator('[id="f-parts.motor.input"]');
    await input.fill("");
    await input.pressSequentially("pin.an");
    await page.waitForSelector('.completions [role="option"]');
    await input.press("Tab");
    await equals("what is taken", "pin.angle", () => input.inputValue());
  });

  test("a value in another unit is converted", async () => {
    const page = await openModel();
    await page.click('.tree-row:not(.tree-model):has-text("link")');
    await (await fieldOf(page, "parts.link.mass")).fill("2500 g");
    await equals("the unit", "g", () => page.inputValue('[aria-label="Unit"]'));
    await page.selectOption('[aria-label="Unit"]', "kg");
    await until("converted", async () => (await page.inputValue('[id="f-parts.link.mass"]')) === "2.5 kg");
  });

  test("text that cannot be read keeps the diagram and names the line", async () => {
    const page = await openModel();
    await page.click("#tab-text");
    await page.click(".cm-content");
    await takesKeys(page, ".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("wrong: [1, 2\n  x: }");
    await page.waitForSelector('.verdict[data-state="error"]');
    await page.click("#tab-problems");
    await page.click(".problem");
    await page.waitForSelector(".cm-lintRange-error");
    await page.click("#tab-diagram");
    await equals("nodes", ["link", "motor", "pin", "world"], () => nodesOf(page));
  });

  test("undo in the text is the model's undo", async () => {
    const page = await openModel();
    const bytes = server.state().text;
    await page.click("#tab-text");
    await page.click(".cm-content");
    await takesKeys(page, ".cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# mine\n");
    await until("typed", () => server.state().text.startsWith("# mine"));
    await page.keyboard.press("Control+z");
    await until("undone", () => server.state().text === bytes);
    await until("shown", async () => !(await page.textContent(".cm-content")).includes("# mine"));
  });

  test("a part is added, named, linked and removed by the keyboard alone", async () => {
    const page = await openModel();
    await chooseBy(page, "a", "revol");
    await until("added", () => server.state().parts.some((p) => p.name === "revolute"));
    await takesKeys(page, ".name-field");
    await page.keyboard.type("elbow");
    await page.keyboard.press("Enter");
    await until("renamed", () => server.state().parts.some((p) => p.name === "elbow"));
    await shows(page, '.tree-row[aria-selected="true"]:has-text("elbow")');
    await pressKeys(page, "o");
    await takesKeys(page, '[role="treeitem"]');
    const chosen = () => page.locator('.tree-row[aria-selected="true"] .tree-name').allTextContents();
    const last = await chosen();
    await page.keyboard.press("ArrowUp");
    await until("another is chosen", async () => (await chosen()).join() !== last.join());
    await takesKeys(page, '[role="treeitem"]');
    await page.keyboard.press("Control+k");
    await takesKeys(page, ".chooser-search input");
    await page.keyboard.type("elbow");
    await shows(page, '.choices [aria-selected="true"]:has-text("elbow")');
    await page.keyboard.press("Enter");
    await page.waitForSelector('.name-field[value="elbow"]');
    await isGone(page, "dialog");
    await page.keyboard.press("Delete");
    await until("removed", () => !server.state().parts.some((p) => p.name === "elbow"));
  });

  test("moving a node writes layout:, and nothing else", async () => {
    const page = await openModel();
    const before_ = server.state();
    const motor = page.locator('.react-flow__node[data-id="motor"]');
    // A drag that begins before the diagram takes the pointer, or as a layout arrives, moves nothing.
    await until("dragged", async () => {
      const box = await steadyBox(motor);
      await page.mouse.move(box.x + 60, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + 100, box.y + 90, { steps: 5 });
      await page.mouse.up();
      const moved = await steadyBox(motor);
      return moved.x !== box.x || moved.y !== box.y;
    });
    await until("saved", () => server.state().layout.motor !== undefined);
    assert.deepEqual(server.state().parts.map((p) => p.values), before_.parts.map((p) => p.values));
  });

  test("a run: progress, plot, time and values on the diagram together", async () => {
    const page = await openModel();
    await pressKeys(page, "Control+Enter");
    await page.waitForSelector('.run-state[data-state="done"]');
    await page.waitForSelector(".plot canvas");
    await until("the plot has its end", async () => /6/.test(await page.textContent(".time-end")));
    await page.focus(".scrub");
    await takesKeys(page, ".scrub");
    await page.keyboard.press("Home");
    await until("a value is on the node", async () =>
      /°/.test(await page.textContent('.react-flow__node[data-id="pin"] .node-type')),
    );
    await page.click('.tree-row:not(.tree-model):has-text("pin")');
    await page.click('[aria-label="Plot pin.angle"]');
    await until("two plots", async () => (await page.locator(".plot canvas").count()) === 2);
  });

  test("a run that fails says when, what and what to try", async () => {
    const page = await openModel("FAIL");
    await pressKeys(page, "Control+Enter");
    await shows(page, '.failure:has-text("radau5")');
    await shows(page, '.toasts:has-text("step size")');
    await assertAccessible(page, "a failed run");
  });

  test("a slider changes a tunable parameter, and writes it on demand", async () => {
    const page = await openModel();
    await page.focus("#s-m");
    await takesKeys(page, "#s-m");
    await page.keyboard.press("End");
    await shows(page, '.slider output:has-text("2")');
    await page.click('[aria-label="Write m into the model"]');
    await until("written", () => /m: 2 kg/.test(server.state().text));
  });

  test("a lost connection is said; the page goes on with the server that comes back", async () => {
    const page = await openModel();
    const { port } = server;
    await server.close();
    await page.waitForSelector('.banner:has-text("connects")');
    server = await serveMock({ ...settings, port });
    await page.waitForSelector(".banner", { state: "detached" });
    // That server has no model open: the page offers what there is.
    await page.waitForSelector(".card");
  });

  test("a file that another program changes is a choice, and never overwritten", async () => {
    const page = await openModel();
    server.writeElsewhere(text.replace("m: 1 kg", "m: 7 kg"));
    await page.waitForSelector('dialog:has-text("changed on disk")');
    await shows(page, '.diff:has-text("7 kg")');
    await assertAccessible(page, "the choice");
    await page.click("text=Take what is on disk");
    await until("taken", () => server.state().text.includes("m: 7 kg"));
  });

  test("two browsers see one state", async () => {
    const page = await openModel();
    const other = await openPage(server.url);
    await other.page.waitForSelector(".react-flow__node");
    await chooseBy(page, "a", "point");
    await other.page.waitForSelector('.react-flow__node[data-id="point_mass"]');
    await other.close();
  });

  test("scripts in titles and names are text", async () => {
    await server.close();
    const evil = text.replace("Link pinned to the ground", '"<img src=x onerror=alert(1)>Link pinned"');
    server = await serveMock({ ...settings, port: server.port, examples: [{ name: "evil", text: evil }] });
    const page = await openModel("Link pinned");
    assert.match(await page.textContent(".top-title h1"), /<img src=x/);
    assert.equal(await page.locator(".top-title img").count(), 0);
    assert.deepEqual(open.complaints, []);
  });

  test("help lists every key; 1024 px wide nothing is cut off", async () => {
    open = await openPage(server.url, { viewport: { width: 1024, height: 720 } });
    const { page } = open;
    await page.click('.card:has-text("Link pinned")');
    await page.waitForSelector(".react-flow__node");
    await pressKeys(page, "?");
    await page.waitForSelector('dialog:has-text("Keys")');
    await assertAccessible(page, "help");
    await page.keyboard.press("Escape");
    await isGone(page, "dialog");
    await until("nothing is cut off", () => page.evaluate(() => document.documentElement.scrollWidth <= 1024));
  });
});
