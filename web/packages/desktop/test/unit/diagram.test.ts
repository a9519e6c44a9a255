// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, ModelState, PartNode } from "@holon/protocol/messages";
import { describe, expect, test } from "vitest";
import { absolute, kInset, makeDiagram, placeNodes } from "../../src/diagram/graph";
import { linkText } from "../../src/diagram/links";
import { routeEdges } from "../../src/diagram/route";

const part = (id: string, parts?: PartNode[]): PartNode => ({
  name: id.split(".").pop()!,
  id,
  path: "",
  type: parts ? "" : "RigidBody",
  kind: parts ? "composite" : "body",
  values: {},
  parts,
});
const link = (from: string, to: string, kind: Link["kind"] = "joint"): Link => ({
  id: `${kind} ${from} ${to}`,
  kind,
  from: { part: from },
  to: { part: to },
});
const model = (parts: PartNode[], links: Link[]) => ({ parts, links, layout: {} }) as unknown as ModelState;

const machine = model(
  [part("arm", [part("arm.a"), part("arm.b")]), part("pin")],
  [link("pin", "world"), link("pin", "arm.a"), link("pin", "arm.b"), link("arm.a", "arm.b")],
);

describe("the diagram", () => {
  test("links into a closed composite part end at it, and are one", () => {
    const { nodes, edges } = makeDiagram(machine, new Set());
    expect(nodes.map((n) => n.id)).toEqual(["world", "arm", "pin"]);
    expect(edges.map((e) => [e.from, e.to, e.links.length])).toEqual([
      ["pin", "world", 1],
      ["pin", "arm", 2],
    ]);
  });

  test("ends of links that are no parts have nodes, too", () => {
    const hydraulic = model([part("pump")], [link("pump", "@P", "power"), link("scene.cameras.front", "pump", "visibility")]);
    const { nodes } = makeDiagram(hydraulic, new Set());
    expect(nodes.map((n) => n.other?.name ?? n.id).sort()).toEqual(["P", "front", "pump"]);
  });

  test("an open one shows its parts and the links between them", () => {
    const { nodes, edges } = makeDiagram(machine, new Set(["arm"]));
    expect(nodes.filter((n) => n.parent === "arm").map((n) => n.id)).toEqual(["arm.a", "arm.b"]);
    expect(edges).toHaveLength(4);
  });

  test("an open composite part encloses its parts", () => {
    const diagram = makeDiagram(machine, new Set(["arm"]));
    const rects = placeNodes(diagram, { "arm.a": { x: 300, y: 200 }, arm: { x: 10, y: 20 } });
    const arm = rects.get("arm")!;
    const a = rects.get("arm.a")!;
    expect(arm.width).toBeGreaterThanOrEqual(300 + a.width + kInset.side);
    expect(absolute(diagram, rects).get("arm.a")).toMatchObject({ x: 310, y: 220 });
  });

  test("parts without a position do not overlap", () => {
    const many = model(Array.from({ length: 17 }, (_, k) => part(`p${k}`)), []);
    const rects = [...placeNodes(makeDiagram(many, new Set()), {}).values()];
    rects.forEach((a, i) =>
      rects.slice(i + 1).forEach((b) => {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        expect(apart).toBe(true);
      }),
    );
  });

  test("ends at one side are spread in the order of their other ends", () => {
    const rect = (x: number, y: number) => ({ x, y, width: 100, height: 44 });
    const rects = new Map([
      ["a", rect(0, 100)],
      ["b", rect(300, 300)],
      ["c", rect(300, 0)],
    ]);
    const routes = routeEdges(
      [
        { id: "ab", from: "a", to: "b" },
        { id: "ac", from: "a", to: "c" },
      ],
      rects,
    );
    const begin = (id: string) => routes.get(id)!.path.match(/^M([\d.-]+) ([\d.-]+)/)!.slice(1).map(Number);
    expect(begin("ab")[0]).toBe(100);
    expect(begin("ac")[0]).toBe(100);
    expect(begin("ac")[1]).toBeLessThan(begin("ab")[1]);
  });

  test("a link is described from either end", () => {
    const signal: Link = { id: "s", kind: "signal", from: { part: "pin", label: "angle" }, to: { part: "motor" } };
    expect(linkText(signal, "motor")).toBe("signal from pin.angle");
    expect(linkText(signal, "pin")).toBe("signal to motor at angle");
  });
});
