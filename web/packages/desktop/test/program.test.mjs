// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The page against the program itself: build a machine by the keyboard alone and compare its run with
// the command line's, undo to the same bytes, restart the server and go on.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  answer,
  assertAccessible,
  chooseBy,
  equals,
  fieldOf,
  isChecked as isCheckedIn,
  isGone,
  isShownInMotion,
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
  watchProgress,
} from "./browser.mjs";
import { assertSameBits, exampleNames, exportedRows, familyTicks, makeFolders, runByCommand, runShown, serveProgram } from "./serve_program.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const uiDir = process.env.HOLON_UI_DIR || path.join(here, "..", "dist");

let folders;
let server;
let open;
before(async () => {
  await launch();
  folders = makeFolders();
  server = await serveProgram(folders, { uiDir });
  watchProgress(() => familyTicks(server.child.pid));
  open = await openPage(server.url);
  await shows(open.page, ".card");
});
after(async () => {
  await open?.close();
  await server?.kill();
  await shutDown();
  folders?.remove();
});

const file = (name) => path.join(folders.models, name);
const read = (name) => readFileSync(file(name), "utf8");
const isChecked = () => isCheckedIn(open.page);

async function newModel(template, name) {
  const { page } = open;
  await pressKeys(page, "Control+o");
  await page.click(`.templates .card-row:has-text("${template}")`);
  await answer(page, name);
  await page.waitForSelector(`.top-title small:has-text("${name}")`);
  await isChecked();
}

