// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What reports contain, read without a browser: whether all that they refer to is there, and which of
// them show every kind of content.

import assert from "node:assert/strict";
import { readReport } from "./browser.mjs";

/** Values of these keys are kinds of content. */
const kKinds = new Set(["kind", "symbol", "mark", "along", "about", "elements", "state", "type", "encoding"]);
/** Texts and numbers of the model, and keys that are names. */
const kOpaque = new Set(["payload", "text", "mathml", "provenance", "statistics", "meshes"]);

/** Kinds of content of a document: paths of its keys, values that are kinds, numbers of things by their order. */
function featuresOf({ document: said, streams }) {
  const features = new Set();
  const walk = (value, at, key) => {
    if (value === null || value === undefined || value === false) return;
    if (Array.isArray(value)) {
      features.add(`${at}[${value.length > 8 ? "many" : value.length > 1 ? "some" : value.length}]`);
      for (const item of value) walk(item, at, key);
    } else if (typeof value === "object") {
      for (const [name, item] of Object.entries(value)) {
        if (kOpaque.has(name)) features.add(`${at}.${name}`);
        else walk(item, `${at}.${name}`, name);
      }
    } else {
      features.add(kKinds.has(key) ? `${at}=${value}` : at);
    }
  };
  walk(said, "", "");
  for (const [name, { columns, data }] of streams)
    features.add(`${name.replace(/\d+/g, "")} ${Math.min(data[0]?.length ?? 0, 2)} ${columns.some((c) => c.reduced) ? "reduced" : ""}`);
  features.add(`${(said.diagram?.match(/<svg/g) ?? []).length} drawings`);
  return features;
}

/** Of these files those, richest first, that have a kind of content which none before them has. */
export function chooseVaried(files) {
  const known = new Set();
  return files
    .map((file) => ({ file, features: featuresOf(readReport(file)) }))
    .sort((a, b) => b.features.size - a.features.size)
    .filter(({ features }) => {
      const before = known.size;
      for (const feature of features) known.add(feature);
      return known.size > before;
    })
    .map(({ file }) => file);
}

/** Quaternions are written as 32-bit numbers. */
const kUnitTolerance = 1e-5;

/** Streams, columns, bodies that the document names are there; rows are whole, times do not decrease. */
export function checkReferences({ html, document: said, streams }) {
  assert.ok(said?.title);
  assert.doesNotMatch(html, /<(script|link|img)[^>]+(src|href)="https?:/);
  for (const [name, { columns, data }] of streams) {
    for (const column of data) assert.equal(column.length, data[0].length, `rows of ${name}`);
    if (columns[0].name !== "time") continue;
    data[0].forEach((time, k) => assert.ok(k === 0 || time >= data[0][k - 1], `times of ${name}`));
  }
  const isColumn = (stream, index, what) =>
    assert.ok(streams.get(stream)?.columns[index], `${what}: no column ${index} of ${stream}`);
  for (const { title, curves } of said.plots ?? [])
    for (const { stream, x, y, lower, rejected } of curves)
      for (const index of [x ?? 0, y, lower, rejected]) if (index !== undefined) isColumn(stream, index, title);
  const { scene } = said;
  if (!scene) return;
  const isBody = (body, what) => assert.ok(body >= -1 && body < scene.bodies.length, `${what}: no body ${body}`);
  const rows = streams.get(scene.stream)?.data[0].length ?? 0;
  for (const { name, pose } of scene.bodies) {
    for (let k = 0; k < 7; ++k) isColumn(scene.stream, pose + k, name);
    const { data } = streams.get(scene.stream);
    for (let row = 0; row < rows; ++row) {
      const length = Math.hypot(...[3, 4, 5, 6].map((k) => data[pose + k][row]));
      assert.ok(Math.abs(length - 1) < kUnitTolerance, `orientation of ${name}`);
    }
  }
  for (const { name, body, parent } of scene.joints ?? []) for (const b of [body, parent ?? -1]) isBody(b, name);
  for (const { name, from, to } of scene.links ?? []) for (const { body } of [from, to]) isBody(body, name);
  for (const { name, stream, columns, at, contact } of scene.arrows ?? []) {
    for (const index of columns) isColumn(stream, index, name);
    isBody(at.body, name);
    assert.ok(contact === undefined || scene.contacts[contact], `${name}: no contact ${contact}`);
  }
  for (const { name, stream, point, direction, pitch } of scene.axes ?? [])
    for (const index of [...point, ...direction, pitch]) isColumn(stream, index, name);
}
