// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import "@xyflow/react/dist/base.css";
import "uplot/dist/uPlot.min.css";
import "@holon/scene/style/scene.css";
import "@holon/plots/style/plots.css";
import "@holon/plots/style/sheets.css";
import "@holon/equations/style/equations.css";
import "../style/workbench.css";
import "../style/diagram.css";
import "../style/form.css";
import "../style/views.css";
import { useCallback, useRef } from "react";
import { Inspector } from "../form/inspector";
import { SidePanel } from "../outline/side_panel";
import { RunBar } from "../run/run_bar";
import { useDesk } from "../state/store";
import { Pane } from "./pane";
import { TopBar } from "./top_bar";

export default function Workbench() {
  const model = useDesk((s) => s.model);
  const maximised = useDesk((s) => s.maximised);
  if (!model) return null;
  return (
    <div className="workbench">
      <TopBar />
      <SidePanel />
      <Divider property="--left" label="Width of the parts" sign={1} low={180} high={460} start={232} />
      <main className="panes" data-maximised={maximised ?? undefined}>
        <Pane name="upper" />
        <Divider property="--lower" label="Height of the lower pane" vertical sign={-1} low={120} high={1200} start={400} />
        <Pane name="lower" />
      </main>
      <Divider property="--right" label="Width of the properties" sign={-1} low={220} high={560} start={300} />
      <Inspector />
      <RunBar />
    </div>
  );
}

interface DividerProps {
  property: string;
  label: string;
  sign: 1 | -1;
  low: number;
  high: number;
  start: number;
  vertical?: boolean;
}

const stored = (property: string, start: number) =>
  Number(localStorage.getItem(`holon.size${property}`)) || start;

/** Between two areas: dragged, or moved by the arrow keys; the browser remembers where. */
function Divider({ property, label, sign, low, high, start, vertical }: DividerProps) {
  const size = useRef(stored(property, start));
  const element = useRef<HTMLDivElement | null>(null);
  const set = useCallback(
    (value: number) => {
      size.current = Math.min(high, Math.max(low, Math.round(value / 4) * 4));
      document.documentElement.style.setProperty(property, `${size.current}px`);
      element.current?.setAttribute("aria-valuenow", String(size.current));
      localStorage.setItem(`holon.size${property}`, String(size.current));
    },
    [property, low, high],
  );
  const attach = (node: HTMLDivElement | null) => {
    element.current = node;
    // What was never moved stays with the style sheet, which knows the window's size.
    if (node && localStorage.getItem(`holon.size${property}`)) set(size.current);
  };
  const drag = (down: React.PointerEvent) => {
    const target = element.current!;
    const area = vertical
      ? target.nextElementSibling!.clientHeight
      : (sign === 1 ? target.previousElementSibling! : target.nextElementSibling!).clientWidth;
    const from = vertical ? down.clientY : down.clientX;
    target.setPointerCapture(down.pointerId);
    target.onpointermove = (e) => set(area + sign * ((vertical ? e.clientY : e.clientX) - from));
    target.onpointerup = () => (target.onpointermove = null);
  };
  return (
    <div
      ref={attach}
      className={vertical ? "divider divider-row" : "divider"}
      role="separator"
      aria-orientation={vertical ? "horizontal" : "vertical"}
      aria-label={label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={size.current}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(e) => {
        const by = { ArrowLeft: -16, ArrowRight: 16, ArrowUp: -16, ArrowDown: 16 }[e.key];
        if (by === undefined) return;
        e.preventDefault();
        set(size.current + sign * by);
      }}
    />
  );
}