describe("the desktop and the program", () => {
  test("gallery: every example is there", async () => {
    const { page } = open;
    await page.waitForSelector(".card");
    await until("all are there", async () => (await page.locator(".card").count()) >= exampleNames().length - 3);
    await assertAccessible(page, "gallery");
  });

  test("the pinned link, built by the keyboard alone, runs as on the command line", async () => {
    const { page } = open;
    await page.focus('.templates .card-row:has-text("Falling body")');
    await page.keyboard.press("Enter");
    await takesKeys(page, ".ask input");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("link.yaml");
    await page.keyboard.press("Enter");
    await isGone(page, ".ask");
    await page.waitForSelector('.top-title small:has-text("link.yaml")');
    const body = await page.textContent(".tree-row:not(.tree-model) .tree-name");
    // A revolute joint between the world and the body.
    await chooseBy(page, "a", "revolute");
    await takesKeys(page, ".name-field");
    await page.keyboard.type("pin");
    await page.keyboard.press("Enter");
    await until("it is named", () => /^ {2}pin:/m.test(read("link.yaml")));
    const set = async (key, value) => {
      const input = await fieldOf(page, `parts.pin.${key}`);
      await input.focus();
      await takesKeys(page, `[id="f-parts.pin.${key}"]`);
      await page.keyboard.press("Control+a");
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
      await isGone(page, `.formula-field[data-edited]:has([id="f-parts.pin.${key}"])`);
    };
    await set("between", "world");
    await set("between[1]", body);
    await until("it is linked", () => new RegExp(`between: \\[world, ${body}\\]`).test(read("link.yaml")));
    await page.keyboard.press("Escape");
    await isChecked();
    await until("no errors", async () => (await page.getAttribute(".verdict", "data-state")) !== "error");
    const info = await runShown(page);
    assert.equal(info.state, "done");
    assertSameBits(await exportedRows(page, folders, "link.csv"), runByCommand(file("link.yaml")), "link");
  });

  test("edits are minimal, and undo gives the same bytes, over a restart", async () => {
    await newModel("Pendulum", "pendulum.yaml");
    const { page } = open;
    const bytes = read("pendulum.yaml");
    const first = page.locator(".tree-row:not(.tree-model)").first();
    const part = await first.locator(".tree-name").textContent();
    await first.click();
    await setValue(page, `parts.${part}.mass`, "2.5 kg");
    await until("it is written", () => read("pendulum.yaml").includes("mass: 2.5 kg"));
    const edited = read("pendulum.yaml");
    assert.equal(edited.split("\n").filter((l, k) => l !== bytes.split("\n")[k]).length, 1);
    await server.kill();
    await page.waitForSelector(".banner");
    server = await serveProgram(folders, { uiDir, port: server.port });
    await page.waitForSelector(".banner", { state: "detached" });
    // That server has no model open.
    await page.click('.gallery .card-row:has-text("pendulum.yaml") >> nth=0');
    await page.waitForSelector('.top-title small:has-text("pendulum.yaml")');
    await page.waitForSelector(".react-flow__node");
    await isChecked();
    await pressKeys(page, "Control+z");
    await until("undone", () => read("pendulum.yaml") === bytes);
  });

  test("a wrong formula shows its place", async () => {
    const { page } = open;
    const joint = page.locator('.tree-row:has(.tree-type:text("Revolute"))').first();
    const name = await joint.locator(".tree-name").textContent();
    await joint.click();
    const torque = await fieldOf(page, `parts.${name}.torque`);
    await torque.fill(`-5 [N m/rad]*${name}.angl`);
    const shown = (selector) => page.locator(selector).allTextContents();
    await equals("what is marked", ["angl"], () => shown(".caret-line mark"));
    await equals("the message", [`'${name}' (Revolute) has no 'angl' did you mean '${name}.angle'?`], () => shown(".formula-error"));
    // The first may close the proposals alone; what stayed in the field would be written later.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await until("the field is as it was", async () => !(await torque.inputValue({ timeout: 2000 }).catch(() => "")).includes("angl"));
  });

  test("a change on disk is a choice", async () => {
    const { page } = open;
    const bytes = read("pendulum.yaml");
    writeFileSync(file("pendulum.yaml"), bytes.replace(/^title: .*$/m, "title: Changed elsewhere"));
    await page.waitForSelector('dialog:has-text("changed on disk")');
    await page.click("text=Take what is on disk");
    await page.waitForSelector('.top-title h1:has-text("Changed elsewhere")');
    await isGone(page, "dialog");
  });

  test("two browsers see one state", async () => {
    const other = await openPage(server.url);
    await other.page.waitForSelector('.top-title h1:has-text("Changed elsewhere")');
    await pressKeys(open.page, "Control+z");
    await other.page.waitForFunction(() => !document.querySelector(".top-title h1").textContent.includes("elsewhere"));
    await other.close();
  });

  test("a run that fails says when and what to try; the editor goes on", async () => {
    const { page } = open;
    // x' = x² grows beyond all bounds at t = 1.
    writeFileSync(
      file("broken.yaml"),
      "holon: 1\ntitle: Broken\nparts:\n  x: {type: Integrator, input: x.output^2, initial: 1}\nsimulate: {until: 2 s}\noutputs: [x.output]\n",
    );
    await pressKeys(page, "Control+o");
    await page.click('.card-row:has-text("broken.yaml")');
    await page.waitForSelector('.top-title h1:has-text("Broken")');
    await isChecked();
    const info = await runShown(page);
    assert.equal(info.state, "failed");
    await page.waitForSelector(".failure, .form-finding");
    await page.click("#tab-diagram");
    await equals("the diagram", ["x"], () => nodesOf(page));
  });

  test("a run goes on from the end of another", async () => {
    const { page } = open;
    await page.evaluate(() => window.holonDesktop.open({ path: "link.yaml" }));
    await page.waitForSelector('.top-title small:has-text("link.yaml")');
    await isChecked();
    const first = await runShown(page);
    assert.equal(first.continuable, true);
    const ends = async ({ run: id }, time) =>
      (await page.evaluate(([r, t]) => window.holonDesktop.request("run.values", { run: r, time: t, signals: ["pin.angle"] }), [id, time])).values["pin.angle"];
    await page.click('.run-bar button:has-text("Continue")');
    await until("another run has ended", async () => {
      const now = await page.evaluate(() => window.holonDesktop.run());
      return now && now.run !== first.run && now.state === "done";
    });
    const second = await page.evaluate(() => window.holonDesktop.run());
    assert.equal(second.from.run, first.run);
    assert.equal(await ends(second, 0), await ends(first, first.time));
  });

  test("a frame is dragged in 3D, and the number in the text follows", async () => {
    const { page } = open;
    await page.evaluate(() => window.holonDesktop.open({ example: "four_bar", as: "bar.yaml" }));
    await isChecked();
    const bytes = read("bar.yaml");
    await page.click("#tab-motion");
    await isShownInMotion(page);
    await page.click('.stage-tools button:has-text("Edit")');
    await page.locator('.handle-dot[aria-label="coupler.pen"]').first().dispatchEvent("pointerdown");
    // Where the arrow stands still: the pane may still be getting its size.
    const { x, y, width, height } = await steadyBox(page.locator(".handle-axis.axis-z path").first());
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 5 });
    await page.mouse.up();
    await until("it is written", () => read("bar.yaml") !== bytes);
    const lines = bytes.split("\n");
    const changed = read("bar.yaml").split("\n").filter((l, k) => l !== lines[k]);
    assert.equal(changed.length, 1);
    assert.match(changed[0], /pen: \{at: \[b\/2, 0, 0\.[3-9]\d*\]\}/);
    await isShownInMotion(page);
    await pressKeys(page, "Control+z");
    await until("undone", () => read("bar.yaml") === bytes);
    await isShownInMotion(page);
    // Two frames are joined.
    await page.click('.motion-edit button:has-text("Join to")');
    await page.locator('.handle-dot[aria-label="world"]').first().dispatchEvent("pointerdown");
    await page.selectOption(".motion-edit select", "Spherical");
    await page.click('.motion-edit button:text-is("Join")');
    await until("the joint is written", () => /spherical:\n {4}type: Spherical\n {4}between: \[world, coupler.pen\]/.test(read("bar.yaml")));
    // Against the first text, on the diagram.
    await isChecked();
    await chooseBy(page, "Control+k", "differences from");
    await page.waitForSelector('.node[data-change="added"]:has-text("spherical")');
    await page.click('.versions [aria-label="End the comparison"]');
    await pressKeys(page, "Control+z");
    await until("undone", () => read("bar.yaml") === bytes);
    await isShownInMotion(page);
    await page.click('.stage-tools button:has-text("Edit")');
  });

  test("scripts in titles and names are text", async () => {
    const { page } = open;
    const script = "<img src=x onerror='window.isPwned=1'><script>window.isPwned=1</script>";
    writeFileSync(
      file("hostile.yaml"),
      `holon: 1\ntitle: "${script}"\nparts:\n  x: {type: Integrator, input: 1, initial: 0}\n` +
        `simulate: {until: 1 s}\noutputs: [x.output]\nplots: [{title: "${script}", y: [x.output]}]\n`,
    );
    await page.evaluate(() => window.holonDesktop.open({ path: "hostile.yaml" }));
    await page.waitForSelector('.top-title h1:has-text("<img src=x")');
    await isChecked();
    assert.equal((await runShown(page)).state, "done");
    await page.click("#tab-plots");
    await shows(page, ".plot canvas");
    await page.click("#tab-compare");
    await pressKeys(page, "Control+o");
    await page.waitForSelector('.card-row:has-text("hostile.yaml")');
    assert.equal(await page.evaluate(() => window.isPwned), undefined);
    assert.equal(await page.locator("h1 img, h3 img, .card-row img[src=x]").count(), 0);
  });

  test("runs are those of the open model; a slider changes the running one", async () => {
    const { page } = open;
    writeFileSync(
      file("slider.yaml"),
      "holon: 1\ntitle: Slider\nparameters: {k: 1}\ntunable: [k]\nparts:\n" +
        "  x: {type: Integrator, input: k, initial: 0}\nsimulate: {until: 1000 s}\noutputs: [x.output]\n",
    );
    await page.evaluate(() => window.holonDesktop.open({ path: "slider.yaml" }));
    await page.waitForSelector('.top-title h1:has-text("Slider")');
    await isChecked();
    assert.equal(await page.evaluate(() => window.holonDesktop.runs()), 0);
    await page.click('button:has-text("Real time")');
    await pressKeys(page, "Control+Enter");
    const shown = () => page.evaluate(() => window.holonDesktop.run());
    await until("it runs", async () => (await shown())?.time > 0.1);
    const slider = page.locator('.inspector input[type="range"]').first();
    await slider.focus();
    await takesKeys(page, 'input[type="range"]');
    await page.keyboard.press("End");
    await until("it is at its end", async () => Number(await slider.inputValue()) > 1.05);
    const slope = async () => {
      const { run, time } = await shown();
      const at = (t) => page.evaluate(
        ([r, when]) => window.holonDesktop.request("run.values", { run: r, time: when, signals: ["x.output"] }),
        [run, t],
      );
      const [a, b] = [await at(time - 0.1), await at(time)];
      return (b.values["x.output"] - a.values["x.output"]) / (b.time - a.time);
    };
    await until("the input has another value", async () => (await slope()) > 1.05);
    await pressKeys(page, "Control+.");
    await until("it is stopped", async () => (await shown())?.state === "interrupted");
    await page.click('button:has-text("Real time")');
  });
});
