// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What unit.test.mjs tries; run.mjs bundles it.

export { Clock, usualSpeed } from "../src/base/clock";
export * from "../src/base/numbers";
export { kCurves } from "../src/base/palette";
export { Matrix4, Vector3 } from "three";
export { factorOf } from "../src/scene/covariance";
export { Insides } from "../src/scene/insides";
export { decodeRows } from "../src/data/decode";
export { interpolate, locate, slerp } from "../src/data/interpolate";
export { Pyramid } from "../src/data/pyramid";
export { Table } from "../src/data/table";
export { Curve } from "../src/plots/curve";
export { spectrumOf, transform } from "../src/data/spectrum";
export { statisticsOf } from "../src/data/statistics";
