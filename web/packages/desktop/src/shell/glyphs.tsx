// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { PartKind } from "@holon/protocol/messages";

/**
 * Symbols of parts, 20 × 20, as lines of one width: strokes of the first path, filled areas of the
 * second one. Types without a symbol of their own have that of their kind.
 */
const kByKind: Record<PartKind, [string, string?]> = {
  body: ["M3.5 7 10 3.5 16.5 7v6L10 16.5 3.5 13zM3.5 7 10 10.5 16.5 7M10 10.5v6"],
  frame: ["M5 15V4M5 15h11M5 15l5-5", "M3.5 5.5 5 2.5l1.5 3zM14.5 13.5l3 1.5-3 1.5z"],
  joint: ["M2.5 10h4.5M13 10h4.5M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6", "M10 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2"],
  force: ["M3 10h10", "M12 6l6 4-6 4z"],
  constraint: ["M3 6h14M3 14h14M7 6v8M13 6v8"],
  coupling: [
    "M7 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M14 8a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 14 8",
    "M7 9.3a.8.8 0 1 0 0 1.4.8.8 0 0 0 0-1.4",
  ],
  signal: ["M3 4.5h14v11H3zM5.5 12c1.5-6 3-6 4.5-2s3 4 4.5-2"],
  sensor: ["M4 15.5a6 6 0 0 1 12 0zM10 9.5 13 5M10 3v1.5M4.5 5.5l1 1M15.5 5.5l-1 1"],
  filter: ["M3 5c2 0 2 10 4 10s2-10 4-10 2 7 6 6M3 15h14"],
  bond: ["M3 14 16 6M16 6l-4.5-.4M3.8 10.8l2.6 5"],
  hydraulic: ["M10 3.5c3 4 4.5 6 4.5 8.3a4.5 4.5 0 0 1-9 0C5.5 9.5 7 7.500 10 3.500zM8 12a2 2 0 0 0 2 2"],
  field: ["M4 3v12M10 3v12M16 3v12", "M2.500 13.500 4 17l1.500-3.500zM8.500 13.500 10 17l1.500-3.500zM14.500 13.500 16 17l1.500-3.500z"],
  composite: ["M3 4h14v12H3zM3 7.500h14M6 10.500h3v3H6zM12 10.500h2.500v3H12z"],
  other: ["M10 3 17 10l-7 7-7-7z"],
};

