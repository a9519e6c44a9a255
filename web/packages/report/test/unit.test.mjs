// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { streamMessages } from "./sample_page.mjs";
import {
  Clock,
  Curve,
  HeightField,
  Insides,
  Pyramid,
  Table,
  Vector3,
  axisLabel,
  decimalsOf,
  decodeRows,
  errorColor,
  scaleTicks,
  shareOf,
  factorOf,
  helixPoints,
  formatFixed,
  formatLogTick,
  formatNumber,
  formatTicks,
  interpolate,
  kCurves,
  locate,
  logTicks,
  mapStatistics,
  niceBelow,
  plainNumber,
  slerp,
  spectrumOf,
  statisticsOf,
  tickExponent,
  tickUnit,
  transform,
  transformAny,
  typesetText,
  usualSpeed,
} from "./out/modules.mjs";

/** A few roundings of numbers of size 1. */
const kRounding = 8 * Number.EPSILON;

function random(seed) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

async function tableOf(columns, options) {
  const [head, ...rest] = streamMessages("s", columns, options);
  const table = new Table(head);
  for (const message of rest) {
    if (message.type === "rows") table.append(await decodeRows(message, table.columns));
  }
  return table;
}

for (const encoding of ["columns-shuffled-deflate", "columns"]) {
  test(`rows encoded as ${encoding} come back bit by bit, however they are cut`, async () => {
    const n = 1001;
    const time = Array.from({ length: n }, (_, k) => k / 7);
    const value = time.map((t) => (t === 0 ? NaN : Math.sin(t) * 1e-30));
    const table = await tableOf(
      [
        ["time", "s", 64, time],
        ["v", "m", 32, value],
      ],
      { chunk: 300, encoding },
    );
    assert.equal(table.rows, n);
    for (let k = 0; k < n; ++k) {
      assert.equal(table.times[k], time[k]);
      assert.ok(Object.is(table.column(1)[k], Math.fround(value[k])));
    }
  });
}

test("rows shorter than announced are an error that names the stream", async () => {
  const [head, rows] = streamMessages("poses", [["time", "s", 64, [0, 1, 2]]]);
  await assert.rejects(
    decodeRows({ ...rows, count: 4 }, head.columns),
    /stream poses: 24 bytes .* 32/,
  );
});

test("of rows of the same time the last counts, between rows the way goes linearly", () => {
  const times = Float64Array.from([0, 1, 1, 1, 3]);
  assert.deepEqual(locate(times, 5, 1), { row: 3, fraction: 0 });
  assert.deepEqual(locate(times, 5, 2.5), { row: 3, fraction: 0.75 });
  assert.deepEqual(locate(times, 5, -1), { row: 0, fraction: 0 });
  assert.deepEqual(locate(times, 5, 9), { row: 4, fraction: 0 });
  assert.equal(interpolate(Float64Array.from([0, 1, 2, 10, 20]), locate(times, 5, 2.5)), 17.5);
});

test("half of a quarter turn is an eighth turn, also between q and -q", () => {
  const a = [1, 0, 0, 0];
  const quarter = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const eighth = [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)];
  for (const sign of [1, -1]) {
    const out = new Float64Array(4);
    slerp(
      a,
      quarter.map((x) => sign * x),
      0.5,
      out,
    );
    out.forEach((x, k) => assert.ok(Math.abs(x - eighth[k]) < kRounding));
  }
});

test("the extent of any range of rows is that of its numbers, gaps left out", () => {
  const next = random(7);
  const column = Float64Array.from({ length: 5000 }, () => (next() < 0.02 ? NaN : next() - 0.5));
  const pyramid = new Pyramid();
  pyramid.update(column, 1234);
  pyramid.update(column, 5000);
  for (let trial = 0; trial < 300; ++trial) {
    const [from, to] = [next(), next()].map((x) => Math.floor(5001 * x)).sort((a, b) => a - b);
    const there = [...column.slice(from, to)].filter((x) => !Number.isNaN(x));
    assert.deepEqual(pyramid.extent(from, to), {
      min: Math.min(Infinity, ...there),
      max: Math.max(-Infinity, ...there),
    });
  }
});

