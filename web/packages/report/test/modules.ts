// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What unit.test.mjs tries; run.mjs bundles it.

export { Clock, usualSpeed } from "@holon/base/clock";
export * from "@holon/base/numbers";
export { kCurves } from "@holon/base/palette";
export { Matrix4, Vector3 } from "three";
export { factorOf } from "@holon/scene/values/covariance";
export { helixPoints } from "@holon/scene/forces/screw_line";
export { Insides } from "@holon/scene/shapes/insides";
export { decodeRows } from "@holon/base/data/decode";
export { interpolate, locate, slerp } from "@holon/base/data/interpolate";
export { Pyramid } from "@holon/base/data/pyramid";
export { Table } from "@holon/base/data/table";
export { Curve } from "@holon/plots/curve";
export { spectrumOf, transform, transformAny } from "@holon/base/data/spectrum";
export { mapStatistics, statisticsOf } from "@holon/base/data/statistics";
export { HeightField, errorColor, scaleTicks, shareOf } from "@holon/base/data/field";
