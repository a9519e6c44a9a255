// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A model as the server reads it, made of its text alone: enough of the language for tests of the
// page. The real server has the real reader; nothing here is meant to be right about physics.

import { LineCounter, parseDocument, stringify } from "yaml";

const kKinds = {
  RigidBody: "body",
  PointMass: "body",
  Revolute: "joint",
  Prismatic: "joint",
  Spherical: "joint",
  Frame: "frame",
  Relative: "frame",
  Force: "force",
  Spring: "force",
  SpringDamper: "force",
  PID: "signal",
  Hold: "signal",
  Equations: "signal",
  Limiter: "signal",
  RateLimiter: "signal",
  Imu: "sensor",
  KalmanFilter: "filter",
};

const kOutputs = {
  joint: [
    ["angle", [], "rad", true],
    ["rate", [], "rad/s", false],
    ["reaction.force", ["x", "y", "z"], "N", false],
  ],
  body: [["position", ["x", "y", "z"], "m", true]],
  signal: [["output", [], "", true]],
};

/** Scalars as they are written, lists and maps of them. */
function written(node, text) {
  if (!node) return null;
  if (node.items === undefined) return node.range ? text.slice(node.range[0], node.range[1]).replace(/^"(.*)"$/s, "$1") : null;
  if (node.items.length === 0 || node.items[0].key === undefined) {
    return node.items.map((item) => (item.key === undefined ? written(item, text) : null));
  }
  return Object.fromEntries(node.items.map(({ key, value }) => [key.value, written(value, text)]));
}