test("a thinned curve keeps its ends, its only spike and its gap, in order of time", async () => {
  const n = 200_000;
  const time = Array.from({ length: n }, (_, k) => k);
  const value = time.map((k) =>
    k === 123_457 ? 50 : k >= 40_000 && k < 60_000 ? NaN : Math.sin(k),
  );
  const table = await tableOf([
    ["time", "s", 64, time],
    ["v", "", 64, value],
  ]);
  const curve = new Curve(
    { label: "v", stream: "s", x: 0, y: 1, scale: -2, offset: 1 },
    table,
    true,
    0,
  );
  const line = curve.thinnedOverTime({ min: 0, max: n - 1 }, 800);
  assert.ok(line.length / 2 <= 4 * 801);
  const xs = line.filter((_, k) => k % 2 === 0);
  const ys = line.filter((_, k) => k % 2 === 1);
  for (let k = 1; k < xs.length; ++k) assert.ok(xs[k] >= xs[k - 1]);
  assert.equal(xs[0], 0);
  assert.equal(xs.at(-1), n - 1);
  assert.equal(Math.min(...ys.filter((y) => !Number.isNaN(y))), -2 * 50 + 1);
  assert.ok(ys.some(Number.isNaN));
  const inGap = xs.filter((x, k) => x > 40_500 && x < 59_500 && !Number.isNaN(ys[k]));
  assert.equal(inGap.length, 0);
});

test("a few rows are drawn as they are", async () => {
  const table = await tableOf([
    ["time", "s", 64, [0, 1, 2]],
    ["v", "", 64, [3, 4, 5]],
  ]);
  const curve = new Curve({ label: "v", stream: "s", x: 0, y: 1 }, table, true, 0);
  assert.deepEqual(curve.thinnedOverTime({ min: 0, max: 2 }, 800), [0, 3, 1, 4, 2, 5]);
});

test("points stand where a value changes, and rejected ones where another column is 0", async () => {
  const table = new Table({
    type: "stream",
    stream: "s",
    columns: ["time", "y", "accepted"].map((name) => ({ name, unit: "", bits: 64 })),
  });
  // Held between ticks at 1, 2 and 4; that at 2 was rejected. Nothing was measured before 1.
  table.append([
    Float64Array.of(0, 1, 1.5, 2, 3, 4, 5),
    Float64Array.of(0, 0.2, 0.2, 7, 7, -0.1, -0.1),
    Float64Array.of(0, 1, 1, 0, 0, 1, 1),
  ]);
  const spec = { label: "y", stream: "s", x: 0, y: 1, mark: "dot", changes: true };
  const whole = { min: 0, max: 5 };
  assert.deepEqual(new Curve(spec, table, true, 0).points(whole), [1, 0.2, 2, 7, 4, -0.1]);
  const rejected = new Curve({ ...spec, mark: "cross", rejected: 2 }, table, true, 1);
  assert.deepEqual(rejected.points(whole), [2, 7]);
});

test("points of a filter stand where it receives a measurement that it does not drop", async () => {
  const table = new Table({
    type: "stream",
    stream: "s",
    columns: ["time", "y", "accepted", "received", "dropped"].map((name) => ({ name, unit: "", bits: 64 })),
  });
  // Two equal ones at 1 and 2, one that was dropped at 3, one that was rejected at 4.
  table.append([
    Float64Array.of(0, 1, 2, 3, 4, 5),
    Float64Array.of(0, 0.2, 0.2, 0.2, 0.2, 0.2),
    Float64Array.of(0, 1, 1, 0, 0, 0),
    Float64Array.of(0, 1, 2, 3, 4, 4),
    Float64Array.of(0, 0, 0, 1, 1, 1),
  ]);
  const spec = { label: "y", stream: "s", x: 0, y: 1, mark: "dot", changes: true, received: 3, dropped: 4 };
  const whole = { min: 0, max: 5 };
  assert.deepEqual(new Curve(spec, table, true, 0).points(whole), [1, 0.2, 2, 0.2, 4, 0.2]);
  const rejected = new Curve({ ...spec, mark: "cross", rejected: 2 }, table, true, 1);
  assert.deepEqual(rejected.points(whole), [4, 0.2]);
});

