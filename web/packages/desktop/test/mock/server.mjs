// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// node server.mjs PORT DIST [MODELS…]: the protocol of docs/design/desktop.md over made-up physics, for
// tests of what a real server does rarely: being lost, being slow, runs that fail.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import path from "node:path";
import { WebSocketServer } from "ws";
import { editText, newText, readModel } from "./model.mjs";

const kTypes = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const kPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; base-uri 'none'; form-action 'none'";
const kToken = "mock";
const kRows = 600;

const refuse = (kind, message, hint) => Object.assign(new Error(message), { kind, hint });

export function serveMock({ port = 0, dist, examples = [], catalogue }) {
  let state = null;
  let opened = null;
  let history = [];
  let future = [];
  const runs = [];
  const clients = new Set();

  const http = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const send = (status, body = "", type = "text/plain", more = {}) => {
      response.writeHead(status, { "Content-Type": type, "Content-Security-Policy": kPolicy, "Cache-Control": "no-cache", ...more });
      response.end(body);
    };
    if (request.method === "POST" && url.pathname === "/session") {
      let body = "";
      request.on("data", (d) => (body += d));
      request.on("end", () => {
        if (JSON.parse(body).token !== kToken) return send(403);
        send(204, "", "text/plain", { "Set-Cookie": "holon=1; HttpOnly; SameSite=Strict" });
      });
      return;
    }
    if (!/holon=1/.test(request.headers.cookie ?? "") && url.pathname.startsWith("/images/")) return send(403);
    if (url.pathname.startsWith("/images/")) {
      return send(200, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 120"><path d="M20 100H180M100 100L60 40L130 20" fill="none" stroke="#0072b2" stroke-width="6"/></svg>`, kTypes[".svg"]);
    }
    const file = path.join(dist, url.pathname === "/" ? "index.html" : path.normalize(url.pathname));
    try {
      // Tests of one file share a port, and the browser keeps what it has compiled.
      const kept = url.pathname === "/" ? {} : { "Cache-Control": "max-age=3600" };
      send(200, readFileSync(file), kTypes[path.extname(file)] ?? "application/octet-stream", kept);
    } catch {
      send(404);
    }
  });

  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) => {
    if (!/holon=1/.test(request.headers.cookie ?? "")) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (client) => {
      clients.add(client);
      client.follows = [];
      client.on("close", () => clients.delete(client));
      client.on("message", (data) => answer(client, JSON.parse(String(data))));
    });
  });
  const tell = (message) => clients.forEach((c) => c.send(JSON.stringify(message)));

  const enter = (text, path_, readOnly) => {
    const model = readModel(text);
    opened = text;
    history = [];
    future = [];
    state = { revision: (state?.revision ?? 0) + 1, path: path_, readOnly, text, info: {}, frames: {}, ...model, canUndo: false, canRedo: false, changedOnDisk: false };
    state.checked = state.revision;
    return state;
  };
  const change = (text, label, cause) => {
    const model = readModel(text);
    const rest = model.parsed ? model : { ...model, parts: state.parts, links: state.links };
    state = { ...state, ...rest, revision: state.revision + 1, text, canUndo: history.length > 0, canRedo: future.length > 0, undoLabel: history.at(-1)?.label };
    const { text: t, parts, links, outputs, findings, ...light } = state;
    tell({ event: "model", revision: state.revision, cause, label, text: t, state: light, parts, removed: [], order: parts.map((p) => p.name) });
    state.checked = state.revision;
    tell({ event: "checked", checked: state.revision, findings, links, outputs, parameters: state.parameters, tunables: state.tunables, inputs: state.inputs });
    return { revision: state.revision };
  };
  const mayEdit = (revision) => {
    if (!state) throw refuse("missing", "no model is open");
    if (state.readOnly) throw refuse("forbidden", "an example is read-only", "Save a copy.");
    if (state.changedOnDisk) throw refuse("changed-on-disk", "the file was changed elsewhere");
    if (revision !== undefined && revision !== state.revision) throw refuse("stale", "the text has changed meanwhile");
  };

  const frame = (header, columns) => {
    let text = JSON.stringify(header);
    while ((4 + Buffer.byteLength(text)) % 8) text += " ";
    const head = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    return Buffer.concat([length, head, ...columns.map((c) => Buffer.from(Float64Array.from(c).buffer))]);
  };
  const valueOf = (name, t) => (name.endsWith(".qw") || /\.w$/.test(name) ? 1 : 0.35 * Math.sin(3 * t + name.length) * Math.exp(-0.1 * t));
  const rowsOf = (run, signals, first, last) => {
    const times = Array.from({ length: last - first }, (_, k) => ((first + k) * run.until) / kRows);
    return [times, ...signals.map((s) => times.map((t) => valueOf(s, t)))];
  };
  const feed = (client, follow) => {
    const run = runs.find((r) => r.run === follow.run);
    if (!run || follow.sent >= run.rows) return;
    const { signals, stream } = follow;
    client.send(frame({ type: "rows", run: run.run, stream, first: follow.sent, last: run.rows, total: run.rows, form: "exact", signals, count: run.rows - follow.sent, bits: 64 }, rowsOf(run, signals, follow.sent, run.rows)));
    follow.sent = run.rows;
  };
  const infoOf = ({ rows, timer, ...run }) => ({
    ...run,
    streams: ["rows", "curves"].map((name) => ({
      name,
      rows,
      columns: [{ name: "time", unit: "s" }, ...state.outputs.flatMap((o) => (o.components.length ? o.components.map((c) => ({ name: `${o.name}.${c}`, unit: o.unit })) : [{ name: o.name, unit: o.unit }]))],
    })),
  });
  const step = (run) => {
    if (run.state === "paused") return;
    run.state = "running";
    run.rows = Math.min(kRows + 1, run.rows + 40);
    run.time = ((run.rows - 1) * run.until) / kRows;
    run.steps = 3 * run.rows;
    for (const client of clients) client.follows.forEach((f) => feed(client, f));
    const fails = /FAIL/.test(state.text) && run.time > 0.5 * run.until;
    if (fails) {
      run.state = "failed";
      run.failure = { message: "the step size has reached its minimum", time: run.time, step: 1e-14, state: "pin.angle", cause: "stiffness", advice: "try simulate.method: radau5" };
    } else if (run.rows > kRows) run.state = "done";
    if (run.state !== "running") clearInterval(run.timer);
    tell({ event: "run", info: infoOf(run) });
  };
  const runOf = (id) => {
    const run = runs.find((r) => r.run === id);
    if (!run) throw refuse("missing", `there is no run ${id}`);
    return run;
  };

  const methods = {
    hello: () => ({ version: 1, program: "Holon (mock)", folder: "/models", model: state?.path ?? null, user: "you", largestMessage: 8e6, capabilities: [] }),
    ping: () => ({}),
    gallery: () => ({
      folder: "models",
      examples: examples.map(({ name, text }) => ({ name, title: readModel(text).title, line: /^# (?!SPDX)(.*)$/m.exec(text)?.[1] ?? "", image: `/images/example/${name}.svg`, topics: ["mechanics"] })),
      templates: [{ name: "empty", title: "Empty model", line: "Nothing but a title", topics: [] }],
      recent: [],
      files: [],
    }),
    "model.open": ({ example, template, as, path: file }) => {
      if (template) return enter(newText("New model"), as, false);
      const found = examples.find((e) => e.name === (example ?? file));
      if (!found) throw refuse("missing", `there is no model ${example ?? file}`);
      return enter(found.text, as ?? `examples:${example}`, !as);
    },
    "model.state": () => state,
    "model.edit": ({ revision, edits, label }, id) => {
      mayEdit(edits.every((e) => e.layout) ? undefined : revision);
      const text = editText(state.text, edits);
      history.push({ text: state.text, label });
      future = [];
      return change(text, label, id);
    },
    "model.text": ({ revision, text, label }, id) => {
      mayEdit(revision);
      history.push({ text: state.text, label });
      future = [];
      return change(text, label, id);
    },
    "model.undo": (_, id) => {
      const last = history.pop();
      if (!last) throw refuse("refused", "there is nothing to undo");
      future.push({ text: state.text, label: last.label });
      return change(last.text, "Undo", id);
    },
    "model.redo": (_, id) => {
      const next = future.pop();
      if (!next) throw refuse("refused", "there is nothing to redo");
      history.push({ text: state.text, label: next.label });
      return change(next.text, "Redo", id);
    },
    "model.saveAs": ({ path: file }) => {
      state = { ...state, path: file, readOnly: false };
      return state;
    },
    "model.resolve": ({ choice }, id) => {
      const { diskText } = state;
      state.changedOnDisk = false;
      return change(choice === "take" && diskText ? diskText : state.text, "From disk", id);
    },
    catalogue: () => catalogue,
    "formula.check": ({ text }) => {
      const wrong = /\bangl\b/.exec(text);
      if (wrong) return { unit: "N m", errors: [{ offset: wrong.index, length: 4, message: "part 'pin' has no output 'angl'", suggestion: "did you mean 'angle'?", severity: "error" }] };
      const [, number, unit] = /^\s*([-\d.e+]+)\s*(\S*)/.exec(text) ?? [];
      const factor = { g: 1e-3, t: 1e3, mm: 1e-3, deg: Math.PI / 180 }[unit] ?? 1;
      return { mathml: `<math><mi>${text.replace(/[<&]/g, "")}</mi></math>`, value: number ? Number(number) * factor : undefined, unit: "kg", units: ["kg", "g", "t"], varies: "constant", errors: [] };
    },
    complete: ({ text, offset }) => {
      const word = /[\w.]*$/.exec(text.slice(0, offset ?? 0))[0];
      if (!word) return { from: offset ?? 0, to: offset ?? 0, items: [] };
      const items = state.outputs.filter((o) => o.name.startsWith(word) && o.name !== word).map((o) => ({ insert: o.name, label: o.name, kind: "output", detail: o.unit }));
      return { from: offset - word.length, to: offset, items };
    },
    "links.legal": ({ part }) => ({
      targets: state.parts.flatMap((p) =>
        p.kind === "joint"
          ? [0, 1].map((k) => ({ part: p.id, path: `${p.path}.between[${k}]`, label: `between[${k}]`, legal: true, kind: "joint", edits: [{ set: `${p.path}.between[${k}]`, value: part }] }))
          : [{ part: p.id, path: `${p.path}.mass`, label: "mass", legal: false, reason: `mass needs a number, ${part} is a frame` }],
      ),
    }),
    scene: () => ({ scene: null, columns: [], start: [], notes: [] }),
    equations: () => ({ sheets: [{ title: "Equation of motion", mathml: "<math><mi>J</mi><mover><mi>φ</mi><mo>¨</mo></mover><mo>=</mo><mo>-</mo><mi>m</mi><mi>g</mi><mi>l</mi><mi>sin</mi><mi>φ</mi></math>", legend: [["<math><mi>J</mi></math>", "moment of inertia"]] }], note: "" }),
    bonds: () => ({}),
    linearize: () => ({ states: ["pin.angle", "pin.rate"], inputs: [], outputs: [], A: [[0, 1], [-9.8, -0.1]], B: [], C: [], D: [], poles: [{ real: -0.05, imaginary: 3.13, frequency: 0.498, damping: 0.016 }, { real: -0.05, imaginary: -3.13, frequency: 0.498, damping: 0.016 }], stable: true, notes: [] }),
    diff: () => ({ lines: [{ kind: "same", text: opened.split("\n")[0] }], parts: [] }),
    "run.start": ({ set = {}, until, realtime = false, speed }) => {
      const run = { run: `r${runs.length + 1}`, number: runs.length + 1, model: state.path, title: state.title, state: "starting", time: 0, until: Number.parseFloat(until ?? state.settings.simulate?.until ?? "6"), wallSeconds: 0.1, steps: 0, realtime, speed, settings: set, notes: [], begun: runs.length, digest: "", rows: 1 };
      run.timer = setInterval(() => step(run), 40);
      runs.push(run);
      tell({ event: "run", info: infoOf(run) });
      return { run: run.run };
    },
    "run.pause": ({ run: id }) => infoOf(Object.assign(runOf(id), { state: "paused" })),
    "run.resume": ({ run: id }) => infoOf(Object.assign(runOf(id), { state: "running" })),
    "run.stop": ({ run: id }) => {
      const run = runOf(id);
      clearInterval(run.timer);
      return infoOf(Object.assign(run, { state: "interrupted" }));
    },
    "run.speed": ({ run: id, speed }) => infoOf(Object.assign(runOf(id), { speed })),
    "run.set": ({ run: id }) => ({ time: runOf(id).time }),
    "run.input": ({ run: id }) => ({ time: runOf(id).time }),
    "run.follow": ({ run, stream, signals, first }, _, client) => {
      client.follows = client.follows.filter((f) => f.run !== run || f.stream !== stream);
      const follow = { run, stream, signals, sent: first };
      client.follows.push(follow);
      setTimeout(() => feed(client, follow));
      return {};
    },
    "run.unfollow": ({ run }, _, client) => {
      client.follows = client.follows.filter((f) => f.run !== run);
      return {};
    },
    "run.values": ({ time }) => ({ time, values: Object.fromEntries(state.outputs.map((o) => [o.name, valueOf(o.name, time)])) }),
    "runs.list": () => ({ runs: runs.map(infoOf) }),
    "run.remove": ({ run: id }) => {
      runs.splice(runs.indexOf(runOf(id)), 1);
      tell({ event: "runs" });
      return {};
    },
    compare: () => ({ agree: true, rows: [], notes: [] }),
  };

  const answer = (client, { id, method, params }) => {
    try {
      if (method === "run.rows") {
        const run = runOf(params.run);
        const { signals, stream } = params;
        const header = { type: "rows", id, run: run.run, stream, first: 0, last: run.rows, total: run.rows, form: "exact", signals, count: run.rows, bits: 64 };
        return client.send(frame(header, rowsOf(run, signals, 0, run.rows)));
      }
      if (!methods[method]) throw refuse("request", `there is no method ${method}`);
      const result = methods[method](params, id, client);
      client.send(JSON.stringify({ id, result }));
    } catch (error) {
      client.send(JSON.stringify({ id, error: { kind: error.kind ?? "failed", message: error.message, hint: error.hint } }));
    }
  };

  return new Promise((resolve) => {
    http.listen(port, "127.0.0.1", () => {
      const at = http.address().port;
      resolve({
        url: `http://127.0.0.1:${at}/#token=${kToken}`,
        port: at,
        state: () => state,
        /** Another program writes the file. */
        writeElsewhere: (text) => {
          state.changedOnDisk = true;
          state.diskText = text;
          tell({ event: "disk", changedOnDisk: true, text });
        },
        /** The process is gone; a new one may listen at the same port. */
        close: () =>
          new Promise((done) => {
            runs.forEach((r) => clearInterval(r.timer));
            clients.forEach((c) => c.terminate());
            http.close(done);
            http.closeAllConnections();
          }),
      });
    });
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [port, dist, catalogueFile, ...files] = process.argv.slice(2);
  const examples = files.map((f) => ({ name: path.basename(f, ".yaml"), text: readFileSync(f, "utf8") }));
  const catalogue = JSON.parse(readFileSync(catalogueFile, "utf8"));
  const server = await serveMock({ port: Number(port), dist, examples, catalogue });
  console.log(server.url);
}
