// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Reports of made-up runs in headless Chromium: rows that come after the page has opened, bodies that
// a camera hides, arrows, files, numbers.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  close,
  coloursOf,
  equals,
  kPoseTolerance,
  kValueTolerance,
  launch,
  openPage,
  pointAt,
  readReport,
  shutDown,
  until,
} from "./browser.mjs";
import { pushAndPull } from "./sample_bodies.mjs";
import { page as pageOf } from "./sample_page.mjs";
import { doublePendulum, inPieces } from "./sample_pendulum.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

before(launch);
after(shutDown);

function writePage(name, messages) {
  const out = path.join(here, "out");
  mkdirSync(out, { recursive: true });
  const file = path.join(out, `${name}.html`);
  writeFileSync(file, pageOf(messages));
  return file;
}

// Images are rendered without a graphics card, at a cost by the pixel.
const openMessages = (name, messages) =>
  openPage(writePage(name, messages), { viewport: { width: 800, height: 600 }, deviceScaleFactor: 0.5 });

describe("rows that come later", () => {
  const kChunk = 700;
  const report = readReport(writePage("whole", doublePendulum()));
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
      await until("the table has all rows", async () => /of 2,001$/.test(await page.locator("dialog output").textContent()));
      await page.keyboard.press("Escape");
      await equals("the end", "10.000 s", () => page.locator(".readout-end").textContent());
      const row = report.streams.get("poses").data[0].indexOf(9);
      const expected = pointAt(report, { body: 1, position: [0, 0, -0.5] }, row);
      after.tip.forEach((value, k) => close(value, expected[k], kPoseTolerance, "tip"));
      const values = await page.evaluate(() => holonReport.plots[0].cursorValues(9));
      const angle = report.streams.get("curves").data[1][row];
      close(values[0].value, (angle * 180) / Math.PI, kValueTolerance, "shoulder.angle");
      await until("the scene is drawn", async () => (await coloursOf(page, ".stage")) > 24);
      await until("the plot is drawn", async () => (await coloursOf(page, ".plot >> nth=0")) > 8);
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
    for (const chip of ["all", "Free view"])
      await page.getByRole("button", { name: chip, exact: true }).click();
    await page.mouse.move(2, 2);
    const darkestNow = async () => {
      const shot = await page.locator(".view:visible").screenshot();
      return page.evaluate(async (png) => {
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
    };
    // The background's darkest is e6eaee.
    await until("only the background is left", async () => (await darkestNow()) >= 0xe4);
  });

  test("files have tabs, numbers are printed, tables hold what was recorded", async () => {
    const { page } = opened;
    const tabs = page.getByRole("tab");
    await equals("tabs", ["block.yaml", "parts/spring.yaml"], () => tabs.allTextContents());
    await tabs.nth(1).click();
    await equals("the file", ["parts/spring.yaml"], () => page.locator(".code:visible h3").allTextContents());
    assert.equal(await page.locator(".statistics dd").first().textContent(), "−1.5·10⁻⁸ m/s²");
    assert.equal(await page.locator(".axis-label").first().textContent(), "position [µm]");
    await page.locator(".plot").getByText("Table", { exact: true }).click();
    await equals("cells", ["0", "0", "2", "2.000000e-6"], () => page.locator("dialog tbody td").allTextContents());
    await page.keyboard.press("Escape");
  });

  test("complained of nothing", () => assert.deepEqual(opened.complaints, []));
});

describe("contacts, links and forces that are left open", () => {
  const place = (position) => ({ body: 0, position });
  let opened;
  before(async () => {
    const [document, ...streams] = pushAndPull();
    const { scene } = document;
    const [pull, push] = scene.arrows;
    scene.cameras = [{ ...scene.cameras[0], name: "no pin", hides: ["pin", "spring"] }];
    // Half a millimetre in the ground.
    scene.contacts = [
      {
        name: "foot",
        ground: { body: -1, position: [0, 0, -0.3495] },
        normal: [0, 0, 1],
        sphere: place([0.2, 0, -0.3]),
        radius: 0.05,
      },
    ];
    scene.arrows = [
      { ...pull, name: "foot.world_force", at: place([0.2, 0, -0.3]), columns: [11, 12, 13] },
      { ...push, name: "pin.reaction.force", kind: "reaction force", undetermined: true },
      { ...pull, name: "rail.reaction.force", kind: "reaction force", undetermined: true },
    ];
    scene.arrows[0].contact = 0;
    scene.links[1].pull = { name: "cable.tension", column: 8, unit: "N" };
    opened = await openMessages("left_open", [document, ...streams]);
    await opened.page.evaluate(() => holonReport.setTime(1));
  });
  after(() => opened?.close());
  const arrows = (view) =>
    opened.page.evaluate(
      (v) => Object.fromEntries(holonReport.arrows(v).map((a) => [a.name, a])),
      view,
    );

  test("the force of a contact begins where the sphere touches", async () => {
    const { from } = (await arrows(1))["foot.world_force"];
    // The block stands at 0.3 m.
    [0.5, 0, -0.3495].forEach((x, k) => close(from[k], x, kPoseTolerance, "point of contact"));
  });

  test("a camera that hides a joint does not see its reaction", async () => {
    assert.deepEqual(Object.keys(await arrows(0)), ["foot.world_force", "rail.reaction.force"]);
    assert.equal(Object.keys(await arrows(1)).length, 3);
  });

  test("forces that are not determined have a word in the legend", async () => {
    const legend = await opened.page.locator(".stage-legend span[data-kind]").allTextContents();
    assert.deepEqual(legend, ["force", "reaction force, not determined"]);
  });

  test("a cable tells its tension under the pointer", async () => {
    const { page } = opened;
    // Its lower end is at 0.3 m, 0.3 m high, its upper one at 2 m on the world.
    const [low, origin] = await page.evaluate(() => [
      holonReport.project("block.corner"),
      holonReport.project("block"),
    ]);
    assert.ok(low && origin);
    const box = await page.locator(".view").first().boundingBox();
    let text = "";
    for (let y = origin.y - 20; y > box.y + 4 && !/tension/.test(text); y -= 4) {
      for (let x = origin.x - 90; x < origin.x + 20 && !/tension/.test(text); x += 5) {
        await page.mouse.move(x, y);
        text = await page.locator(".view-tip").first().textContent();
      }
    }
    assert.equal(text, "cable.tension  1.000\u00a0N");
  });

  test("complained of nothing", () => assert.deepEqual(opened.complaints, []));
});

test("in a plane of two outputs both are told, and paper has all plots", async () => {
  const [document, ...streams] = doublePendulum();
  const plane = document.plots.findIndex((p) => !p.x.is_time);
  assert.ok(plane >= 0);
  const { page, close: end } = await openMessages("two_values", [document, ...streams]);
  await page.evaluate(() => holonReport.setTime(3));
  const [{ x, value }] = await page.evaluate((k) => holonReport.plots[k].cursorValues(3), plane);
  let text = "";
  let told = null;
  await until("both values are shown", async () => {
    text = await page.locator(".plot").nth(plane).locator(".legend-value").first().textContent();
    told = /^\((.+)\u00a0m, (.+)\u00a0m\)$/.exec(text);
    return told !== null;
  });
  // Five digits of the range, which is about a metre.
  [x, value].forEach((v, k) => close(Number(told[k + 1].replace("−", "-")), v, 1e-4, text));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.locator("html[data-theme=dark]").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await equals("plots on paper", document.plots.length, () => page.locator(".plot canvas").count());
  await equals("the theme", "light", () => page.locator("html").getAttribute("data-theme"));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await end();
});
