// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Link, ModelState, PartNode } from "@holon/protocol/messages";
import { describe, expect, test } from "vitest";
import { absolute, isSameShape, kInset, makeDiagram, placeNodes, withDragged } from "../../src/diagram/graph";
import { Kept, Made } from "../../src/diagram/kept";
import { layOut } from "../../src/diagram/layout";
import { nodeAt } from "../../src/diagram/overview";
import { linkText } from "../../src/diagram/links";
import { routeDragged, routeEdges } from "../../src/diagram/route";

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

  /** A chain of joints and bodies, and a star of springs. */
  const large = () => {
    const parts: PartNode[] = [];
    const links: Link[] = [];
    for (let k = 0; k < 1000; ++k) {
      parts.push(part(`body${k}`), part(`pin${k}`));
      links.push(link(`pin${k}`, k === 0 ? "world" : `body${k - 1}`), link(`pin${k}`, `body${k}`));
    }
    for (let k = 0; k < 300; ++k) {
      parts.push(part(`spring${k}`));
      links.push(link(`spring${k}`, "body500", "force"));
    }
    return makeDiagram(model(parts, links), new Set());
  };

  test("thousands of parts are laid out without overlaps, in the shape of a window", async () => {
    const diagram = large();
    const rects = [...placeNodes(diagram, await layOut(diagram)).values()].sort((a, b) => a.x - b.x);
    expect(rects).toHaveLength(2301);
    rects.forEach((a, i) => {
      for (let k = i + 1; k < rects.length && rects[k].x < a.x + a.width; ++k) {
        const b = rects[k];
        expect(a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
      }
    });
    const width = Math.max(...rects.map((r) => r.x + r.width));
    const height = Math.max(...rects.map((r) => r.y + r.height));
    expect(width / height).toBeGreaterThan(1);
    expect(width / height).toBeLessThan(3.2);
  });

  test("a drag in a large diagram changes the lines of what is dragged alone", () => {
    const diagram = large();
    const rects = absolute(diagram, placeNodes(diagram));
    const before = routeEdges(diagram.edges, rects);
    const moved = withDragged(diagram, rects, { body3: { x: 900, y: -500 } }, () => {
      throw new Error("only open composite parts are placed anew");
    });
    const after = routeDragged(before, diagram.edges, moved, ["body3"]);
    const changed = [...after].filter(([id, route]) => route !== before.get(id)).map(([id]) => id);
    expect(changed.sort()).toEqual(["joint:pin3>body3", "joint:pin4>body3"]);
    expect(nodeAt(diagram, moved, 905, -495)).toBe("body3");
  });

  test("nodes that are as before are the same objects", () => {
    const kept = new Kept<{ id: string; position: { x: number }; data: { part: object } }>(["position", "data"]);
    const body = {};
    const make = (x: number) => [
      { id: "a", position: { x: 1 }, data: { part: body } },
      { id: "b", position: { x }, data: { part: body } },
    ];
    const first = kept.take(make(1));
    expect(kept.take(make(1))).toBe(first);
    const second = kept.take(make(2));
    expect(second[0]).toBe(first[0]);
    expect(second[1]).not.toBe(first[1]);
  });

  test("a changed value keeps the shape, another name does not", () => {
    const links = [link("pin", "world")];
    const of = (parts: PartNode[]) => makeDiagram(model(parts, links), new Set());
    const before = of([part("pin"), part("link")]);
    expect(isSameShape(before, of([{ ...part("pin"), values: { axis: "x" } }, part("link")]))).toBe(true);
    expect(isSameShape(before, of([part("pin"), part("lever")]))).toBe(false);
  });

  test("what is made of the same is made once", () => {
    const made = new Made<object>();
    const first = made.get("a", [1, "x"], () => ({}));
    made.turn();
    expect(made.get("a", [1, "x"], () => ({}))).toBe(first);
    made.turn();
    expect(made.get("a", [1, "y"], () => ({}))).not.toBe(first);
  });
});
