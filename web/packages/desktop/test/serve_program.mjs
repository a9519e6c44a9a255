// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// `holon serve` as a child process, in folders of its own, for tests.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const program = process.env.HOLON_PROGRAM;

/** Folders that a server uses; they outlive it, so that another one can go on. */
export function makeFolders() {
  const root = mkdtempSync(path.join(os.tmpdir(), "holon-desktop-"));
  const folders = { root, models: path.join(root, "models"), state: path.join(root, "state"), cache: path.join(root, "cache") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return { ...folders, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Starts it and waits for the address that it prints. */
export async function serveProgram(folders, { port, uiDir, args = [] } = {}) {
  const child = spawn(
    program,
    ["serve", ...args, ...(port ? ["--port", String(port)] : []), ...(uiDir ? ["--ui-dir", uiDir] : [])],
    {
      cwd: folders.models,
      env: { ...process.env, XDG_STATE_HOME: folders.state, XDG_CACHE_HOME: folders.cache },
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