test("a band reaches from its lower to its upper edge, also by powers of ten", async () => {
  const table = new Table({
    type: "stream",
    stream: "s",
    columns: ["time", "low", "high"].map((name) => ({ name, unit: "", bits: 64 })),
  });
  table.append([Float64Array.of(0, 1), Float64Array.of(0, 0.01), Float64Array.of(1, 100)]);
  const spec = { label: "band", stream: "s", x: 0, y: 2, lower: 1 };
  const linear = new Curve(spec, table, true, 0);
  assert.deepEqual(linear.yExtent(null), { min: 0, max: 100 });
  assert.equal(linear.at(0.5), null);
  const [upper, lower] = linear.edges({ min: 0, max: 1 }, 100);
  assert.deepEqual(upper, [0, 1, 1, 100]);
  assert.deepEqual(lower, [0, 0, 1, 0.01]);
  const powers = new Curve(spec, table, true, 0, false, true);
  const extent = powers.yExtent(null);
  assert.ok(Math.abs(extent.min + 2) < kRounding && Math.abs(extent.max - 2) < kRounding);
  const [, below] = powers.edges({ min: 0, max: 1 }, 100);
  assert.ok(Number.isNaN(below[1]), "0 has no logarithm");
  assert.ok(Math.abs(powers.valueAt(2) - 100) < 1e-12);
});

test("the factor of a covariance maps the unit sphere to its ellipsoid", () => {
  const p = [4, 2, 0.6, 5, 1.2, 3];
  const [a, b, c, d, e, f, g, h, i] = factorOf(p);
  const product = [
    a * a + b * b + c * c,
    a * d + b * e + c * f,
    a * g + b * h + c * i,
    d * d + e * e + f * f,
    d * g + e * h + f * i,
    g * g + h * h + i * i,
  ];
  product.forEach((value, k) => assert.ok(Math.abs(value - p[k]) < 1e-14));
  assert.equal(factorOf([1, 2, 0, 1, 0, 1]), null);
  assert.equal(factorOf([0, 0, 0, 0, 0, 0]), null);
});

test("the helix of an axis has its pitch and its hand", () => {
  const [half, radius, pieces] = [1, 0.05, 96];
  const check = (pitch, turns) => {
    const points = helixPoints(pitch, radius, half, pieces);
    assert.equal(points.length, pieces + 1);
    const [first, last] = [points[0], points[pieces]];
    assert.ok(Math.abs(last[2] - first[2] - 2 * Math.PI * pitch * turns) < 1e-12);
    for (const [x, y, z] of points) {
      assert.ok(Math.abs(Math.hypot(x, y) - radius) < 1e-15);
      assert.ok(Math.abs(z) < half);
    }
    // A step about z, counter-clockwise, goes up for a right-handed helix.
    const [a, b] = [points[48], points[49]];
    assert.equal(Math.sign((a[0] * b[1] - a[1] * b[0]) * (b[2] - a[2])), Math.sign(pitch));
  };
  check(0.02, 4);
  check(-0.1, 1.2 / (0.2 * Math.PI));
  check(2, 1.2 / (4 * Math.PI));
  const ring = helixPoints(0, radius, half, pieces);
  assert.ok(ring.every(([, , z]) => z === 0));
  assert.deepEqual(helixPoints(Infinity, radius, half, pieces), []);
});

