// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, LinkKind } from "@holon/protocol/messages";

/** How kinds of links are named and distinguished: by colour (diagram.css), dash and label. */
export const kLinkKinds: Record<LinkKind, { label: string; isDirected: boolean; description: string }> = {
  joint: { label: "joint", isDirected: false, description: "a joint, and a frame that it connects" },
  force: { label: "force", isDirected: false, description: "a force, and a frame on which it acts" },
  power: { label: "power", isDirected: false, description: "a bond or a hydraulic line" },
  signal: { label: "signal", isDirected: true, description: "an output in a formula" },
  frame: { label: "frame", isDirected: true, description: "a frame placed in a frame" },
  relative: { label: "observed", isDirected: true, description: "a frame that is observed, or a reference" },
  visibility: { label: "hides", isDirected: true, description: "what a camera does not show" },
  membership: { label: "belongs", isDirected: true, description: "a part that a collection names" },
  "filter-model": { label: "model", isDirected: true, description: "the machine in a filter" },
  "filter-sensor": { label: "measures", isDirected: true, description: "a sensor that a filter reads" },
};

/** What the ends of a link are called: the two frames of a joint are its parent and its child. */
export function endLabel(label: string | undefined): string | undefined {
  if (label === "between[0]") return "parent";
  if (label === "between[1]") return "child";
  return label;
}

/** "signal from pin.angle", "joint to link.tip": a link as seen from one of its ends. */
export function linkText(link: Link, of: string): string {
  const outward = link.from.part === of;
  const end = outward ? link.to : link.from;
  const own = outward ? link.from : link.to;
  const name = end.label ? `${end.part}.${end.label}` : end.part;
  const { label, isDirected } = kLinkKinds[link.kind];
  const how = isDirected ? (outward ? "to" : "from") : "with";
  const role = endLabel(own.label);
  if (role !== own.label) return `${role} ${name}`;
  const at = own.label ? ` at ${own.label}` : "";
  const times = link.count && link.count > 1 ? ` ×${link.count}` : "";
  return `${label} ${how} ${name}${at}${times}`;
}