const kByType: Record<string, [string, string?]> = {
  PointMass: ["M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M10 2.500v4M10 13.500v4M2.500 10h4M13.500 10h4", "M10 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3"],
  ElasticBody: ["M3 13c3-8 4-1 7-5s4 1 7-5M3 16c3-8 4-1 7-5s4 1 7-5"],
  Flywheel: ["M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M10 3.500v13M3.500 10h13", "M10 8.300a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400"],
  Prismatic: ["M2.500 10h15M6 7h8v6H6z"],
  Cylindrical: ["M2.500 10h15M6 7h8v6H6zM8 5a3 1.500 0 0 1 4 0"],
  Screw: ["M2.500 10h15M6 7l2 6 2-6 2 6 2-6"],
  Spherical: ["M10 5.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M5.500 10h9M10 5.500c-2 2.500-2 6.500 0 9 2-2.500 2-6.500 0-9"],
  Fixed: ["M2.500 10h4M13.500 10h4M6.500 6.500l7 7M13.500 6.500l-7 7M6.500 6.500h7v7h-7z"],
  Free: ["M10 10 4 16M10 10h7M10 10V3", "M10 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3"],
  SixDof: ["M10 10 4 16M10 10h7M10 10V3M13 4.500a3 3 0 0 1 2.500 2.500", "M10 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3"],
  Gravity: ["M10 3v10M4 17h12", "M7 11l3 4.500 3-4.500z"],
  Torque: ["M15.500 7A6 6 0 1 0 16 11", "M17.800 4.200 16.500 9 12.500 6z"],
  Spring: ["M2.500 10h2.500l1.200-4 2.500 8 2.500-8 2.500 8 1.200-4h2.600"],
  Damper: ["M2.500 10H8M8 6.500v7M6 5.500h7v9H6M13 10h4.500"],
  SpringDamper: ["M2.500 10h2M4.500 5.500v9M4.500 5.500h2l1-2 2 4 2-4 2 4 1-2h1M4.500 14.500H9M9 12.500v4M7.500 12h5v5h-5M12.500 14.500h3M15.500 5.500v9M15.500 10h2"],
  Cable: ["M3 6c4 9 10 9 14 0", "M3 5a1 1 0 1 0 0 2 1 1 0 0 0 0-2M17 5a1 1 0 1 0 0 2 1 1 0 0 0 0-2"],
  Contact: ["M10 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10M3 14.500h14M5 17l1.500-2.500M9 17l1.500-2.500M13 17l1.500-2.500"],
  Relative: ["M4 15V9M4 15h6M16 5v6M16 5h-6M7 12l6-4"],
  PID: ["M3 4.500h14v11H3zM5.500 13V9.500l2-1 2 3 2-4.500 2 3h1"],
  Integrator: ["M3 4.500h14v11H3zM11.500 7c-1.500-1-1.500 1-1.500 3s0 4-1.500 3"],
  TransferFunction: ["M3 4.500h14v11H3zM6 10h8M9 7.500h2M8 12.500h4"],
  StateSpace: ["M3 4.500h14v11H3zM7 7.500H5.800v5H7M13 7.500h1.200v5H13M8.500 10h3"],
  Limiter: ["M3 4.500h14v11H3zM5.500 12.500H8l4-5h2.500"],
  RateLimiter: ["M3 4.500h14v11H3zM5.500 12.500l8-5M13.500 7.500V12"],
  Hold: ["M3 4.500h14v11H3zM5.500 12.500h3v-2.500h3V7.500h3"],
  Delay: ["M3 4.500h14v11H3zM6 10h6", "M11 8l3.500 2-3.500 2z"],
  Switch: ["M2.500 14h4M13.500 10h4M2.500 6h4M6.500 6l7 4"],
  Table: ["M3 4.500h14v11H3zM3 8.200h14M3 11.800h14M8 4.500v11"],
  Noise: ["M3 10l1.500-4 1.500 7 1.500-9 2 12 1.500-8 1.500 5 1.500-6 1.500 4 1-1"],
  Equations: ["M3 4.500h14v11H3zM6 8.500h8M6 11.500h8"],
  Gear: kGear(),
  Belt: ["M6 6.500h8a3.500 3.500 0 0 1 0 7H6a3.500 3.500 0 0 1 0-7z", "M6 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2M14 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2"],
  Clutch: ["M2.500 10H8M8 5v10M12 5v10M12 10h5.500"],
  Brake: ["M10 5.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M4 4v12M16 4v12"],
  Imu: ["M4 5h12v10H4zM10 10l-3 3M10 10h4M10 10V6.500"],
  GnssReceiver: ["M4 13a6 6 0 0 0 4 4M7 10l7-7 3 3-7 7zM9 16a7 7 0 0 1-5-5M8 12l-2 2"],
  Constellation: ["M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 14C1 10 8 3 15 4.500M17 6c2 4-5 11-12 9.500", "M14.500 3.500h2v2h-2zM3.500 14.500h2v2h-2z"],
  FixedPump: ["M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M10 16.500V19M10 1v2.500", "M7.500 7 10 3.600 12.500 7z"],
  VariablePump: ["M10 4.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M3 17 17 3", "M7.800 8 10 4.600 12.200 8z"],
  HydraulicMotor: ["M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M10 16.500V19M10 1v2.500", "M7.500 4.500h5L10 8z"],
  HydraulicCylinder: ["M2.500 7h10v6h-10zM7 7v6M7 10h10.500"],
  ReliefValve: ["M5 5h10v10H5zM10 2v3M10 15v3M10 6v7M15 10l1-2 1 4 1-2"],
  CheckValve: ["M2.500 10H8M14 10h3.500M13 6 8 10l5 4", "M13.500 8.200a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600"],
  Tank: ["M4 7v8h12V7M10 3v9"],
  Accumulator: ["M10 2.500c3 0 4.500 2 4.500 4v6c0 2-1.500 4-4.500 4s-4.500-2-4.500-4v-6c0-2 1.500-4 4.500-4zM5.500 9.500h9M10 16.500V19"],
  Orifice: ["M2.500 10h15M6 4c2.500 3 5.500 3 8 0M6 16c2.500-3 5.500-3 8 0"],
  KalmanFilter: ["M3 4.500h14v11H3zM6 12.500v-5M6 10.500l3.500-3M7.500 9.300l2 3.200M12 11c1-3 1.700-3 2.500 0"],
  LQR: ["M3 4.500h14v11H3zM6 7.500v5h2.500M14 12.500l-1.500-1.500M12.500 7.500a2 2.500 0 1 0 0 5 2 2.500 0 0 0 0-5"],
  BondGraph: ["M3 15 9 9M9 9H5.500M11 11l6-6M17 5v3.500", "M10 8.800a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400"],
  world: ["M10 3v7M4 10h12M5 14l2-4M9 14l2-4M13 14l2-4"],
};