test("a thinned path keeps the corners of its box", async () => {
  const n = 100_000;
  const angle = Array.from({ length: n }, (_, k) => (2 * Math.PI * k) / (n - 1));
  const columns = [
    ["time", "s", 64, angle],
    ["x", "m", 64, angle.map(Math.cos)],
    ["y", "m", 64, angle.map(Math.sin)],
  ];
  const table = await tableOf(columns);
  const curve = new Curve({ label: "c", stream: "s", x: 1, y: 2 }, table, false, 0);
  const line = curve.thinned(null, 400);
  assert.ok(line.length / 2 <= 400 * 7);
  const ys = line.filter((_, k) => k % 2 === 1);
  assert.equal(Math.max(...ys), Math.max(...columns[2][3]));
  assert.equal(Math.min(...ys), Math.min(...columns[2][3]));
});

test("numbers are written with a true minus, grouped, and with powers of ten", () => {
  assert.equal(formatFixed(-0.0001, 2), "0.00");
  assert.equal(formatFixed(-1.5, 1), "−1.5");
  assert.equal(formatFixed(-12345.5, 1), "−12\u2009345.5");
  assert.equal(formatNumber(1.5e-7, 3), "1.50·10⁻⁷");
  assert.equal(formatNumber(-123.456, 5), "−123.46");
  assert.equal(formatNumber(NaN), "–");
  assert.equal(formatNumber(0), "0");
});

test("ticks have the decimals that tell them apart, and a common power of ten", () => {
  assert.deepEqual(formatTicks([-0.5, 0, 0.5], 0.5), ["−0.5", "0.0", "0.5"]);
  assert.deepEqual(formatTicks([0, 0.25], 0.25), ["0.00", "0.25"]);
  assert.deepEqual(formatTicks([2e5, 4e5], 2e5, 3), ["200", "400"]);
  assert.equal(decimalsOf(20), 0);
  assert.equal(tickExponent(99999), 0);
  assert.equal(tickExponent(4e5), 3);
  assert.equal(tickExponent(2.5e-6), -6);
  assert.equal(tickExponent(0.05), 0);
  assert.equal(axisLabel("force", "N", 3), "force [kN]");
  assert.equal(axisLabel("area", "m^2", -6), "area [m²]\u2003×\u200910⁻⁶");
  assert.equal(axisLabel("ratio", ""), "ratio");
  assert.equal(axisLabel("jerk", "m/s^3"), "jerk [m/s³]");
});

