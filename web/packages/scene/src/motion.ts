// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import { h } from "@holon/base/dom";
import type { DocumentMessage, SceneSpec } from "@holon/protocol/report";
import type { Store } from "@holon/base/data/store";
import { isSoftware, makeRenderer } from "./camera/light";
import { Stage } from "./stage";
import { World } from "./world";
import { makeStagePanel } from "./stage_panel";

/** The machine in motion; the machine is made when its first rows are there. */
export interface Motion {
  element: HTMLElement;
  readonly shown: { world: World; stage: Stage } | null;
  /** Shows rows that have come since; `last`: a stream has ended. */
  takeRows(last: boolean): void;
}

/** Null where there is nothing to see. */
export function makeMotion(
  { scene, state }: DocumentMessage,
  store: Store,
  clock: Clock,
): Motion | null {
  if (!scene || scene.bodies.length === 0) return null;
  const element = h("div", { class: "motion-place" });
  let shown = hasRows(scene, store) ? makeShown(scene, store, clock, element) : null;
  if (!shown) {
    const text = state === "failed" ? "The run made no rows." : "No rows yet";
    element.append(h("p", { class: "panel stage-empty" }, text));
  }
  return {
    element,
    get shown() {
      return shown;
    },
    takeRows(last) {
      if (shown) shown.stage.takeRows(last);
      else if (hasRows(scene, store)) shown = makeShown(scene, store, clock, element);
    },
  };
}

function hasRows(scene: SceneSpec, store: Store): boolean {
  return (store.tables.get(scene.stream)?.rows ?? 0) > 0;
}

function makeShown(
  scene: SceneSpec,
  store: Store,
  clock: Clock,
  element: HTMLElement,
): { world: World; stage: Stage } {
  const renderer = makeRenderer();
  const world = new World(scene, store, clock, isSoftware());
  const stage = new Stage(world, clock, renderer);
  element.replaceChildren(makeStagePanel(stage, world));
  return { world, stage };
}
