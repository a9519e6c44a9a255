// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What somebody does who has never read the manual, against the program itself: drives the bulldozer
// and watches from its cab, builds a crane of his own, copies, groups and overlays, runs a study.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  answer,
  equals,
  fieldOf,
  isChecked as isCheckedIn,
  isGone,
  launch,
  nodesOf,
  openPage,
  pressKeys,
  says,
  setValue,
  shows,
  shutDown,
  steadyBox,
  takesKeys,
  until,
  watchProgress,
} from "./browser.mjs";
import { familyTicks, makeFolders, runShown, serveProgram } from "./serve_program.mjs";

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
const shown = () => open.page.evaluate(() => window.holonDesktop.run());
const isChecked = () => isCheckedIn(open.page);
const set = (key, value) => setValue(open.page, key, value);
/** The verdict on the model, when it is checked. */
const verdict = () => open.page.getAttribute(".verdict", "data-state");

const outline = () => open.page.click('[role="tab"]:has-text("Outline")');
const row = (name) => `.tree-row:has(.tree-name:text-is("${name}"))`;

/** A part from the palette, by its name there; its own name is typed at once. */
async function add(type, name) {
  const { page } = open;
  await page.click('[role="tab"]:has-text("Palette")');
  await page.fill('[aria-label="Search the parts"]', type);
  await page.locator(`.palette-item:has(span:text-is("${type}"))`).click();
  await takesKeys(page, ".name-field");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await until(`${name} is there`, () =>
    page.evaluate(async (n) => (await window.holonDesktop.request("model.state", {})).parts.some((p) => p.name === n), name),
  );
}

async function openFile(what, title) {
  const { page } = open;
  await page.evaluate((w) => window.holonDesktop.open(w), what);
  await page.waitForSelector(`.top-title small:has-text("${title}")`);
  await isChecked();
}

async function run() {
  await isChecked();
  return runShown(open.page);
}

/** Ends a run in real time, and the mode. */
async function stop() {
  const { page } = open;
  await pressKeys(page, "Control+.");
  await until("it is stopped", async () => (await shown())?.state === "interrupted");
  await page.click('button:has-text("Real time")');
}