test("ticks of a logarithm stand at powers of ten, and between them where there is room", () => {
  const told = (min, max) => logTicks(min, max).map(formatLogTick);
  assert.deepEqual(told(-1, 3), ["0.1", "1", "10", "100", "1000"]);
  assert.deepEqual(told(-0.4, 1), ["0.5", "1", "2", "5", "10"]);
  assert.deepEqual(told(3, 5.5), ["1000", "2000", "5000", "10\u2009000", "20\u2009000", "50\u2009000", "10⁵", "2·10⁵"]);
  assert.deepEqual(told(-6, -2.5), ["10⁻⁶", "2·10⁻⁶", "5·10⁻⁶", "10⁻⁵", "2·10⁻⁵", "5·10⁻⁵", "10⁻⁴", "2·10⁻⁴", "5·10⁻⁴", "10⁻³", "2·10⁻³"]);
  // Of many decades every second or third.
  assert.deepEqual(told(-9, 9), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1", "100", "10\u2009000", "10⁶", "10⁸"]);
});

test("a curve over a logarithm shows what the stream holds", () => {
  const table = new Table({ stream: "r", columns: [{ name: "frequency", unit: "Hz", bits: 64 }, { name: "y", unit: "", bits: 64 }] });
  table.append([Float64Array.of(0.1, 1, 10, 100), Float64Array.of(1, 2, 3, 4)]);
  assert.equal(table.isOverTime, false);
  const curve = new Curve({ label: "y", stream: "r", x: 0, y: 1 }, table, true, 0, true);
  assert.deepEqual(curve.xExtent(), { min: -1, max: 2 });
  assert.deepEqual(curve.at(10), { x: 1, y: 3 });
  // Rows in sight, and one more on either side.
  assert.deepEqual(curve.thinnedOverTime({ min: 0.5, max: 0.6 }, 400), [0, 2, 1, 3]);
});

test("units take a prefix where that is usual", () => {
  const told = (unit, exponent) => {
    const { unit: text, power } = tickUnit(unit, exponent);
    return power ? `${text} ${power}` : text;
  };
  assert.equal(told("m", -6), "µm");
  assert.equal(told("N m", 3), "kN m");
  assert.equal(told("m/s^2", -3), "mm/s²");
  assert.equal(told("Pa", 6), "MPa");
  for (const unit of ["s", "m^2", "km", "mm", "kg", "bar", "deg", "1/s"]) {
    assert.match(told(unit, 3), /×/, unit);
  }
  assert.equal(told("s", -3), "ms");
  assert.equal(told("", -6), " ×\u200910⁻⁶");
});

test("numbers in texts are printed, names and versions stay", () => {
  assert.equal(typesetText("dopri5, tolerance 1e-10"), "dopri5, tolerance 10⁻¹⁰");
  assert.equal(typesetText("B.angle = -0.48 (guess -2e-07)"), "B.angle = −0.48 (guess −2·10⁻⁷)");
  assert.equal(typesetText("9.80665 m/s^2"), "9.80665 m/s²");
  assert.equal(typesetText("1.7e+03 times real time"), "1700 times real time");
  for (const same of ["link[2].x-1", "Holon 0.2.0", "2026-01-05T12:00:00Z", "arm2-3", "1 613"])
    assert.equal(typesetText(same), same);
});

test("numbers of tables are plain", () => {
  assert.equal(plainNumber(-1.5e-8, 7), "-1.500000e-8");
  assert.equal(plainNumber(-12.5, 7), "-12.50000");
  assert.equal(plainNumber(0, 7), "0");
  assert.equal(plainNumber(NaN, 7), "");
});

test("the inside of a body is that of its solids, where they stand", () => {
  const quarterAboutX = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
  const solid = (kind, size, position, orientation = [1, 0, 0, 0]) => [
    { solids: [{ kind, size, position, orientation, color: "#fff" }] },
  ];
  const within = (bodies, ...points) =>
    points.map((p) => new Insides(bodies).contain(0, new Vector3(...p)));
  assert.deepEqual(within(solid("box", [2, 1, 1], [1, 0, 0]), [1.9, 0, 0], [-0.1, 0, 0]), [
    true,
    false,
  ]);
  // Its axis z lies along y.
  const cylinder = solid("cylinder", [0.1, 2, 0], [0, 0, 0], quarterAboutX);
  assert.deepEqual(within(cylinder, [0, 0.9, 0], [0, 0, 0.9]), [true, false]);
  const capsule = solid("capsule", [0.5, 2, 0], [0, 0, 0]);
  assert.deepEqual(within(capsule, [0, 0, 1.4], [0.4, 0, 1.4]), [true, false]);
  assert.deepEqual(within(solid("sphere", [1], [0, 0, 0]), [0.9, 0, 0], [0.9, 0.9, 0]), [
    true,
    false,
  ]);
});

test("cells of the ground are 1, 2 or 5 times a power of ten", () => {
  const cells = [0.1, 0.19, 0.2, 3, 7, 1000].map(niceBelow);
  [0.1, 0.1, 0.2, 2, 5, 1000].forEach((c, k) => assert.ok(Math.abs(cells[k] / c - 1) < kRounding));
});

test("what can be watched runs in real time, else by a round factor", () => {
  assert.equal(usualSpeed(10), 1);
  assert.equal(usualSpeed(3600), 100);
  assert.ok(Math.abs(usualSpeed(0.06) / 0.01 - 1) < kRounding);
});

test("the clock goes on with rows that come, and follows who has watched to the end", () => {
  const clock = new Clock([0, 0]);
  clock.extend([0, 4]);
  assert.equal(clock.time.value, 4);
  clock.set(1);
  clock.extend([0, 8]);
  assert.equal(clock.time.value, 1);
  assert.equal(clock.end, 8);
});

test("the clock stays within the run and steps by shares of it", () => {
  const clock = new Clock([1, 3]);
  clock.set(9);
  assert.equal(clock.time.value, 3);
  clock.set(2);
  clock.step(1, false);
  assert.ok(Math.abs(clock.time.value - 2.01) < kRounding);
  clock.step(-1, true);
  assert.ok(Math.abs(clock.time.value - 1.91) < kRounding);
  clock.changeSpeed(-1);
  assert.equal(clock.speed.value, 0.5);
  for (let k = 0; k < 9; ++k) clock.changeSpeed(1);
  assert.equal(clock.speed.value, 10);
});

/**
 * What readers who lack one kind of cone see of linear colours (Machado, Oliveira, Fernandes, A
 * physiologically-based model for simulation of color vision deficiency, 2009, severity 1).
 */
const kSights = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
];

