// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { axisLabel, formatNumber } from "@holon/base/numbers";
import type { StudyColumn } from "@holon/protocol/messages";
import { useEffect, useRef, useState } from "react";
import { useTheme } from "../shell/theme_state";
import { type Brushes, rangeOf, shareOf } from "./study_data";

interface Props {
  axes: StudyColumn[];
  /** How many of them vary; the others are recorded. */
  varied: number;
  count: number;
  brushes: Brushes;
  chosen: ReadonlySet<number>;
  /** Axis by whose value lines are coloured. */
  colour: string;
  onbrush: (axis: string, range: [number, number] | null) => void;
  oncolour: (axis: string) => void;
}

const kMargin = { left: 56, right: 56, top: 46, bottom: 26 };

/** Each sample is a line over all axes; dragging along an axis keeps the samples that pass there. */
export function Parallel({ axes, varied, count, brushes, chosen, colour, onbrush, oncolour }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [[width, height], setSize] = useState<[number, number]>([0, 0]);
  const theme = useTheme();
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setSize([entry.contentRect.width, entry.contentRect.height]));
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, []);
  const inner = Math.max(1, height - kMargin.top - kMargin.bottom);
  const x = (k: number) =>
    axes.length < 2 ? width / 2 : kMargin.left + (k * (width - kMargin.left - kMargin.right)) / (axes.length - 1);
  const y = (share: number) => kMargin.top + (1 - share) * inner;

  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const ratio = devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext("2d")!;
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const token = (name: string) => style.getPropertyValue(name).trim();
    const by = axes.find((a) => a.name === colour);
    const [warn, accent] = [token("--warn"), token("--accent")];
    const alpha = Math.min(0.8, Math.max(0.06, 30 / count));
    const line = (sample: number) => {
      context.beginPath();
      let isDown = false;
      axes.forEach((axis, k) => {
        const share = shareOf(axis, sample);
        if (share === null) return (isDown = false);
        if (isDown) context.lineTo(x(k), y(share));
        else context.moveTo(x(k), y(share));
        return (isDown = true);
      });
      context.stroke();
    };
    context.strokeStyle = token("--line");
    context.globalAlpha = Math.min(0.5, 2 * alpha);
    for (let s = 0; s < count; ++s) if (!chosen.has(s)) line(s);
    context.globalAlpha = Math.max(alpha, 0.14);
    context.lineWidth = 1.2;
    for (let s = 0; s < count; ++s) {
      if (!chosen.has(s)) continue;
      const share = (by && shareOf(by, s)) ?? 0;
      context.strokeStyle = `color-mix(in oklab, ${warn} ${Math.round(100 * share)}%, ${accent})`;
      line(s);
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- x and y follow from these
  }, [axes, count, chosen, colour, width, height, theme]);

  const drag = (axis: StudyColumn, down: React.PointerEvent<SVGRectElement>) => {
    const target = down.currentTarget;
    const box = place.current!.getBoundingClientRect();
    const [low, high] = rangeOf(axis);
    const at = (event: PointerEvent | React.PointerEvent) => {
      const share = 1 - (event.clientY - box.top - kMargin.top) / inner;
      return low + Math.min(1, Math.max(0, share)) * (high - low);
    };
    const from = at(down);
    target.setPointerCapture(down.pointerId);
    target.onpointermove = (event) => onbrush(axis.name, [Math.min(from, at(event)), Math.max(from, at(event))]);
    target.onpointerup = (event) => {
      target.onpointermove = target.onpointerup = null;
      // A press without a drag takes the range away.
      if (Math.abs(event.clientY - down.clientY) < 3) onbrush(axis.name, null);
    };
  };

  return (
    <div className="parallel" ref={place}>
      <canvas ref={canvas} style={{ width, height }} aria-hidden="true" data-theme={theme} />
      <svg width={width} height={height} aria-hidden="true">
        {axes.map((axis, k) => {
          const [low, high] = rangeOf(axis);
          const brush = brushes[axis.name];
          const share = (v: number) => (high > low ? (v - low) / (high - low) : 0.5);
          return (
            <g key={axis.name} transform={`translate(${x(k)} 0)`} className="parallel-axis" data-varied={k < varied || undefined}>
              <line y1={kMargin.top} y2={kMargin.top + inner} />
              <text y={kMargin.top - 8} className="parallel-end">{formatNumber(high, 4)}</text>
              <text y={kMargin.top + inner + 16} className="parallel-end">{formatNumber(low, 4)}</text>
              {brush && (
                <rect
                  className="parallel-brush"
                  x={-7}
                  width={14}
                  y={y(share(brush[1]))}
                  height={Math.max(2, y(share(brush[0])) - y(share(brush[1])))}
                />
              )}
              <rect className="parallel-take" x={-14} width={28} y={kMargin.top} height={inner} onPointerDown={(e) => drag(axis, e)} />
            </g>
          );
        })}
      </svg>
      {axes.map((axis, k) => (
        <button
          key={axis.name}
          className="quiet parallel-name"
          style={{ left: x(k), maxWidth: axes.length > 1 ? x(1) - x(0) : undefined }}
          aria-pressed={axis.name === colour}
          title={`${axis.text === axis.name ? axis.name : `${axis.name} = ${axis.text}`}: colours the lines`}
          onClick={() => oncolour(axis.name)}
        >
          {axisLabel(axis.name, axis.unit)}
        </button>
      ))}
    </div>
  );
}