function kGear(): [string, string?] {
  const teeth = Array.from({ length: 16 }, (_, k) => {
    const angle = ((k + 0.5) * Math.PI) / 8;
    const radius = k % 4 < 2 ? 7 : 5.2;
    return `${(10 + radius * Math.cos(angle)).toFixed(1)} ${(10 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return [`M${teeth.join("L")}zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4`];
}

export function Glyph({ type, kind, size = 20 }: { type?: string; kind: PartKind | "world"; size?: number }) {
  const [lines, areas] =
    (type && kByType[type]) || (kind === "world" ? kByType.world : kByKind[kind] ?? kByKind.other);
  return (
    <svg className="glyph" data-kind={kind} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d={lines} />
      {areas && <path d={areas} className="glyph-area" />}
    </svg>
  );
}

/** Symbols of commands, 16 × 16. */
const kIcons = {
  play: "M4.500 2.500v11l9-5.500z",
  pause: "M4.500 3h2.500v10H4.500zM9 3h2.500v10H9z",
  stop: "M3.500 3.500h9v9h-9z",
  start: "M3 3v10M13 3v10L5.500 8z",
  undo: "M6.500 3 3 6.500 6.500 10M3 6.500h6a4 4 0 0 1 0 8H6",
  redo: "M9.500 3 13 6.500 9.500 10M13 6.500H7a4 4 0 0 0 0 8h3",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.500 10.500l3.500 3.500",
  plus: "M8 2.500v11M2.500 8h11",
  close: "M3.500 3.500l9 9M12.500 3.500l-9 9",
  chevron: "M6 3.500 10.500 8 6 12.500",
  down: "M3.500 6 8 10.500 12.500 6",
  fit: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
  layout: "M2.500 2.500h4v4h-4zM9.500 9.500h4v4h-4zM6.500 4.500H11.500v5",
  wave: "M1.500 8c2-7 4-7 6.500 0s4.500 7 6.500 0",
  swap: "M4 2.500v9M1.500 9 4 11.500 6.500 9M12 13.500v-9M9.500 7 12 4.500 14.500 7",
  grow: "M9.500 2.500h4v4M13.500 2.500 9 7M6.500 13.500h-4v-4M2.500 13.500 7 9",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13.500 9.500A6 6 0 1 1 6.500 2.500a5 5 0 0 0 7 7z",
  home: "M2.500 7.500 8 2.500l5.500 5V13.500h-11zM6.500 13.500v-4h3v4",
  file: "M4 1.500h5.500L13 5v9.500H4zM9.500 1.500V5H13",
  folder: "M1.500 4h5l1.500 1.500h6.500v8h-13z",
  trash: "M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.7 9h5.600l.7-9",
  pad: "M4.500 5h7a3.500 3.500 0 0 1 0 7c-1.500 0-1.500-1.500-3.500-1.500S6 12 4.500 12a3.500 3.500 0 0 1 0-7M4.500 7v3M3 8.500h3M11 8h.01M12.500 9.500h.01",
  save: "M2.500 2.500h8.500L13.500 5v8.500h-11zM5 2.500v4h5v-4M5 13.500v-4h6v4",
  error: "M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M8 4.500v4.500M8 11.300v.2",
  warning: "M8 2 15 14H1zM8 6.500v3.500M8 12v.2",
  note: "M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M8 7.500v4M8 4.700v.2",
  ok: "M3 8.500 6.500 12 13 4.500",
} as const;

export type IconName = keyof typeof kIcons;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const solid = name === "play" || name === "pause" || name === "stop";
  return (
    <svg className={solid ? "sign sign-solid" : "sign"} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <path d={kIcons[name]} />
    </svg>
  );
}