const linear = (hex) =>
  [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
const times = (m, v) => [0, 3, 6].map((r) => m[r] * v[0] + m[r + 1] * v[1] + m[r + 2] * v[2]);

/** Ottosson's OKLab, in which distances are about as large as they look. */
function oklab(rgb) {
  const cones = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566,
      0.0883024619, 0.2817188376, 0.6299787005,
    ],
    rgb.map((c) => Math.max(0, c)),
  ).map(Math.cbrt);
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099,
      0.0259040371, 0.7827717662, -0.808675766,
    ],
    cones,
  );
}

test("curves are told apart in both themes, whatever colours a reader sees", () => {
  // The least that two colours may differ by; black and white have 1.
  const kApart = 0.08;
  const papers = { light: "#ffffff", dark: "#1a1e22" };
  const luminance = (hex) => times([0.2126, 0.7152, 0.0722, 0, 0, 0, 0, 0, 0], linear(hex))[0];
  for (const [theme, colors] of Object.entries(kCurves)) {
    for (const sight of kSights) {
      const seen = colors.map((c) => oklab(times(sight, linear(c))));
      seen.forEach((a, i) =>
        seen.slice(i + 1).forEach((b, k) => {
          const apart = Math.hypot(...a.map((x, c) => x - b[c]));
          assert.ok(apart > kApart, `${theme}: ${colors[i]} and ${colors[i + 1 + k]}: ${apart}`);
        }),
      );
    }
    for (const color of colors) {
      const [low, high] = [luminance(color), luminance(papers[theme])].sort((a, b) => a - b);
      assert.ok((high + 0.05) / (low + 0.05) >= 3, `${color} on ${papers[theme]}`);
    }
  }
});

test("mean and RMS are those of the line through rows of any distance", () => {
  // t² sampled as a line through (0, 0), (1, 1), (3, 3): mean 1.5, RMS √3.
  const times = [0, 1, 1, 3];
  const values = [0, 1, 1, 3];
  const s = statisticsOf(4, (k) => times[k], (k) => values[k]);
  assert.equal(s.min, 0);
  assert.equal(s.max, 3);
  assert.equal(s.maxAt, 3);
  assert.equal(s.final, 3);
  assert.ok(Math.abs(s.mean - 1.5) < kRounding);
  assert.ok(Math.abs(s.rms - Math.sqrt(3)) < kRounding * 4);
});

test("statistics leave out rows without a number and have none of none", () => {
  const values = [NaN, 2, 4, NaN];
  const s = statisticsOf(4, (k) => k, (k) => values[k]);
  assert.equal(s.mean, 3);
  assert.equal(s.final, 4);
  assert.equal(statisticsOf(1, () => 0, () => NaN), null);
  assert.equal(statisticsOf(1, () => 0, () => -2).rms, 2);
});