describe("somebody who has never read the manual", () => {
  test("picks the bulldozer, moves an antenna, runs, drives, and watches from the cab", async () => {
    const { page } = open;
    await page.click('.card:has-text("GPS bulldozer")');
    await page.waitForSelector('.top-title small:has-text("gps_bulldozer")');
    await isChecked();
    await page.click("text=Save a copy");
    await answer(page, "dozer.yaml");
    await page.waitForSelector('.top-title small:has-text("dozer.yaml")');
    assert.ok(existsSync(file("machine.yaml")), "the files that it uses come along");
    const before = read("dozer.yaml");
    await isChecked();

    await page.click(".tree-model");
    await set("parameters.antenna_z", "3.25 m");
    await until("it is written", () => read("dozer.yaml") !== before);
    const lines = before.split("\n");
    assert.deepEqual(
      read("dozer.yaml").split("\n").filter((l, k) => l !== lines[k]),
      ["  antenna_z: 3.25 m"],
    );
    await isChecked();

    await page.click("#tab-motion");
    await page.click('button:has-text("Real time")');
    // A slow machine is not to see its end.
    await page.fill('[aria-label="Until"]', "10000 s");
    await pressKeys(page, "Control+Enter");
    await until("it runs", async () => (await shown())?.time > 0.2);
    await page.waitForSelector(".drive-row");
    // Both tracks forwards: W.
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.down("w");
    await until("the tracks are commanded", async () => {
      const values = await page.locator(".drive-bar").evaluateAll((bars) => bars.map((b) => Number(b.style.getPropertyValue("--value"))));
      return values.filter((v) => v === 1).length >= 2;
    });
    await page.keyboard.up("w");
    await page.click('.drive [aria-label="Close"]');

    // Only the cab's view, by the names of the views.
    const views = page.locator('.stage-tools [aria-label="Views"] button');
    // The scene may be made anew meanwhile, with all of its views. A page that draws the bulldozer by
    // software may have no image for seconds, and a click waits for two.
    await until("the cab is shown alone", () =>
      views.evaluateAll((all) => {
        const wrong = all.find((b) => (b.getAttribute("aria-pressed") === "true") !== (b.textContent === "cab"));
        wrong?.click();
        return all.length > 0 && !wrong;
      }),
    );
    await stop();
    await page.fill('[aria-label="Until"]', "");
  });

  test("a gamepad drives, too", async () => {
    writeFileSync(
      file("driven.yaml"),
      "holon: 1\ntitle: Driven\nparts:\n  lift: {type: Integrator, input: 1e-9*time, initial: 0}\nsimulate: {until: 1000 s}\noutputs: [lift.output]\n",
    );
    const { page } = open;
    await openFile({ path: "driven.yaml" }, "driven.yaml");
    await page.evaluate(() => {
      window.padAxes = [0, 0, 0, 0];
      navigator.getGamepads = () => [{ id: "A stick", axes: window.padAxes, buttons: [], connected: true }];
      localStorage.setItem("holon.driven.driven.yaml", JSON.stringify(["lift.input"]));
    });
    await page.click('button:has-text("Real time")');
    await pressKeys(page, "Control+Enter");
    await until("it runs", async () => (await shown())?.time > 0.1);
    await page.evaluate(() => (window.padAxes = [1, 0, 0, 0]));
    await page.waitForSelector('.drive-head:has-text("A stick")');
    // At full deflection the rate of the output is the scale, 1.
    const slope = async () => {
      const { run: id, time } = await shown();
      const at = (t) => page.evaluate(([r, when]) => window.holonDesktop.request("run.values", { run: r, time: when, signals: ["lift.output"] }), [id, t]);
      const [a, b] = [await at(time - 0.1), await at(time)];
      return (b.values["lift.output"] - a.values["lift.output"]) / (b.time - a.time);
    };
    await until("it is driven", async () => Math.abs((await slope()) - 1) < 1e-6);
    await stop();
    await page.click('.drive [aria-label="Close"]');
  });

  test("builds a crane from the palette; the file reads as if it had been typed", async () => {
    const { page } = open;
    await pressKeys(page, "Control+o");
    await page.click('.templates .card-row:has-text("Falling body")');
    await answer(page, "crane.yaml");
    await page.waitForSelector('.top-title small:has-text("crane.yaml")');
    await isChecked();
    // The template's body becomes the load.
    await outline();
    await page.click(row("body"));
    await fieldOf(page, "parts.body.mass");
    await page.fill(".name-field", "load");
    await page.press(".name-field", "Enter");
    await until("it is renamed", () => /^outputs: \[load.position\]$/m.test(read("crane.yaml")));
    await set("parts.load.mass", "500 kg");
    await add("PointMass", "trolley");
    await set("parts.trolley.mass", "200 kg");
    await add("Prismatic", "rail");
    await set("parts.rail.between", "world");
    await set("parts.rail.between[1]", "trolley");
    await set("parts.rail.axis", "x");
    await add("Revolute", "swing");
    await set("parts.swing.between", "trolley");
    await set("parts.swing.between[1]", "load");
    await set("parts.swing.axis", "y");
    await until("it is written", () => /swing:[^]*axis: y/.test(read("crane.yaml")));
    await isChecked();
    await equals("the verdict", "ok", verdict);
    assert.equal(
      read("crane.yaml"),
      `holon: 1
title: "Crane"
units: strict                 # numbers in formulas have units, unless they are pure numbers

parts:
  load:
    type: RigidBody
    mass: 500 kg
    inertia: {sphere: 0.1 m}
    shapes: [{sphere: 0.1 m, color: steelblue}]
  trolley: {type: PointMass, mass: 200 kg}
  rail: {type: Prismatic, between: [world, trolley], axis: x}
  swing: {type: Revolute, between: [trolley, load], axis: y}

simulate:
  until: 1 s
  interval: 0.01 s

outputs: [load.position]
`,
    );
    assert.equal((await run()).state, "done");
  });

  test("copies, pastes and groups parts; undo gives the same bytes", async () => {
    const { page } = open;
    await openFile({ example: "four_bar", as: "bars.yaml" }, "bars.yaml");
    const bytes = read("bars.yaml");
    await outline();
    await page.click(row("coupler"));
    await shows(page, `${row("coupler")}[aria-selected="true"]`);
    await pressKeys(page, "Control+c");
    await says(page, "Copied coupler");
    await pressKeys(page, "Control+v");
    await until("it is pasted", () => /^ {2}coupler_2:/m.test(read("bars.yaml")));
    const part = (name, text) => new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, "m").exec(text)?.[1];
    assert.equal(part("coupler_2", read("bars.yaml")), part("coupler", bytes));
    await isChecked();
    await pressKeys(page, "Control+z");
    await until("undone", () => read("bars.yaml") === bytes);
    await isChecked();
    await isGone(page, row("coupler_2"));

    await page.click(row("coupler"));
    await page.click(row("rocker"), { modifiers: ["Control"] });
    await equals("both are selected", 2, () => page.locator('.tree-row[aria-selected="true"]').count());
    await pressKeys(page, "Control+g");
    await answer(page, "linkage");
    await until("they are one part", () => /^ {2}linkage:\n {4}parts:\n {6}coupler:\n {8}type: RigidBody$/m.test(read("bars.yaml")));
    await isChecked();
    await until("there are no errors", async () => (await verdict()) !== "error");
    await until("it is in the diagram", async () => (await nodesOf(page)).includes("linkage"));
    await pressKeys(page, "Control+z");
    await until("undone", () => read("bars.yaml") === bytes);
  });

  test("keeps a part in the library, and uses it in another model", async () => {
    const { page } = open;
    writeFileSync(
      file("lib.yaml"),
      "holon: 1\ntitle: Lib\nparts:\n  arm:\n    parameters: {L: 2 m}\n    parts:\n      tip: {type: PointMass, mass: 3 kg}\n",
    );
    await openFile({ path: "lib.yaml" }, "lib.yaml");
    await outline();
    await page.click(row("arm"));
    await page.click('button:text-is("Keep in my library")');
    await answer(page, "my_arm");
    await says(page, "Your library has my_arm");
    assert.equal(
      readFileSync(path.join(folders.data, "holon", "parts", "my_arm.yaml"), "utf8"),
      "holon: 1\ntitle: my_arm\nparameters: {L: 2 m}\nparts:\n  tip: {type: PointMass, mass: 3 kg}\n",
    );
    writeFileSync(file("other.yaml"), "holon: 1\ntitle: Other\nparts:\n  ball: {type: PointMass, mass: 1 kg}\n");
    await openFile({ path: "other.yaml" }, "other.yaml");
    await page.click('[role="tab"]:has-text("Palette")');
    await page.fill('[aria-label="Search the parts"]', "my_arm");
    await page.click('details:has(summary:has-text("My library")) .palette-item:has(span:text-is("my_arm"))');
    await until("it is a part", () => /^ {2}my_arm:\s+\{?type: my_arm.yaml\}?$/m.test(read("other.yaml")), () => read("other.yaml"));
    assert.ok(existsSync(file("my_arm.yaml")));
    await isChecked();
    await until("there are no errors", async () => (await verdict()) !== "error");
    // Its outputs say how smooth they are: it falls freely.
    await outline();
    await page.click(row("ball"));
    await shows(page, '.output-smooth:has-text("C∞")');
  });

  test("overlays a run over another, and compares them", async () => {
    const { page } = open;
    await openFile({ path: "bars.yaml" }, "bars.yaml");
    const first = await run();
    const second = await run();
    assert.notEqual(first.run, second.run);
    await page.click("#tab-compare");
    await page.locator('.runs-table tr:not([data-shown]) button:text-is("Overlay")').first().click();
    await page.click('.runs button:text-is("Compare")');
    await page.waitForSelector('.runs .state-chip:has-text("The runs ")');
    assert.match(await page.textContent('.runs .state-chip:has-text("The runs ")'), /agree/);
    await page.click("#tab-plots");
    await shows(page, ".plot canvas");
  });

  test("runs a study, and keeps the samples of a range", async () => {
    const { page } = open;
    await openFile({ example: "swing_study", as: "swing.yaml" }, "swing.yaml");
    await page.click("#tab-study");
    await page.click('button:has-text("Run the study")');
    await page.waitForSelector(".study-table tbody tr");
    await until("all samples are done", async () => /^200 of 200 samples/.test(await page.textContent('.study [role="status"]')));
    const samples = () => page.locator(".study-table tbody tr").count();
    await equals("rows of the table", 200, samples);
    const axis = await steadyBox(page.locator(".parallel-take").first());
    await page.mouse.move(axis.x + axis.width / 2, axis.y + 2);
    await page.mouse.down();
    await page.mouse.move(axis.x + axis.width / 2, axis.y + axis.height / 2, { steps: 4 });
    await page.mouse.up();
    await until("only some are left", async () => (await samples()) > 0 && (await samples()) < 200);
    // The values of a sample are written as a step that can be undone.
    const bytes = read("swing.yaml");
    await page.locator('.study-table button:text-is("use")').first().click();
    await until("they are written", () => read("swing.yaml") !== bytes);
    const lines = bytes.split("\n");
    const changed = read("swing.yaml").split("\n").filter((l, k) => l !== lines[k]);
    assert.deepEqual(changed.map((l) => l.trim().split(":")[0]), ["m", "L", "friction"]);
  });

  test("a part of another file is opened there, and back", async () => {
    const { page } = open;
    writeFileSync(file("arm.yaml"), "holon: 1\ntitle: Arm\nparts:\n  boom: {type: PointMass, mass: 3 kg}\n");
    writeFileSync(file("user.yaml"), "holon: 1\ntitle: User\nparts:\n  arm: {type: arm.yaml}\n");
    await openFile({ path: "user.yaml" }, "user.yaml");
    await outline();
    await page.click(row("arm"));
    await page.click('.form-note button:has-text("Open arm.yaml")');
    await page.waitForSelector('.top-title small:has-text("arm.yaml")');
    const bytes = read("arm.yaml");
    await page.click(row("boom"));
    await set("parts.boom.mass", "4 kg");
    await until("it is written", () => read("arm.yaml") !== bytes);
    await isChecked();
    await page.click('button:has-text("Back to user.yaml")');
    await page.waitForSelector('.top-title small:has-text("user.yaml")');
    await says(page, "undo takes back those of user.yaml");
    assert.match(read("arm.yaml"), /mass: 4 kg/);
  });

  test("nothing has complained", () => assert.deepEqual(open.complaints.filter((c) => !/404/.test(c)), []));
});
