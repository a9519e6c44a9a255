// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node soak.mjs MINUTES [EXAMPLE] [LOWER]: a run in real time with an open page, and each minute the memory
// of the page (heap after a collection, and its buffers), of the server and of the run's process.
// LOWER: the view that is shown below the diagram (plots, motion). tools/test_desktop BUILD soak HOLON calls it.

import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isChecked, launch, openPage, pressKeys, shutDown, until } from "./browser.mjs";
import { makeFolders, serveProgram } from "./serve_program.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [minutes = "60", example = "pid_crane", lower = "plots"] = process.argv.slice(2);
const folders = makeFolders();
const server = await serveProgram(folders, { uiDir: process.env.HOLON_UI_DIR || path.join(here, "..", "dist") });
await launch();
const { page, context, complaints } = await openPage(server.url, { viewport: { width: 800, height: 600 } });
await page.waitForSelector(".card");
await page.evaluate((name) => window.holonDesktop.open({ example: name }), example);
await isChecked(page);
await page.click(`#tab-${lower}`);
await page.click('button:has-text("Real time")');
await page.fill('[aria-label="Until"]', "1000000 s");
await pressKeys(page, "Control+Enter");
await until("it runs", async () => ((await page.evaluate(() => window.holonDesktop.run()?.time)) ?? 0) > 1);

const session = await context.newCDPSession(page);
await session.send("Performance.enable");
/** [MB] */
const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1000;
const children = () => readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, "utf8").trim().split(" ").filter(Boolean);

console.log("minute\tsimulated [s]\trows\theap [MB]\tbuffers [MB]\tnodes\tserver [MB]\tits processes [MB]");
for (let minute = 0; minute <= Number(minutes); ++minute) {
  if (minute > 0) await new Promise((done) => setTimeout(done, 60_000));
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name) => metrics.find((m) => m.name === name)?.value ?? NaN;
  const { usedSize, backingStorageSize = NaN } = await session.send("Runtime.getHeapUsage");
  const { time, state } = await page.evaluate(() => window.holonDesktop.run());
  const rows = await page.evaluate(() => window.holonDesktop.rows());
  const processes = children().map((pid) => resident(pid).toFixed(1));
  console.log(
    [minute, time.toFixed(0), JSON.stringify(rows), (usedSize / 1e6).toFixed(1), (backingStorageSize / 1e6).toFixed(1), metric("Nodes"), resident(server.child.pid).toFixed(1), processes.join(" ")].join("\t"),
  );
  if (state !== "running") break;
}
console.log(complaints.length > 0 ? `complaints: ${complaints.join(" | ")}` : "no complaints");
await page.evaluate(() => window.holonDesktop.request("run.stop", { run: window.holonDesktop.run().run }));
await server.kill();
await shutDown();
folders.remove();