test("the transform of random numbers obeys Parseval's theorem and the definition", () => {
  const next = random(3);
  const real = Float64Array.from({ length: 64 }, () => next() - 0.5);
  const imaginary = new Float64Array(64);
  const original = [...real];
  transform(real, imaginary);
  const line = 5;
  let [re, im] = [0, 0];
  original.forEach((y, k) => {
    re += y * Math.cos((-2 * Math.PI * line * k) / 64);
    im += y * Math.sin((-2 * Math.PI * line * k) / 64);
  });
  // Some hundred roundings of numbers of size 1.
  assert.ok(Math.hypot(real[line] - re, imaginary[line] - im) < 1e-13);
  const energy = original.reduce((sum, y) => sum + y * y, 0);
  const lines = real.reduce((sum, x, k) => sum + x * x + imaginary[k] ** 2, 0) / 64;
  assert.ok(Math.abs(energy - lines) < 1e-12 * energy);
});

test("a spectrum has a sinusoid's amplitude at its frequency, and not its mean", () => {
  // Rows at uneven times, so dense that lines between them are off by less than 1e-4 (h²ω²/8).
  const next = random(7);
  const times = [0];
  while (times[times.length - 1] < 4) times.push(times[times.length - 1] + 1e-3 * (0.5 + next()));
  times[times.length - 1] = 4;
  const value = (k) => 10 + 3 * Math.sin(2 * Math.PI * 5 * times[k]);
  const { frequency, amplitude, resolution } = spectrumOf(times.length, (k) => times[k], value);
  assert.ok(Math.abs(resolution - 0.25) < 1e-12);
  const peak = amplitude.indexOf(Math.max(...amplitude));
  assert.ok(Math.abs(frequency[peak] - 5) < 1e-9);
  assert.ok(Math.abs(amplitude[peak] - 3) < 3e-3);
  // A Hann window has half the amplitude in the lines beside it, and nothing beyond.
  assert.ok(Math.abs(amplitude[peak + 1] - 1.5) < 3e-3);
  assert.ok(amplitude[peak + 3] < 3e-3);
  assert.equal(spectrumOf(2, (k) => k, (k) => k), null);
});

test("long signals keep the amplitudes of high frequencies, and none is folded", () => {
  // 100 001 rows of 1 ms; 400 Hz lies below half of their rate.
  const value = (k) => Math.sin(2 * Math.PI * 5 * 1e-3 * k) + 0.5 * Math.sin(2 * Math.PI * 400 * 1e-3 * k);
  const { frequency, amplitude } = spectrumOf(100001, (k) => 1e-3 * k, value);
  assert.ok(Math.abs(frequency[frequency.length - 1] - 500) < 1e-9);
  for (let k = 0; k < frequency.length; ++k) {
    const expected =
      Math.abs(frequency[k] - 5) < 1e-6 ? 1
      : Math.abs(frequency[k] - 400) < 1e-6 ? 0.5
      : Math.abs(frequency[k] - 5) < 0.011 ? 0.5
      : Math.abs(frequency[k] - 400) < 0.011 ? 0.25
      : 0;
    // Angles of 2.5e5 are rounded to 3e-11.
    assert.ok(Math.abs(amplitude[k] - expected) < 1e-8, `${frequency[k]} Hz: ${amplitude[k]}`);
  }
});

test("rows closer than samples are averaged, so that nothing is folded", () => {
  // 4 000 001 rows, unevenly spaced, of a sinusoid of 1.6 times the sampling rate 2^20/4 s.
  const next = random(5);
  const times = Float64Array.from({ length: 4000001 }, (_, k) => 1e-6 * (k + (k % 4000000 ? 0.2 * next() : 0)));
  const f = (1.6 * 2 ** 20) / 4;
  const spectrum = spectrumOf(times.length, (k) => times[k], (k) => Math.sin(2 * Math.PI * f * times[k]));
  // The mean over a sample has sinc(1.6) = 0.19 of it; as points of the signal all of it would be there.
  assert.ok(Math.max(...spectrum.amplitude.subarray(0, 1000)) < 0.01);
  assert.ok(spectrum.amplitude.reduce((a, b) => Math.max(a, b), 0) < 0.21);
});

