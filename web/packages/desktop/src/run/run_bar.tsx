// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

import { decimalsOf, formatFixed, formatNumber } from "@holon/base/numbers";
import type { Signal } from "@holon/base/signal";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "../shell/glyphs";
import { socket, showError } from "../state/actions";
import { commandRun, currentPlayback, isOver, startRun } from "../state/runs";
import { useDesk } from "../state/store";

const Drive = lazy(() => import("./drive_panel"));

export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(
    (changed) => signal.watch(changed),
    () => signal.value,
  );
}

const kStates: Record<string, string> = {
  starting: "Starting",
  running: "Running",
  paused: "Paused",
  done: "Done",
  interrupted: "Stopped",
  failed: "Failed",
  crashed: "Crashed",
};

export function RunBar() {
  const info = useDesk((s) => s.runs.find((r) => r.run === s.run));
  const inputs = useDesk((s) => s.model?.inputs.length ?? 0);
  const [realtime, setRealtime] = useState(false);
  const [until, setUntil] = useState("");
  const [drive, setDrive] = useState(false);
  const isBusy = info !== undefined && !isOver(info);
  const start = (from?: string) => {
    void startRun({ until: until.trim() || undefined, realtime: realtime || undefined, speed: realtime ? 1 : undefined, from });
    if (realtime && inputs > 0) setDrive(true);
  };
  // The keyboard's Ctrl Enter starts with what the bar says.
  useEffect(() => {
    const go = (event: Event) => start((event as CustomEvent<string | undefined>).detail ?? undefined);
    addEventListener("holon-run", go);
    return () => removeEventListener("holon-run", go);
  });
  return (
    <footer className="run-bar" aria-label="Run">
      {drive && (
        <Suspense fallback={null}>
          <Drive run={isBusy ? info : undefined} onclose={() => setDrive(false)} />
        </Suspense>
      )}
      <div className="run-commands">
        {!isBusy ? (
          <>
            <button className="run-button" onClick={() => start()} title="Run (Ctrl Enter)">
              <Icon name="play" /> Run
            </button>
            {info?.continuable && (
              <button
                className="toggle"
                onClick={() => start(info.run)}
                title={`Start a run from the final state of run ${info.number} (Ctrl Shift Enter); its time begins at 0`}
              >
                Continue
              </button>
            )}
          </>
        ) : (
          <>
            <button
              className="run-button"
              onClick={() => void commandRun(info.state === "paused" ? "resume" : "pause")}
              title={info.state === "paused" ? "Continue the run" : "Hold the run"}
            >
              <Icon name={info.state === "paused" ? "play" : "pause"} />
              {info.state === "paused" ? "Continue" : "Hold"}
            </button>
            <button className="square-small" onClick={() => void commandRun("stop")} title="Stop the run (Ctrl .)" aria-label="Stop the run">
              <Icon name="stop" />
            </button>
          </>
        )}
        <label className="run-until" title="End time of the run; empty: as in the model">
          until
          <input value={until} onChange={(e) => setUntil(e.target.value)} placeholder="model" aria-label="Until" spellCheck={false} />
        </label>
        <button
          className="toggle"
          aria-pressed={realtime}
          onClick={() => setRealtime(!realtime)}
          title="In step with the clock, with keyboard or gamepad as inputs"
        >
          <Icon name="pad" size={14} /> Real time
        </button>
        {(isBusy ? info.realtime : realtime) && inputs > 0 && (
          <button className="toggle" aria-pressed={drive} onClick={() => setDrive(!drive)} title="Keys and sticks as inputs of the run">
            Drive
          </button>
        )}
      </div>
      <span className="run-state" data-state={info?.state ?? "none"} role="status">
        {info ? (
          <>
            <b>{kStates[info.state]}</b>
            {isBusy && info.until > 0 && ` ${Math.floor((100 * info.time) / info.until)} %`}
            {info.realtime && (info.overruns ?? 0) > 0 && ` · ${info.overruns} overruns`}
            {isBusy && info.realtime && <Speed run={info.run} speed={info.speed} />}
          </>
        ) : (
          "No run"
        )}
      </span>
      <Timeline key={info?.run ?? "none"} progress={isBusy ? info.until : undefined} />
    </footer>
  );
}

function Speed({ run, speed }: { run: string; speed?: number }) {
  return (
    <select
      className="speed"
      aria-label="Speed of the run"
      value={String(speed ?? "")}
      onChange={(e) =>
        void socket
          .request("run.speed", { run, speed: e.target.value ? Number(e.target.value) : null })
          .catch(showError)
      }
    >
      {[0.1, 0.25, 0.5, 1, 2, 5].map((s) => (
        <option key={s} value={s}>
          {s}×
        </option>
      ))}
      <option value="">fast</option>
    </select>
  );
}

const kSteps = 10_000;

/** The one time of plots, 3D and values on the diagram. */
function Timeline({ progress }: { progress?: number }) {
  const { clock } = currentPlayback();
  const time = useSignal(clock.time);
  const [begin, end] = useSignal(clock.range);
  const playing = useSignal(clock.playing);
  const speed = useSignal(clock.speed);
  const whole = Math.max(end, progress ?? end) - begin;
  const decimals = Math.min(9, decimalsOf(10 ** Math.floor(Math.log10((end - begin) / 2000 || 1))));
  const isEmpty = end <= begin;
  const share = isEmpty ? 0 : (time - begin) / (end - begin);
  return (
    <div className="timeline" role="group" aria-label="Time">
      <button className="quiet square-small" disabled={isEmpty} aria-label="To the start" title="To the start (Home)" onClick={() => (clock.pause(), clock.set(begin))}>
        <Icon name="start" size={14} />
      </button>
      <button className="square-small play" disabled={isEmpty} aria-label={playing ? "Pause" : "Play"} title="Play, pause (Space)" onClick={() => clock.toggle()}>
        <Icon name={playing ? "pause" : "play"} size={14} />
      </button>
      <span className="time-now">{formatFixed(time, decimals)} s</span>
      <span className="scrub-place">
        <input
          type="range"
          className="scrub"
          min={0}
          max={kSteps}
          value={Math.round(share * kSteps)}
          disabled={isEmpty}
          aria-label="Time"
          aria-valuetext={`${formatFixed(time, decimals)} s`}
          style={{ "--share": `${100 * share}%`, width: `${whole > 0 ? (100 * (end - begin)) / whole : 100}%` } as React.CSSProperties}
          onChange={(e) => {
            clock.pause();
            clock.set(begin + ((end - begin) * Number(e.target.value)) / kSteps);
          }}
        />
      </span>
      <span className="time-end">{formatFixed(progress ?? end, decimals)} s</span>
      <select
        className="speed"
        aria-label="Speed of the animation"
        title="Speed of the animation ([ and ])"
        value={String(speed)}
        disabled={isEmpty}
        onChange={(e) => clock.speed.set(Number(e.target.value))}
      >
        {clock.speeds.map((s) => (
          <option key={s} value={String(s)}>
            {formatNumber(s, 1)}×
          </option>
        ))}
        {!clock.speeds.includes(speed) && <option value={String(speed)}>{formatNumber(speed, 1)}×</option>}
      </select>
    </div>
  );
}
