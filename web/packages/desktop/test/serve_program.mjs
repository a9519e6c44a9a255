// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `holon serve` as a child process, in folders of its own, for tests.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pressKeys, until } from "./browser.mjs";

export const program = process.env.HOLON_PROGRAM;

/** The server's image of an example, by the digest of its text. */
export const pictureOf = (folders, name) =>
  path.join(
    folders.cache,
    "holon",
    "images",
    `${createHash("sha256").update(readFileSync(path.join(process.env.HOLON_EXAMPLES, `${name}.yaml`))).digest("hex").slice(0, 24)}.svg`,
  );

/**
 * Folders that a server uses; they outlive it, so that another one can go on. Of all examples but
 * `drawn` it has images already: drawing them is to run each.
 */
export function makeFolders(drawn = []) {
  const root = mkdtempSync(path.join(os.tmpdir(), "holon-desktop-"));
  const folders = { root, models: path.join(root, "models"), state: path.join(root, "state"), cache: path.join(root, "cache"), data: path.join(root, "data") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  if (process.env.HOLON_EXAMPLES) {
    mkdirSync(path.join(folders.cache, "holon", "images"), { recursive: true });
    const image = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path d="M2 7L8 2L14 7"/></svg>';
    for (const name of exampleNames()) if (!drawn.includes(name)) writeFileSync(pictureOf(folders, name), image);
  }
  return { ...folders, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Starts it and waits for the address that it prints. */
export async function serveProgram(folders, { port, uiDir, args = [] } = {}) {
  const child = spawn(
    program,
    ["serve", ...args, ...(port ? ["--port", String(port)] : []), ...(uiDir ? ["--ui-dir", uiDir] : [])],
    {
      cwd: folders.models,
      env: { ...process.env, XDG_STATE_HOME: folders.state, XDG_CACHE_HOME: folders.cache, XDG_DATA_HOME: folders.data },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  child.stderr.on("data", (d) => (said += d));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (d) => {
      said += d;
      const found = /http:\/\/\S+#token=\w+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`holon serve ended with ${code}: ${said}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    kill: (signal = "SIGKILL") =>
      new Promise((done) => {
        child.removeAllListeners("exit");
        if (child.exitCode !== null) return done();
        child.on("exit", done);
        child.kill(signal);
      }),
  };
}

/** Processor time of a process and its children, those that have ended included, in ticks. */
export function familyTicks(pid) {
  try {
    const ticks = (of) => readFileSync(`/proc/${of}/stat`, "utf8").replace(/^.*\) /, "").split(" ").slice(11, 15).map(Number);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    return [pid, ...children].reduce((sum, of) => sum + ticks(of).reduce((a, b) => a + b, 0), 0);
  } catch {
    return 0; // one of them has ended just now
  }
}

/** The program's own run of a model: the columns of its results by name. */
export function runByCommand(model, args = []) {
  const out = path.join(mkdtempSync(path.join(os.tmpdir(), "holon-run-")), "out.csv");
  const { status, stderr } = spawnSync(program, ["run", model, "-q", "-o", out, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`holon run ${model}: ${stderr}`);
  return readCsv(out);
}

export function readCsv(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n").filter((l) => !l.startsWith("#"));
  const names = lines[0].split(",").map((n) => n.replace(/^"|"$/g, "").replace(/\s*\[.*\]$/, ""));
  const rows = lines.slice(1).map((l) => l.split(",").map(Number));
  return new Map(names.map((name, k) => [name, rows.map((r) => r[k])]));
}

export const exampleNames = () =>
  readdirSync(process.env.HOLON_EXAMPLES)
    .filter((f) => f.endsWith(".yaml"))
    .map((f) => f.replace(/\.yaml$/, ""));

/** Starts a run by its keys and waits for its end, as long as anything of it goes on. */
export async function runShown(page) {
  const before = await page.evaluate(() => window.holonDesktop.run()?.run);
  await pressKeys(page, "Control+Enter");
  const shown = () => page.evaluate(() => window.holonDesktop.run());
  await until("a run has begun", async () => ![before, undefined].includes((await shown())?.run));
  await until(
    "it has ended",
    async () => /done|failed|crashed|interrupted/.test((await shown())?.state),
    async () => {
      const { state, time, steps } = (await shown()) ?? {};
      return { state, time, steps };
    },
  );
  return shown();
}

/** Writes the rows of the run that is shown, as the page's export does. */
export async function exportedRows(page, folders, name) {
  await page.evaluate((to) => window.holonDesktop.request("run.export", { run: window.holonDesktop.run().run, path: to }), name);
  return readCsv(path.join(folders.models, name));
}

export function assertSameBits(a, b, what) {
  for (const [name, values] of b) {
    const own = a.get(name);
    assert.ok(own, `${what}: no column ${name}`);
    assert.equal(own.length, values.length, `${what}: rows of ${name}`);
    values.forEach((v, k) => assert.ok(Object.is(own[k], v) || (Number.isNaN(own[k]) && Number.isNaN(v)), `${what}: ${name}[${k}]: ${own[k]}, not ${v}`));
  }
}