export function readModel(text) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const position = (offset) => {
    const { line, col } = lines.linePos(offset);
    return [line, col];
  };
  const rangeOf = (from, to) => {
    const [line, column] = position(from);
    const [endLine, endColumn] = position(to);
    return { line, column, endLine, endColumn };
  };
  const findings = document.errors.map((e) => ({
    severity: "error",
    message: e.message.split("\n")[0],
    range: rangeOf(e.pos[0], Math.max(e.pos[0] + 1, e.pos[1])),
  }));
  if (findings.length > 0) return { parsed: false, findings };

  const root = document.contents;
  const map = (node) => node?.items ?? [];
  const makePart = (pair, prefix, path) => {
    const name = pair.key.value;
    const id = prefix ? `${prefix}.${name}` : name;
    const { type = "", parts, repeat, ...values } = written(pair.value, text) ?? {};
    const inner = parts && pair.value.get("parts");
    return {
      name,
      id,
      path: `${path}.${name}`,
      type,
      kind: inner ? "composite" : (kKinds[type] ?? "other"),
      ...(repeat ? { count: Number(repeat) } : {}),
      range: rangeOf(pair.key.range[0], pair.value.range[1]),
      values,
      info: {},
      frames: [],
      ...(inner ? { parts: map(inner).map((p) => makePart(p, id, `${path}.${name}.parts`)) } : {}),
    };
  };
  const parts = map(root.get("parts")).map((pair) => makePart(pair, "", "parts"));
  const all = [];
  const collect = (list) => list.forEach((p) => (all.push(p), collect(p.parts ?? [])));
  collect(parts);

  const names = new Set(all.map((p) => p.id));
  const links = [];
  for (const part of all) {
    const local = (name) => {
      const scope = part.id.includes(".") ? `${part.id.slice(0, part.id.lastIndexOf("."))}.` : "";
      const first = name.split(/[.[]/)[0];
      return names.has(scope + first) ? scope + first : names.has(first) ? first : null;
    };
    const visit = (value, path) => {
      if (Array.isArray(value)) value.forEach((v, k) => visit(v, `${path}[${k}]`));
      else if (value && typeof value === "object") {
        for (const [key, v] of Object.entries(value)) visit(v, `${path}.${key}`);
      } else if (typeof value === "string") {
        const isFrame = /\.(between\[\d\]|on|of|look_at)$/.test(path);
        for (const [name] of value.matchAll(/[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/g)) {
          const to = name === "world" && isFrame ? "world" : local(name);
          if (!to || to === part.id) continue;
          const label = name.split(".").slice(1).join(".") || undefined;
          const kind = !isFrame ? "signal" : part.kind === "joint" ? "joint" : part.kind === "force" ? "force" : part.kind === "frame" ? "relative" : "frame";
          links.push(
            kind === "signal"
              ? { id: `${path}:${name}`, kind, from: { part: to, label }, to: { part: part.id }, path }
              : { id: path, kind, from: { part: part.id }, to: { part: to, label }, path },
          );
        }
      }
    };
    visit(part.values, part.path);
    for (const end of Array.isArray(part.values.between) ? part.values.between : []) {
      const first = String(end).split(/[.[]/)[0];
      if (first !== "world" && !local(first)) {
        const at = text.indexOf(end, text.indexOf(part.name));
        findings.push({
          severity: "error",
          message: `'${end}' is not a frame`,
          suggestion: "write world, or the name of a body or of one of its frames",
          range: rangeOf(at, at + end.length),
          path: `${part.path}.between`,
          part: part.id,
        });
      }
    }
  }
  const outputs = all.flatMap((p) =>
    (kOutputs[p.kind] ?? []).map(([name, components, unit, isMain]) => ({
      name: `${p.id}.${name}`,
      components,
      unit,
      description: `${name} of ${p.id}`,
      part: p.id,
      isMain,
    })),
  );
  const tunable = new Set(written(root.get("tunable"), text) ?? []);
  const parameters = map(root.get("parameters")).map((pair) => {
    const value = written(pair.value, text);
    const [, number, unit = ""] = /^([-\d.e+]+)\s*(\S.*)?$/.exec(value) ?? [];
    return {
      name: pair.key.value,
      path: `parameters.${pair.key.value}`,
      text: value,
      range: rangeOf(pair.key.range[0], pair.value.range[1]),
      ...(number ? { value: Number(number), unit } : {}),
      tunable: tunable.has(pair.key.value),
    };
  });
  const settings = Object.fromEntries(
    map(root)
      .filter((p) => !["parts", "parameters", "layout"].includes(p.key.value))
      .map((p) => [p.key.value, written(p.value, text)]),
  );
  const layout = Object.fromEntries(
    Object.entries(written(root.get("layout"), text) ?? {}).map(([k, [x, y]]) => [k, { x: Number(x), y: Number(y) }]),
  );
  return {
    parsed: true,
    title: root.get("title") ?? "",
    parameters,
    parts,
    links,
    layout,
    findings,
    outputs,
    tunables: parameters.filter((p) => p.tunable).map((p) => ({ name: p.name, value: p.value ?? 0, unit: p.unit ?? "" })),
    inputs: Object.keys(settings.drive ?? {}).map((name) => ({ name, unit: "" })),
    settings,
  };
}

const stepsOf = (path) => (path.match(/[^.[\]]+/g) ?? []).map((s) => (/^\d+$/.test(s) ? Number(s) : s));

/** The text after edits. */
export function editText(text, edits) {
  const document = parseDocument(text, { keepSourceTokens: true });
  const valueOf = (value) => parseDocument(value).contents;
  for (const edit of edits) {
    if (edit.set !== undefined) {
      const direct = /^(parts|parameters|simulate|title|plots|outputs|tunable)\b/.test(edit.set);
      const path = direct ? edit.set : document.hasIn(["parameters", edit.set]) ? `parameters.${edit.set}` : `parts.${edit.set}`;
      document.setIn(stepsOf(path), valueOf(edit.value));
    } else if (edit.remove !== undefined) document.deleteIn(stepsOf(edit.remove));
    else if (edit.append !== undefined) document.addIn(stepsOf(edit.append), valueOf(edit.value));
    else if (edit.addPart !== undefined) document.setIn(["parts", edit.addPart], document.createNode({ type: edit.type, ...edit.values }, { flow: true }));
    else if (edit.rename !== undefined) {
      const steps = stepsOf(edit.rename);
      const from = steps[steps.length - 1];
      return document.toString({ lineWidth: 0 }).replace(new RegExp(`(?<![\\w.])${from}(?!\\w)`, "g"), edit.to);
    } else if (edit.duplicate !== undefined) {
      document.setIn(["parts", edit.to], document.getIn(stepsOf(edit.duplicate), true).clone());
    } else if (edit.layout !== undefined) {
      for (const [part, at] of Object.entries(edit.layout)) {
        if (at === null) document.deleteIn(["layout", part]);
        else document.setIn(["layout", part], document.createNode([at.x, at.y], { flow: true }));
      }
    } else throw Object.assign(new Error("this edit is not made here"), { kind: "request" });
  }
  return document.toString({ lineWidth: 0 });
}

export const newText = (title) =>
  `holon: 1\ntitle: ${title}\nparts: {}\n${stringify({ simulate: { until: "6 s" } })}`;
