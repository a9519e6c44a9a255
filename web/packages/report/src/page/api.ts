// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import type { Clock } from "@holon/base/clock";
import type { Message } from "@holon/protocol/report";
import type { Plot } from "@holon/plots/plot";
import type { Stage } from "@holon/scene/stage";
import type { World } from "@holon/scene/world";

/** What tests and scripts may ask of the page: `window.holonReport`. */
export interface ReportApi {
  /** When all that the file holds is on the page. */
  ready: Promise<void>;
  readonly time: number;
  readonly begin: number;
  readonly end: number;
  readonly playing: boolean;
  /** "done", "interrupted", "failed" */
  readonly state: string;
  setTime(time: number): void;
  /**
   * Takes in a message that comes after the page has opened: rows of its streams, and their ends.
   * Settles when the page shows it.
   */
  receive(message: Message): Promise<void>;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  /** Pictures in the last second of playing. */
  fps(): number;
  /** The model's cameras in their order, then the free view. */
  readonly views: { name: string; shown: boolean }[];
  /** Names that `project` knows. */
  readonly names: string[];
  /** Where a body's origin or a frame is drawn now, in world axes [m]. */
  position(name: string): [number, number, number] | null;
  /** Where a body's origin or a frame ("link.tip") is on the page [CSS px] in a view that is shown. */
  project(name: string, view?: number): { x: number; y: number } | null;
  /**
   * The arrows that a view shows now: where they begin and end in world axes [m], and where their
   * tip is on the page [CSS px].
   */
  arrows(view?: number): {
    name: string;
    from: [number, number, number];
    to: [number, number, number];
    tip: { x: number; y: number } | null;
  }[];
  plots: {
    title: string;
    curves: string[];
    cursorValues(time: number): { label: string; x: number; value: number; unit: string }[];
    /** Where a point of the plot is on the page [CSS px]. */
    pixel(x: number, y: number): { x: number; y: number } | null;
    /** The range of x that is shown. */
    range(): { min: number; max: number } | null;
    /** Draws anew; how long that took [ms]. */
    redraw(): number;
  }[];
}

export function makeApi(
  ready: Promise<void>,
  state: string,
  clock: Clock,
  plots: Plot[],
  motion: () => { world: World; stage: Stage } | null,
  receive: (message: Message) => Promise<void>,
): ReportApi {
  return {
    ready,
    state,
    receive,
    get time() {
      return clock.time.value;
    },
    get begin() {
      return clock.begin;
    },
    get end() {
      return clock.end;
    },
    get playing() {
      return clock.playing.value;
    },
    setTime(time) {
      clock.pause();
      clock.set(time);
    },
    play: () => clock.play(),
    pause: () => clock.pause(),
    setSpeed: (speed) => clock.speed.set(speed),
    fps: () => clock.framesPerSecond(),
    get views() {
      return (motion()?.stage.views ?? []).map((v) => ({ name: v.look.name, shown: v.shown }));
    },
    get names() {
      return (motion()?.world.points ?? []).map((p) => p.name);
    },
    position(name) {
      const { world } = motion() ?? {};
      const point = world?.points.find((p) => p.name === name);
      return world && point ? world.poses.point(point).toArray() : null;
    },
    project(name, view = 0) {
      const { world, stage } = motion() ?? {};
      const point = world?.points.find((p) => p.name === name);
      if (!world || !stage || !point) return null;
      return stage.project(world.poses.point(point), stage.views[view]);
    },
    arrows(view = 0) {
      const { world, stage } = motion() ?? {};
      if (!world || !stage) return [];
      return world.arrowsNow(stage.views[view].look).map(({ spec, from, to }) => ({
        name: spec.name,
        from: from.toArray(),
        to: to.toArray(),
        tip: stage.project(to, stage.views[view]),
      }));
    },
    plots: plots.map((plot) => ({
      title: plot.spec.title,
      curves: plot.curves.map((c) => c.label),
      cursorValues: (time) => plot.cursorValues(time),
      pixel(x, y) {
        plot.open();
        if (!plot.u) return null;
        const box = plot.u.over.getBoundingClientRect();
        return {
          x: box.left + scrollX + plot.u.valToPos(x, "x"),
          y: box.top + scrollY + plot.u.valToPos(y, "y"),
        };
      },
      range() {
        plot.open();
        const x = plot.u?.scales.x;
        return x ? { min: x.min!, max: x.max! } : null;
      },
      redraw() {
        plot.open();
        const begin = performance.now();
        plot.u?.redraw(false, true);
        return performance.now() - begin;
      },
    })),
  };
}

declare global {
  interface Window {
    holonReport: ReportApi;
  }
}
