// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { type Linked, Plot } from "@holon/plots/plot";
import { showTable } from "@holon/plots/table_view";
import { showAnalysis } from "@holon/plots/analysis_view";
import type { CurveSpec, PlotSpec } from "@holon/protocol/report";
import type { RunInfo } from "@holon/protocol/messages";
import { useEffect, useRef, useState } from "react";
import { drawableColumns } from "../connection/frames";
import { kDragOutput } from "../outline/palette";
import { Icon } from "../shell/glyphs";
import { socket } from "../state/actions";
import type { Playback } from "../state/playback";
import {
  currentPlayback,
  currentRun,
  isOver,
  plotOutputs,
  plotRequests,
  removePlot,
  savePlot,
  signalsOf,
  startRun,
} from "../state/runs";
import { type PlotRequest, useDesk } from "../state/store";
import { fromSi, shownUnit } from "../state/values";

/** Plots of the model and those added here; outputs are dropped on them, or beside them for a new one. */
export default function PlotsView() {
  const settings = useDesk((s) => s.model?.settings);
  const own = useDesk((s) => s.ownPlots);
  const run = useDesk((s) => s.run);
  const other = useDesk((s) => s.other);
  const info = useDesk((s) => s.runs.find((r) => r.run === s.run));
  const columns = info?.streams.map((s) => s.columns.length).join() ?? "";
  const [over, setOver] = useState(false);
  const requests = plotRequests();
  void settings;
  void own;
  if (!info) {
    return (
      <div className="view-note">
        <p>
          {requests.length > 0
            ? `${requests.length} ${requests.length === 1 ? "plot" : "plots"} of this model wait for a run.`
            : "Outputs appear here when the model has run."}
        </p>
        <button className="primary-button" onClick={() => void startRun()}>
          <Icon name="play" /> Run <kbd>Ctrl Enter</kbd>
        </button>
      </div>
    );
  }
  return (
    <div
      className="scroll-view plots-view"
      data-over={over || undefined}
      tabIndex={0}
      role="region"
      aria-label="Plots"
      onDragOver={(e) => {
        if (!e.dataTransfer.types.includes(kDragOutput)) return;
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={(e) => e.currentTarget === e.target && setOver(false)}
      onDrop={(e) => {
        setOver(false);
        const name = e.dataTransfer.getData(kDragOutput);
        if (name) plotOutputs([name]);
      }}
    >
      {requests.length === 0 && (
        <p className="view-note">
          This model has no plots. Drag an output here from the properties of a part, or press its wave.
        </p>
      )}
      <div className="plots">
        {requests.map((request) => (
          <PlotPlace
            key={`${run} ${other} ${columns} ${request.title} ${request.y.join()} ${request.unit}`}
            request={request}
            other={other}
          />
        ))}
      </div>
    </div>
  );
}

function PlotPlace({ request, other }: { request: PlotRequest; other: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const playback = currentPlayback();
    const run = currentRun();
    if (!run || playback.run !== run.run) return;
    let plot: Plot | null = null;
    let isGone = false;
    const make = () => {
      const spec = specOf(request, run, playback, other);
      if (isGone) return;
      setMissing(spec === null);
      if (!spec) return;
      plot?.close();
      plot = new Plot(spec, playback.store, linkedOf(playback), showTable, showAnalysis);
      place.current?.append(plot.element);
      plot.open();
    };
    make();
    const update = () => (plot ? plot.update() : make());
    playback.watchers.add(update);
    if (other) void loadOther(playback, other, request).then(() => make());
    return () => {
      isGone = true;
      playback.watchers.delete(update);
      plot?.close();
    };
  }, [request, other]);
  return (
    <div
      className="plot-place"
      ref={place}
      onDragOver={(e) => e.dataTransfer.types.includes(kDragOutput) && e.preventDefault()}
      onDrop={(e) => {
        const name = e.dataTransfer.getData(kDragOutput);
        if (!name) return;
        e.stopPropagation();
        e.preventDefault();
        plotOutputs([name], request);
      }}
    >
      {isMissing && (
        <figure className="panel plot plot-missing">
          <h3>{request.title}</h3>
          <p>
            {isOver(currentRun()!)
              ? `This run has not recorded ${request.y.join(", ")}. The next one does.`
              : "Waiting for the first rows…"}
          </p>
        </figure>
      )}
      {request.isOwn && (
        <span className="plot-own">
          <button className="quiet square-small" title="Write this plot into the model" aria-label={`Write the plot ${request.title} into the model`} onClick={() => void savePlot(request)}>
            <Icon name="save" size={13} />
          </button>
          <button className="quiet square-small" title="Remove this plot" aria-label={`Remove the plot ${request.title}`} onClick={() => removePlot(request)}>
            <Icon name="close" size={12} />
          </button>
        </span>
      )}
    </div>
  );
}

const linkedOf = ({ clock, hover, range }: Playback): Linked => ({
  clock,
  hover,
  range,
  isPage: true,
  isCompact: true,
});

/** Null while the run has not announced its signals. */
function specOf(request: PlotRequest, run: RunInfo, playback: Playback, other: string | null): PlotSpec | null {
  const table = playback.store.tables.get("curves");
  if (!table) return null;
  const names = table.columns.map((c) => c.name);
  const signals = request.y.flatMap((y) => signalsOf(y, names));
  if (signals.length === 0) return null;
  const unitOf = (name: string) => shownUnit(table.columns[names.indexOf(name)]?.unit ?? "");
  const units = new Set(signals.map(unitOf));
  const si = units.size === 1 ? [...units][0] : "";
  const wanted = request.unit ?? (si === "rad" ? "deg" : si);
  const map = wanted === si ? { scale: 1, offset: 0 } : fromSi(wanted);
  const unit = map ? wanted : si;
  const { scale, offset } = map ?? { scale: 1, offset: 0 };
  const xName = request.x ? signalsOf(request.x, names)[0] : undefined;
  const x = xName ? names.indexOf(xName) : 0;
  const curves: CurveSpec[] = signals.map((name) => ({
    label: name,
    stream: "curves",
    x,
    y: names.indexOf(name),
    scale,
    offset,
  }));
  const behind = other && playback.store.tables.get(otherStream(other, request));
  if (behind && x === 0) {
    behind.columns.slice(1).forEach((c, k) =>
      curves.push({ label: `${c.name} (other run)`, stream: behind.name, x: 0, y: k + 1, scale, offset }),
    );
  }
  void run;
  return {
    title: request.title,
    x: xName
      ? { label: xName, unit: unitOf(xName), is_time: false }
      : { label: "time", unit: "s", is_time: true },
    y: { label: signals.length === 1 ? signals[0] : "value", unit: unit === "deg" ? "°" : unit },
    equal_scales: xName !== undefined && unitOf(xName) === "m" && si === "m",
    curves,
  };
}

const otherStream = (other: string, request: PlotRequest) => `${other}: ${request.y.join()}`;

/** The same signals of another run, at the resolution of a screen. */
async function loadOther(playback: Playback, other: string, request: PlotRequest): Promise<void> {
  const stream = otherStream(other, request);
  if (playback.store.tables.has(stream)) return;
  const table = playback.store.tables.get("curves");
  const names = table?.columns.map((c) => c.name) ?? [];
  const signals = request.y.flatMap((y) => signalsOf(y, names));
  if (signals.length === 0) return;
  const frame = await socket.rows({ run: other, stream: "curves", signals, points: 3000 });
  const { Table } = await import("@holon/base/data/table");
  const made = new Table({
    type: "stream",
    stream,
    columns: [
      { name: "time", unit: "s", bits: 64 },
      ...signals.map((name) => ({ name, unit: "", bits: 64 as const })),
    ],
  });
  made.append(drawableColumns(frame));
  playback.store.tables.set(stream, made);
}