test("a transform of any length is the sum that defines it", () => {
  const next = random(3);
  for (const count of [3, 7, 12, 100]) {
    const [re, im] = [0, 1].map(() => Float64Array.from({ length: count }, () => next() - 0.5));
    const [real, imaginary] = [re.slice(), im.slice()];
    transformAny(real, imaginary);
    for (let k = 0; k < count; ++k) {
      let [x, y] = [0, 0];
      for (let n = 0; n < count; ++n) {
        const angle = (-2 * Math.PI * k * n) / count;
        x += re[n] * Math.cos(angle) - im[n] * Math.sin(angle);
        y += re[n] * Math.sin(angle) + im[n] * Math.cos(angle);
      }
      assert.ok(Math.abs(real[k] - x) < count * 1e-13 && Math.abs(imaginary[k] - y) < count * 1e-13);
    }
  }
});

test("statistics of a scaled signal follow from those of the signal", () => {
  const times = [0, 0.5, 1.5, 2];
  const values = [3, -1, 4, 1];
  const of = (map) => statisticsOf(4, (k) => times[k], (k) => map(values[k]));
  const mapped = mapStatistics(of((y) => y), -2, 5);
  const direct = of((y) => 5 - 2 * y);
  for (const key of Object.keys(direct)) assert.ok(Math.abs(mapped[key] - direct[key]) < 1e-12, key);
});

test("a field of heights follows the time, ahead and back", () => {
  const base64 = (numbers) => Buffer.from(numbers.buffer).toString("base64");
  // Heights are −1 + 0.001 n; the design is 0.5 lower than the start.
  const field = new HeightField({
    name: "ground",
    x: 0,
    y: 0,
    cell: 0.5,
    columns: 2,
    rows: 2,
    lowest: -1,
    step: 0.001,
    start: base64(Uint16Array.of(1000, 1000, 1000, 2000)),
    design: base64(Uint16Array.of(500, 65535, 500, 1500)),
    error_scale: { fine: 0.05, span: 0.5 },
    change_scale: { fine: 0.5, span: 0.5 },
    times: [1, 2],
    counts: [1, 2],
    cells: base64(Uint32Array.of(3, 1, 3)),
    heights: base64(Uint16Array.of(1800, 900, 1500)),
  });
  const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);
  near(field.error(0), 0.5);
  assert.ok(Number.isNaN(field.error(1)));
  assert.deepEqual(field.setTime(0.5), []);
  assert.deepEqual(field.setTime(1.5), [3]);
  near(field.error(3), 0.3);
  assert.deepEqual(field.setTime(7), [1, 3]);
  near(field.error(3), 0);
  near(field.heights[1], -0.1);
  near(field.change(1), -0.1);
  assert.equal(field.setTime(1), null);
  near(field.error(3), 0.3);
  near(field.heights[1], 0);
});

test("errors of both signs have colours of their own, and none has another", () => {
  const colors = [-1, 0, 1, NaN].map((share) => {
    const rgb = [0, 0, 0];
    errorColor(share, rgb);
    return rgb.map(Math.round).join();
  });
  assert.equal(new Set(colors).size, 4);
});

test("small errors are told apart beside large ones", () => {
  const scale = { fine: 0.005, span: 0.05 };
  assert.equal(shareOf(0.05, scale), 1);
  assert.equal(shareOf(-0.2, scale), -1);
  assert.equal(shareOf(0, scale), 0);
  // ln(1 + 0.8)/ln(11) and ln(1 + 1.6)/ln(11).
  assert.ok(Math.abs(shareOf(0.004, scale) - 0.2451) < 1e-4);
  assert.ok(Math.abs(shareOf(-0.008, scale) + 0.3985) < 1e-4);
  assert.deepEqual(scaleTicks(scale, 0.24), [0.05, 0.02, 0.005]);
});
